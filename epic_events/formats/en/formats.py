"""English date formats, such as 12 May 2017, with a 24-hour clock."""

DATE_FORMAT = "j M Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j M Y, H:i"
SHORT_DATE_FORMAT = "j M"
SHORT_DATETIME_FORMAT = "j M, H:i"
