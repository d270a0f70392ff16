"""Runs a command against each house or each log, and compares its exit code with what houses.json or logs.json expects.

  run.py houses --upstream http://127.0.0.1:4010 --out DIR --command 'COMMAND with {target}, {url}, {games} or {name}'
  run.py logs --dir DIR --command 'COMMAND with {file}'       (--names FILE and --profile NAME are added where a log needs them)

Exit codes of the command: 0 no finding, 1 a finding, anything else a refusal. A cheating case should give 1, an honest one 0.
Each case keeps its output in OUT/NAME.txt; OUT/results.json has all of them. {target} is a target file made for the proxy.
"""
import argparse
import json
import pathlib
import shlex
import subprocess
import sys

HERE = pathlib.Path(__file__).parent


def expectation(case):
    """The exit codes that are right for a case."""
    if case["kind"] == "honest":
        return {0, 2} if case.get("may_refuse") else {0, 1} if case.get("debatable") else {0}
    shown = case.get("visible", case.get("noticeable_within_2000_bets", True))
    return {1} if shown is True else {0, 1}


def execute(command, out, name, seconds):
    """The exit code of a command; its output goes to OUT/NAME.txt."""
    with (out / f"{name}.txt").open("w") as log:
        try:
            return subprocess.run(shlex.split(command), stdout=log, stderr=subprocess.STDOUT, timeout=seconds, check=False).returncode
        except subprocess.TimeoutExpired:
            return "time"


def house(case, options, out):
    """Starts the proxy of a house on a free port, and runs the command against it."""
    arguments = ["--upstream", options.upstream, "--port", "0", "--house", case["name"], "--seed", options.seed]
    with subprocess.Popen([sys.executable, HERE / "proxy.py", *arguments], stdout=subprocess.PIPE, text=True) as proxy:
        try:
            url = proxy.stdout.readline().split()[-1]
            target = out / f"{case['name']}.target.yaml"
            services = ", ".join(f"{name}: '{url}/{path}'" for name, path in (("faucet", "faucet"), ("casino", "casino"), ("api", "api")))
            target.write_text(f"name: {case['name']}\nhosts: [127.0.0.1]\nallow: writes\nclock: {options.clock}\nservices: {{ {services} }}\n")
            command = options.command.format(target=target, url=url, games=" ".join(case.get("games", [])) or options.games, name=case["name"])
            return execute(command, out, case["name"], options.timeout)
        finally:
            proxy.kill()


def log(case, options, out):
    """Runs the command on a log."""
    folder = pathlib.Path(options.dir)
    command = options.command.format(file=folder / case["file"], name=case["name"])
    command += f" --names {folder / case['names']}" if "names" in case else ""
    command += f" --profile {case['profile']}" if "profile" in case else ""
    return execute(command, out, case["name"], options.timeout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["houses", "logs"])
    parser.add_argument("--command", required=True)
    parser.add_argument("--out", default="holdout-results")
    parser.add_argument("--upstream", default="http://127.0.0.1:4010")
    parser.add_argument("--dir")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--clock", default="600x", help="the clock of the upstream, for the target file")
    parser.add_argument("--games", default="", help="{games} of houses that cheat in all games")
    parser.add_argument("--timeout", type=float, default=600)
    parser.add_argument("--only", nargs="*", help="names of cases")
    options = parser.parse_args()
    out = pathlib.Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    listed = pathlib.Path(options.dir) / "logs.json" if options.what == "logs" else HERE / "houses.json"
    results = []
    for case in json.loads(listed.read_text()):
        if options.only and case["name"] not in options.only:
            continue
        code = (log if options.what == "logs" else house)(case, options, out)
        right = code in expectation(case)
        results.append({**case, "exit": code, "right": right})
        print(f"{'right' if right else 'WRONG':6} exit {code!s:5} {case['kind']:9} {case['name']}: {case['sentence']}", flush=True)
    (out / "results.json").write_text(json.dumps(results, indent=1) + "\n")
    for kind in ("cheating", "honest"):
        some = [r for r in results if r["kind"] == kind]
        print(f"{kind}: {sum(r['right'] for r in some)} of {len(some)} as expected; exit 1: {sum(r['exit'] == 1 for r in some)}")


if __name__ == "__main__":
    main()
