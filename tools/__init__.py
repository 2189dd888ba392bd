"""Commands for development.

Test runner, benchmarks, load tests, fault injection, fuzzing and mutation tests. Nothing here is part of the site or
of the library's wheel.
"""
