/** A session is written whole, read whole, and refused in one sentence where it is not what it was. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../../src/core/base/refusal.ts';
import type { JsonObject } from '../../../../src/core/http/message.ts';
import { newLine } from '../../../../src/host/serve/session/lines.ts';
import {
  readSession,
  scenarioDigest,
  writeSession,
  type ReadSession,
} from '../../../../src/host/serve/session/session-file.ts';
import { policiesWith } from '../serving.ts';
import { smallScenario } from '../small-scenario.ts';
import { entryOf, requestOf } from './past.ts';

const origin = { version: '1.2.3', behaviours: {} };
const sha256 = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
const startMs = Date.UTC(2026, 0, 1);
const [zeros, ones] = ['0'.repeat(32), '1'.repeat(32)];
const policies = policiesWith();
const base: ReadSession['base'] = {
  setup: { seed: '7', profile: 'published', policies, startMs },
  startMs,
  idSeed: undefined,
  scenario: undefined,
};
const end = { atMs: startMs + 60_000, event: 9, digest: ones };
const entries = [
  entryOf({ atMs: startMs }),
  entryOf({
    atMs: startMs + 1,
    event: 4,
    request: requestOf({
      method: 'POST',
      query: { q: '1' },
      headers: { authorization: 'Bearer a' },
      rawBody: '{"a":1}',
      body: { a: 1 },
    }),
    tool: { name: 'faucet_status', input: { a: 1 } },
    movingToMs: startMs + 3_600_000,
  }),
];
const marks = [
  { name: 'one', branch: 'main', atMs: startMs + 1, event: 4, digest: zeros, line: newLine(), entryCount: 1 },
];

/** The file of the session above, before its checksum. */
const content = {
  session: 1,
  orrery: '1.2.3',
  scenario: null,
  seed: '7',
  profile: 'published',
  policies: { ...policies },
  start: '2026-01-01T00:00:00.000Z',
  requests: [
    { at: '2026-01-01T00:00:00.000Z', event: 0, method: 'GET', path: '/faucet/agents', ip: '10.0.0.1' },
    {
      at: '2026-01-01T00:00:00.001Z',
      event: 4,
      method: 'POST',
      path: '/faucet/agents',
      query: { q: '1' },
      headers: { authorization: 'Bearer a' },
      text: '{"a":1}',
      body: { a: 1 },
      ip: '10.0.0.1',
      tool: { name: 'faucet_status', input: { a: 1 } },
      movingTo: '2026-01-01T01:00:00.000Z',
    },
  ],
  checkpoints: [{ name: 'one', requests: 1, at: '2026-01-01T00:00:00.001Z', event: 4, digest: zeros }],
  end: { at: '2026-01-01T00:01:00.000Z', event: 9, digest: ones },
};
const signed = (parts: object): JsonObject => ({ ...parts, checksum: sha256(parts) });

describe('a session', () => {
  it('is written field by field, with a checksum of all', () => {
    const file = writeSession({ origin, base, entries, marks, end });
    expect(file).toStrictEqual(signed(content));
    expect(Object.keys(file)).toEqual([...Object.keys(content), 'checksum']);
  });

  it('names its scenario and the seed of its ids', async () => {
    const scenario = await smallScenario();
    const file = writeSession({
      origin,
      entries: [],
      marks: [],
      end,
      base: { ...base, idSeed: 'ids', scenario },
    });
    const digest = scenarioDigest(scenario, {});
    expect(file).toMatchObject({ scenario: { name: 'small', digest }, seed: '7', idSeed: 'ids' });
    expect(Object.keys(file).slice(2, 6)).toEqual(['scenario', 'seed', 'idSeed', 'profile']);
    const read = readSession(file, { origin, scenario });
    expect(read).toMatchObject({ base: { ...base, idSeed: 'ids', scenario } });
  });

  it('is read as it was written', () => {
    const read = readSession(signed(content), { origin, scenario: undefined });
    const [{ line: _line, branch: _branch, ...mark }] = marks as [(typeof marks)[0]];
    expect(read).toStrictEqual({ base, entries, marks: [mark], end });
  });

  it('is of a scenario whatever its seed and start, and with the same files of behaviours', async () => {
    const scenario = await smallScenario();
    const { seed: _seed, start: _start, ...rest } = scenario.resolved;
    const digest = scenarioDigest(scenario, { './a.ts': 'ab' });
    expect(digest).toBe(sha256([rest, { './a.ts': 'ab' }]));
    const other = {
      ...scenario,
      resolved: { ...scenario.resolved, seed: '8', start: '2027-01-01T00:00:00Z' },
    };
    expect(scenarioDigest(other, { './a.ts': 'ab' })).toBe(digest);
    expect(scenarioDigest(scenario, { './a.ts': 'cd' })).not.toBe(digest);
  });
});

describe('a session file', () => {
  const read = (value: unknown) => readSession(value, { origin, scenario: undefined });

  it.each<[string, unknown, string]>([
    ['of another format', { session: 2 }, 'the session has format 2; expected 1'],
    [
      'without a format',
      { ...content, session: undefined, checksum: zeros },
      '"session" is missing; expected a session',
    ],
    ['that is no object', null, 'the file is null; expected a session'],
    [
      'that was edited',
      { ...signed(content), seed: '8' },
      'the session was edited; expected a file as GET /_sim/session gave it',
    ],
    [
      'of another version',
      signed({ ...content, orrery: '2.0.0' }),
      'the session is of Orrery 2.0.0; expected one of 1.2.3',
    ],
    [
      'of a scenario',
      signed({ ...content, scenario: { name: 'rush', digest: '2'.repeat(64) } }),
      'the session belongs to scenario rush; expected orrery serve rush',
    ],
    [
      'with a policy that there is not',
      signed({ ...content, policies: { 'http.infos': 'on' } }),
      'there is no policy "http.infos"; did you mean "http.info"?',
    ],
  ])('%s is refused', (_, value, message) => {
    const refusal = read(value);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ code: 'BAD_REQUEST', message });
  });

  it('says what is expected in the words of the caller', () => {
    const file = signed({ ...content, scenario: { name: 'rush', digest: '2'.repeat(64) } });
    const expected = (name: string): string => `a world of ${name}`;
    expect(readSession(file, { origin, scenario: undefined, expected })).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'the session belongs to scenario rush; expected a world of rush',
    });
  });

  it('of none, or of another scenario than the one given, is refused', async () => {
    const scenario = await smallScenario();
    expect(readSession(signed(content), { origin, scenario })).toMatchObject({
      code: 'BAD_REQUEST',
      message:
        'the session has no scenario, and the call names one; expected the call without its scenario file',
    });
    const file = signed({ ...content, scenario: { name: 'rush', digest: '2'.repeat(64) } });
    expect(readSession(file, { origin, scenario })).toMatchObject({
      code: 'BAD_REQUEST',
      message:
        'the session belongs to another scenario, or another state of rush; expected the one it was made with',
    });
  });
});
