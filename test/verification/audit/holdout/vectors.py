"""Checks games.py against every worked vector of docs/outcomes.md. Exit code 1 if one differs."""
import json
import pathlib
import re
import sys
from fractions import Fraction as F

import cards
import draws
import games

SEED = "5e1f3c8a9b7d6024e8c1a3f5097b2d4c6e80f1a2b3c4d5e6f708192a3b4c5d6e"


def rows(text):
    """Yields game, nonce, bet, and the cells of both profiles."""
    game = ""
    for line in text.splitlines():
        if line.startswith("## "):
            game = line[3:].strip()
        found = re.match(r"\| (\d+) +\| `(\{.*?\})` +\| (.*?) +\| (.*?) +\|$", line)
        if found and game in games.PLAYS:
            yield game, int(found[1]), json.loads(found[2]), found[3], found[4]


def differs(game, nonce, bet, cell, profile):
    """A sentence if the cell of the page and our result differ, else None."""
    try:
        payout, result = games.play(game, bet, draws.honest_draw(SEED, "my seed", nonce), profile)
    except cards.NoBet as refused:
        return None if cell.startswith("no bet") else f"{game} {nonce} {profile}: {refused}, page: {cell}"
    pays, _, shown = cell.partition(" ")
    if cell.startswith("no bet") or F(pays) != payout or json.loads(shown.strip("`")) != result:
        return f"{game} {nonce} {profile}: {payout} {result}, page: {cell}"
    return None


def main():
    page = pathlib.Path(__file__).parent.parent / "docs" / "outcomes.md"
    checked, wrong = 0, []
    for game, nonce, bet, published, consistent in rows(page.read_text()):
        for cell, profile in ((published, "published"), (published if consistent == "the same" else consistent, "consistent")):
            checked += 1
            wrong.append(differs(game, nonce, bet, cell, profile))
    wrong = [sentence for sentence in wrong if sentence]
    print(f"{checked} cells checked, {len(wrong)} differ", *wrong, sep="\n")
    return 1 if wrong or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
