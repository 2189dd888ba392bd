"""How matches end: what players report and the staff enters, which scores there can be, and the page of a table.

May import `methods` and what all rooms share. What rests on results, such as standings and seeds, is told of a
correction through `corrections`.
"""
