"""Writes answers as JSON text: formats, own names, additional fields and field order, as the options say."""
import decimal
import json
import math
import struct

import formats
from own_names import enveloped, renamed
from values import Instant, Number, Open, OpenInstant, Record, Text


class Writer:
    """One deployment's way of writing. It decides about form alone."""

    def __init__(self, options, clock, random):
        self.options, self.clock, self.random = options, clock, random

    def text(self, record):
        """JSON text of a whole answer."""
        fields = record.fields
        if record.kind and self.options.own_names:
            fields = enveloped(record.kind, fields, self.options.own_names)
        plain = self.plain(fields)
        if self.options.extra_fields:
            plain.update(self.extra())
        if self.options.field_order == "reverse":
            plain = reversed_order(plain)
        return json.dumps(plain, allow_nan=False)

    def extra(self):
        """Fields that no document names: one that is new in each answer, a nested one and two lists."""
        request_id = f"req_{self.random.getrandbits(48):012x}"
        return {
            "request_id": request_id,
            "_meta": {
                "node": "eu-3",
                "took_ms": self.random.randrange(1, 40),
                "served_at": formats.instant_text(self.clock(), "us"),
                "trace": {"parent": None, "sampled": self.random.random() < 0.5},
            },
            "links": [{"rel": "self", "href": f"/requests/{request_id}"}],
            "warnings": [],
        }

    def plain(self, value):
        """JSON values alone."""
        if isinstance(value, Record):
            return self.item(value)
        if isinstance(value, dict):
            return {name: self.plain(part) for name, part in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.plain(part) for part in value]
        return self.leaf(value)

    def item(self, record):
        """A record within an answer."""
        mode = self.options.own_names
        fields = renamed(record.kind, record.fields, mode) if record.kind and mode else record.fields
        plain = self.plain(fields)
        if self.options.extra_fields:
            plain.update({"revision": 1, "labels": ["live"], "audit": {"source": "api"}})
        return plain

    def leaf(self, value):
        """An amount, an instant or a value that is JSON already."""
        is_text = self.options.numbers == "text"
        if isinstance(value, Text) or (isinstance(value, Open) and is_text):
            return formats.decimal_text(value.micros, is_text)
        if isinstance(value, Number):
            return float(value.micros / formats.MICROS) if is_text else formats.json_number(value.micros)
        if isinstance(value, Open):
            return formats.json_number(value.micros)
        if isinstance(value, Instant):
            return formats.instant_text(value.seconds, self.options.instants)
        if isinstance(value, OpenInstant):
            form = self.options.instants
            return int(value.seconds) if form == "epoch" else formats.instant_text(value.seconds, form)
        if isinstance(value, decimal.Decimal):
            number = float(value)
            return number if math.isfinite(number) else str(value)
        return value


def reversed_order(value):
    """The same JSON value with the fields of every object in the other order."""
    if isinstance(value, dict):
        return {name: reversed_order(value[name]) for name in reversed(list(value))}
    return [reversed_order(part) for part in value] if isinstance(value, list) else value


def single_precision(micros):
    """Decimal text of an amount that went through a 32-bit float: only a defect writes this."""
    return repr(struct.unpack("f", struct.pack("f", micros / formats.MICROS))[0])
