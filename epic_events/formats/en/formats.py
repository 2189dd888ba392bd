"""English dates: 12 May 2017, on a clock of 24 hours."""

DATE_FORMAT = "j M Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j M Y, H:i"
SHORT_DATE_FORMAT = "j M"
SHORT_DATETIME_FORMAT = "j M, H:i"
