"""The flags of the deployment. Each one is independent of the others."""
import argparse
import json
import pathlib

DEFECTS_FILE = pathlib.Path(__file__).with_name("defects.json")


def defect_names():
    """Names of every switchable defect, in the order of defects.json."""
    return [defect["name"] for defect in json.loads(DEFECTS_FILE.read_text(encoding="utf-8"))]


def defect_list(text):
    """`a,b` as a frozenset; an unknown name is an error of the command line."""
    names = frozenset(name for name in text.split(",") if name)
    unknown = sorted(names - set(defect_names()))
    if unknown:
        raise argparse.ArgumentTypeError(
            f"unknown defect {unknown[0]!r}; expected some of {', '.join(defect_names())}"
        )
    return names


def count(text):
    """A whole number from 0."""
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text} is negative; expected a whole number from 0")
    return number


def add_formats(parser):
    """Flags that change how answers look, never what they say."""
    parser.add_argument("--ids", choices=["uuid", "ulid", "int", "number", "opaque", "short"], default="uuid")
    parser.add_argument("--keys", choices=["bearer-hex", "jwt-like", "base64", "prefix"], default="prefix")
    parser.add_argument("--instants", choices=["ms", "us", "offset", "seconds", "epoch"], default="ms")
    parser.add_argument("--numbers", choices=["text", "number"], default="text")
    parser.add_argument("--own-names", nargs="?", choices=["flat", "nested", "data"], const="data", default=None)
    parser.add_argument("--wording", choices=["plain", "other", "terse"], default="plain")
    parser.add_argument("--extra-fields", action="store_true")
    parser.add_argument("--field-order", choices=["table", "reverse"], default="table")


def add_rules(parser):
    """Flags that change what the deployment does."""
    parser.add_argument("--limits", choices=["on", "off"], default="on")
    parser.add_argument("--tier", choices=["free", "pro", "enterprise"], default="free")
    parser.add_argument("--registrations-per-minute", type=count, default=10, metavar="N")
    parser.add_argument("--existing", type=count, default=0, metavar="N")
    parser.add_argument("--keys-file", metavar="FILE")
    parser.add_argument("--clock-offset", type=float, default=0.0, metavar="SECONDS")
    parser.add_argument("--seed", type=int, help="fixes ids and keys; without it they are random")
    parser.add_argument("--defect", type=defect_list, default=frozenset(), metavar="NAME[,NAME]")


def add_transport(parser):
    """Flags of the connection."""
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--auth-header", default="Authorization", metavar="NAME")
    parser.add_argument("--auth-scheme", choices=["Bearer", "none"], default="Bearer")
    parser.add_argument("--tls", nargs=2, metavar=("CERT", "KEY"))
    parser.add_argument("--client-ca", metavar="CA", help="with --tls: clients need a certificate of this CA")
    parser.add_argument("--gzip", action="store_true", help="compress for clients that accept gzip")
    parser.add_argument("--redirect", nargs="?", const="/current", default=None, metavar="PREFIX",
                        help="307 from every other path to the same path below PREFIX")
    parser.add_argument("--stop-with-stdin", action="store_true", help="end when standard input ends")


def parse(arguments=None):
    """The options of one deployment."""
    parser = argparse.ArgumentParser(prog="deployment.py", description="A foreign deployment of part of the platform.")
    add_transport(parser)
    add_formats(parser)
    add_rules(parser)
    options = parser.parse_args(arguments)
    if options.client_ca and not options.tls:
        parser.error("--client-ca needs --tls")
    return options
