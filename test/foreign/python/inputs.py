"""Reads what callers send. Every mistake is one BAD_REQUEST that names the field and what was expected."""
import decimal
import json
import re

from refusal import bad

NAME = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")
EVM_ADDRESS = re.compile(r"0x[0-9a-fA-F]{40}\Z")
DOMAIN = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.[a-z]{2,10}\Z")
AMOUNT = re.compile(r"[0-9]{1,12}(\.[0-9]{1,12})?\Z")
AMOUNT_MAX = 10**9


def refuse_constant(name):
    """NaN and Infinity are no JSON."""
    raise ValueError(name)


def parse_body(data, content_type):
    """The object in a request's body; no body is an empty object."""
    if not data.strip():
        return {}
    if content_type is not None and content_type.split(";")[0].strip().lower() != "application/json":
        raise bad("content-type", "application/json")
    try:
        value = json.loads(data.decode("utf-8"), parse_float=decimal.Decimal, parse_constant=refuse_constant)
    except (ValueError, RecursionError, decimal.DecimalException):
        raise bad("body", "a JSON object") from None
    if not isinstance(value, dict):
        raise bad("body", "a JSON object")
    return value


def missing(value, name, is_required, expected):
    """True for an optional field that is not there."""
    if value is None and is_required:
        raise bad(name, expected)
    return value is None


def text(fields, name, is_required=False, length_max=1000):
    """A text, or None."""
    value = fields.get(name)
    if missing(value, name, is_required, "a string"):
        return None
    if not isinstance(value, str) or not value.strip() or len(value) > length_max:
        raise bad(name, f"a string of 1 to {length_max} characters")
    return value


def agent_name(fields, name, is_required=True):
    """An agent id, or None."""
    value = text(fields, name, is_required)
    if value is not None and not NAME.match(value):
        raise bad(name, "1 to 64 of A-Z a-z 0-9 . _ -")
    return value


def choice(fields, name, options, default):
    """One of several words."""
    value = fields.get(name)
    if value is None:
        return default
    if value not in options:
        raise bad(name, f"one of {', '.join(options)}")
    return value


def mapping(fields, name, bytes_max=4096):
    """A JSON object, or None."""
    value = fields.get(name)
    if value is None:
        return None
    if not isinstance(value, dict) or len(json.dumps(value, default=str)) > bytes_max:
        raise bad(name, f"an object of at most {bytes_max} bytes")
    return value


def exact(value, name, expected):
    """A decimal number, given as a number or as text."""
    is_number = isinstance(value, (int, decimal.Decimal)) and not isinstance(value, bool)
    if is_number and 0 <= value < AMOUNT_MAX:
        return decimal.Decimal(value)
    if isinstance(value, str) and AMOUNT.match(value) and decimal.Decimal(value) < AMOUNT_MAX:
        return decimal.Decimal(value)
    raise bad(name, expected)


def micros(fields, name, is_required=True, least=1):
    """An amount of USDC in micros, above 0 and with at most 6 digits after the point, or None."""
    expected = f"an amount of at least {decimal.Decimal(least) / 1000000} with at most 6 digits after the point"
    value = fields.get(name)
    if missing(value, name, is_required, expected):
        return None
    scaled = exact(value, name, expected) * 1_000_000
    if scaled != int(scaled) or scaled < least:
        raise bad(name, expected)
    return int(scaled)


def whole(fields, name, least, most, default):
    """A whole number between two bounds. Text of one is read as in a query."""
    value = fields.get(name)
    expected = f"a whole number from {least} to {most}"
    if value is None:
        return default
    number = exact(value, name, expected)
    if number != int(number) or not least <= number <= most:
        raise bad(name, expected)
    return int(number)


def list_limit(query, default):
    """The `limit` of a list: above 100 is 100, below 1 or broken is an error."""
    return min(100, whole(query, "limit", 1, AMOUNT_MAX, default))


def domain_name(fields, name="domain"):
    """A domain name in lower case."""
    value = text(fields, name, True).lower()
    if not DOMAIN.match(value):
        raise bad(name, "a label, a dot and a top-level domain")
    return value
