"""German date formats, such as 12.05.2017."""

DATE_FORMAT = "d.m.Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "d.m.Y, H:i"
SHORT_DATE_FORMAT = "d.m."
SHORT_DATETIME_FORMAT = "d.m., H:i"
