import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { commitmentOf, hmacPick } from '../../../src/core/fairness/hmac.ts';
import {
  chainLength,
  firstPair,
  rotate,
  serverSeedAt,
  takeRound,
  verify,
  withClientSeed,
  type SeedPair,
} from '../../../src/core/fairness/seed-pair.ts';

const source = { secret: 'the house secret', player: 'agent-1', defaultClientSeed: 'default' };

/** The pair after that many rotations. */
function rotated(count: number, from: SeedPair = firstPair(source)): SeedPair {
  let pair = from;
  for (let turn = 0; turn < count; turn += 1) ({ pair } = rotate(source, pair));
  return pair;
}

describe('the seeds of a player', () => {
  it('FAI02 shows of a server seed its SHA-256, and nothing in the round before rotation says more', () => {
    const pair = firstPair(source);
    expect(pair.commitment).toBe(commitmentOf(pair.serverSeed));
    expect(pair.serverSeed).toMatch(/^[0-9a-f]{64}$/);
    expect(verify({ commitment: pair.commitment, clientSeed: 'mine', nonce: 0 }, (pick) => pick(6))).toEqual({
      status: 'unrevealed',
    });
  });

  it('FAI03 FAI04 rotates when asked, and discloses the seed that was in use', () => {
    const before = takeRound(takeRound(firstPair(source)).pair).pair;
    const { revealed, pair } = rotate(source, before);
    expect(revealed).toEqual({ commitment: before.commitment, serverSeed: before.serverSeed, rounds: 2 });
    expect(pair.commitment).not.toBe(before.commitment);
    expect([pair.index, pair.nextNonce]).toEqual([1, 0]);
  });

  it('never chooses a server seed after a client seed: each revealed seed is the commitment of the next', () => {
    let pair = firstPair(source);
    for (let turn = 1; turn < chainLength; turn += 1) {
      const { revealed, pair: next } = rotate(source, pair);
      expect(next.commitment).toBe(revealed.serverSeed);
      pair = next;
    }
    expect(pair.serverSeed).toBe(serverSeedAt(source, chainLength - 1));
  });

  it('drops the client seed where a new chain is committed to: the player chooses after the commitment', () => {
    const own = withClientSeed(rotated(chainLength - 2), 'mine');
    expect(rotated(1, own).clientSeed).toBe('mine');
    const fresh = rotated(2, own);
    expect([fresh.index, fresh.clientSeed]).toEqual([chainLength, 'default']);
    expect(fresh.commitment).not.toBe(rotated(1, own).serverSeed);
  });

  it('FAI01 takes a client seed without changing the server seed or the count of rounds', () => {
    const played = takeRound(firstPair(source)).pair;
    const changed = withClientSeed(played, 'mine');
    expect(changed).toEqual({ ...played, clientSeed: 'mine' });
    expect(takeRound(changed).seeds).toEqual({ serverSeed: played.serverSeed, clientSeed: 'mine', nonce: 1 });
  });

  it('counts nonces from 0 without a gap', () => {
    let pair = firstPair(source);
    const nonces: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const taken = takeRound(pair);
      nonces.push(taken.seeds.nonce);
      pair = taken.pair;
    }
    expect(nonces).toEqual([0, 1, 2, 3, 4]);
  });

  it('takes each chain from its end: the last seed is the HMAC of player and chain under the secret', () => {
    for (const chain of [0, 1, 2]) {
      let seed = createHmac('sha256', source.secret).update(`${source.player}:${chain}`).digest('hex');
      for (let index = chainLength - 1; index >= 0; index -= 1) {
        if (index % 51 === 0) expect(serverSeedAt(source, chain * chainLength + index)).toBe(seed);
        seed = commitmentOf(seed);
      }
    }
  });

  it('gives two players, and two houses, different seeds', () => {
    const seeds = [source, { ...source, player: 'agent-2' }, { ...source, secret: 'another' }].map((one) =>
      serverSeedAt(one, 0),
    );
    expect(new Set(seeds).size).toBe(3);
  });

  it.each([-1, 0.5, Number.NaN])('refuses server seed %d', (index) => {
    expect(() => serverSeedAt(source, index)).toThrow('count from 0');
  });
});

describe('verifying a bet', () => {
  const { seeds, pair } = takeRound(withClientSeed(firstPair(source), 'mine'));
  const record = { commitment: pair.commitment, ...seeds };

  it('recomputes what was drawn', () => {
    const outcome = hmacPick(seeds)(37);
    expect(verify(record, (pick) => pick(37))).toEqual({ status: 'recomputed', outcome });
  });

  it('notices a server seed that was not committed to', () => {
    expect(verify({ ...record, serverSeed: serverSeedAt(source, 3) }, (pick) => pick(37))).toEqual({
      status: 'wrong-seed',
    });
  });

  it('recomputes something else under another nonce', () => {
    const first = verify(record, (pick) => pick(2 ** 32));
    expect(verify({ ...record, nonce: 5 }, (pick) => pick(2 ** 32))).not.toEqual(first);
  });
});
