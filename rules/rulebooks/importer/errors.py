"""Import errors; their messages are shown to the user who uploaded the file."""


class ImportingError(ValueError):
    """A file cannot be imported as a rules document."""


class EmptySourceError(ImportingError):
    """The file is empty or contains only white space."""


class SourceTooLargeError(ImportingError):
    """The file is larger than any rules document."""


class WrongEncodingError(ImportingError):
    """The file is not UTF-8 text."""


class NotTextError(ImportingError):
    """The file is binary, such as a PDF, a word processor document or an image."""


class NoRulesError(ImportingError):
    """No rule was found in the file with this profile."""


class TooManyUnitsError(ImportingError):
    """The file has more rules than allowed."""


class UnknownProfileError(ImportingError):
    """There is no profile with this name."""
