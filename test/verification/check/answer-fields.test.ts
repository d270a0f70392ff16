/** Fields of answers: the paths of schemas, and which of them an answer has. */
import { describe, expect, it } from 'vitest';
import { answerFields, fieldsIn, pathsOf } from '../../../src/verification/check/answer-fields.ts';
import { Coverage } from '../../../src/verification/check/coverage.ts';

const text = { type: 'string' };

it.each([
  [
    { type: 'object', properties: { a: text, b: { type: 'object', properties: { c: text } } } },
    ['/a', '/b/c'],
  ],
  [{ type: 'object', properties: { list: { type: 'array', items: text } } }, ['/list/[]']],
  [{ properties: { list: { items: { properties: { a: text } } } } }, ['/list/[]/a']],
  [{ anyOf: [{ properties: { a: text } }, { properties: { b: text } }] }, ['/a', '/b']],
  [{ allOf: [{ properties: { a: text } }, { properties: { b: text } }] }, ['/a', '/b']],
  [{ properties: { a: { anyOf: [text, { type: 'null' }] } } }, ['/a']],
  [{ properties: { a: { type: 'null' } } }, []],
  [{ properties: { a: { type: 'object' } } }, ['/a/*']],
  [{ properties: { a: { patternProperties: {} } } }, ['/a/*']],
  [{ properties: { b: text }, additionalProperties: true }, ['/b', '/*']],
  [{ type: 'object', properties: {} }, []],
])('of the schema %j are the fields %j', (schema, paths) => {
  expect([...pathsOf(schema, '')]).toEqual(paths);
});

describe('the fields of an answer', () => {
  const call = 'a/B/c';
  const known = new Set(
    ['/a', '/list/[]', '/rows/[]/x', '/open/*', '/deep/er/*'].map((path) => `${call} ${path}`),
  );
  const fieldsOf = (answer: unknown, names: ReadonlySet<string> = known) => [
    ...fieldsIn(call, answer, names),
  ];
  const of = (...paths: string[]): string[] => paths.map((path) => `${call} ${path}`);

  it('are those that are known, of lists each item', () => {
    expect(fieldsOf({ a: 1, b: 2, list: [1, 2], rows: [{ x: null }, { y: 1 }] })).toEqual(of('/a', '/list/[]', '/list/[]', '/rows/[]/x'));
  }); // prettier-ignore

  it('stand under the name of the nearest open object', () => {
    expect(fieldsOf({ open: { x: 1, y: { z: 2 } }, deep: { er: { w: 1 }, x: 1 } })).toEqual(of('/open/*', '/open/*', '/deep/er/*'));
    expect(fieldsOf({ x: 1, y: { z: 2 } }, new Set(of('/*', '/y/*')))).toEqual(of('/*', '/y/*'));
    expect(fieldsOf({ x: 1 }, new Set(['a/*', 'a/B/*', '/*']))).toEqual([]);
  }); // prettier-ignore
});

it('every route but those of the sandbox has fields, in order of names', () => {
  const fields = answerFields();
  expect(fields).toEqual([...new Set(fields)].toSorted());
  expect(fields.filter((field) => !/^\w+\/(?:A|B|short|primary) \/\S+$/.test(field.replace(/\/\w+ /, ' ')))).toEqual([]);
  expect(fields.filter((field) => field.startsWith('control/'))).toEqual([]);
  expect(new Set(fields.map((field) => field.split(' ')[0])).size).toBeGreaterThan(100);
}); // prettier-ignore

describe('the states that a campaign may reach', () => {
  /** As the documents name them, by kind of record (ESC, DOM, TRD, CHA, TOU, WAL, CAS). */
  const states = {
    escrow: ['locked', 'released', 'refunded', 'expired', 'disputed'],
    domain: ['active', 'expiring'],
    order: ['open', 'filled', 'cancelled'],
    challenge: ['pending', 'resolved', 'declined', 'expired'],
    tournament: ['upcoming', 'active', 'finished', 'cancelled'],
    transaction: ['pending', 'confirmed', 'failed'],
    swap: ['awaiting_deposit', 'processing', 'completed', 'failed', 'refunded', 'expired'],
    bet: ['verified', 'unrevealed'],
    hand: ['open', 'settled'],
  };
  const calls = {
    escrow: 'escrow create release refund dispute detail list',
    domain: 'domains lookup list',
    order: 'trading place cancel orders',
    challenge: 'casino createChallenge acceptChallenge declineChallenge challenges',
    tournament: 'casino createTournament tournament tournaments',
    transaction: 'wallet send sendSigned transaction transactions chainTransactions',
    swap: 'wallet swapStatus openSwap',
    bet: 'casino verifyBet verifyRound',
    hand: 'casino bet',
  };

  it('are those of each record, whichever call answers with it', () => {
    const listed = Object.entries(states).flatMap(([record, names]) => names.map((name) => `${record} ${name}`));
    expect(new Coverage().result().states).toEqual({ reached: 0, total: listed.length, missing: listed.toSorted() });
    for (const [record, text_] of Object.entries(calls)) {
      const [service, ...operations] = text_.split(' ');
      for (const operation of operations) {
        const coverage = new Coverage();
        const exchange = { service, style: 'B', operation, status: 200, answerHeaders: {}, headers: {}, params: {}, query: {}, body: {}, method: 'GET', atMs: 0, ip: '' };
        for (const status of Object.values(states).flat())
          coverage.reached({ ...exchange, answer: { inner: [{ status, state: status }] } } as never);
        expect(coverage.result().states.missing, operation).toEqual(listed.filter((name) => !name.startsWith(`${record} `)).toSorted());
      }
    }
  }); // prettier-ignore
});
