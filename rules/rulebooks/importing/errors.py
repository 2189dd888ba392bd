"""What keeps a file from being read as a rules document; the messages are for whoever uploaded it."""


class ImportingError(ValueError):
    """A file cannot be read as a rules document."""


class EmptySourceError(ImportingError):
    """The file holds nothing but white space."""


class SourceTooLargeError(ImportingError):
    """The file is larger than any rules document."""


class WrongEncodingError(ImportingError):
    """The file is not UTF-8 text."""


class NotTextError(ImportingError):
    """The file holds characters that no text has: it is a PDF, a word processor's file, a picture."""


class NoRulesError(ImportingError):
    """The profile finds no rule in the file: another profile may."""


class TooManyUnitsError(ImportingError):
    """The file has more rules than any rules document."""


class UnknownProfileError(ImportingError):
    """There is no profile of that name."""
