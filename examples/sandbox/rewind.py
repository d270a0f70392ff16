"""A test against the sandbox in Python, with nothing but its standard library.

It starts `orrery serve`, asks for a counterparty, pays it through an escrow, goes back in time, and finds its money again.
ORRERY is the command that starts Orrery: `npx orrery` unless given.
"""

import json
import os
import shlex
import subprocess
import urllib.error
import urllib.request


class Sandbox:
    """`orrery serve` on a free port, for as long as the block lasts."""

    def __enter__(self):
        command = shlex.split(os.environ.get("ORRERY", "npx orrery"))
        self.process = subprocess.Popen(
            [*command, "serve", "--port", "0", "--json"], stdout=subprocess.PIPE, text=True
        )
        # The first line is one JSON object, printed once the port is open.
        self.address = json.loads(self.process.stdout.readline())["address"]
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def call(self, method, path, body=None, key=None):
        """The body of the answer. Raises RuntimeError for a refusal."""
        headers = {"Content-Type": "application/json"}
        if key is not None:
            headers["Authorization"] = f"Bearer {key}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            raise RuntimeError(f"{method} {path}: {refusal.code} {refusal.read().decode()}") from None


def main():
    with Sandbox() as sandbox:
        sandbox.call("POST", "/_sim/reset", {"seed": 7})
        seller = sandbox.call("POST", "/_sim/agents", {"agent": "escrow-seller"})["agents"][0]
        key = sandbox.call("POST", "/faucet/register", {"agent_id": "buyer"})["api_key"]

        def balance():
            return sandbox.call("GET", "/casino/api/v1/auth/balance", key=key)["balance"]

        assert balance() == 10
        before = sandbox.call("POST", "/_sim/checkpoints", {"name": "before"})

        escrow = sandbox.call("POST", "/escrow/escrow", {"amount": "1.00", "receiver": seller}, key)
        sandbox.call("POST", "/_sim/clock/advance", {"by": "2h"})
        sandbox.call("POST", f"/escrow/escrow/{escrow['escrow_id']}/release", {}, key)
        assert balance() == 9

        back = sandbox.call("POST", "/_sim/rewind", {"to": "before"})
        assert (back["digest"], back["now"]) == (before["digest"], before["now"])
        assert balance() == 10
    print("ok")


main()
