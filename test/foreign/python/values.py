"""What handlers put into an answer before it is written: amounts, instants and records that may be renamed."""


class Text:
    """An amount in micro-USDC that the documents give as decimal text."""

    def __init__(self, micros):
        self.micros = micros


class Number:
    """An amount in micro-USDC that the documents give as a JSON number."""

    def __init__(self, micros):
        self.micros = micros


class Open:
    """An amount in micro-USDC whose form the documents leave open: --numbers decides."""

    def __init__(self, micros):
        self.micros = micros


class Instant:
    """A documented instant, in Unix seconds."""

    def __init__(self, seconds):
        self.seconds = seconds


class OpenInstant:
    """An instant in a field that the documents do not name: --instants epoch writes it as a number."""

    def __init__(self, seconds):
        self.seconds = seconds


class Record:
    """An answer, or an item of a list. `kind` names a row of own_names.py; a documented answer has none."""

    def __init__(self, kind, fields, status=200):
        self.kind, self.fields, self.status = kind, fields, status


def documented(fields, status=200):
    """An answer whose field names the documents give."""
    return Record(None, fields, status)


def created(fields):
    """The documented answer of a call that made something."""
    return documented(fields, 201)
