/** Which requests a difference may depend on: selections that grow, each closed under what it refers to. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../src/live/conform/exchange.ts';
import { relatedTo } from '../../../src/live/conform/related.ts';
import { answerOf, exchangesOf } from './exchanges.ts';

const numbersOf = (exchanges: readonly Exchange[]): number[][] =>
  [...relatedTo(exchanges)].map((chosen) => chosen.map(({ n }) => n));

const key = answerOf({ api_key: 'sk' });

describe('requests that a difference may depend on', () => {
  it('are none where there is none', () => expect(numbersOf([])).toEqual([]));

  it.each<[string, Parameters<typeof exchangesOf>[0], number[][]]>([
    ['the request alone, then all of its agent, then all', [
      { operation: { by: 'bob', do: 'GET /x' } },
      { operation: { by: 'alice', do: 'GET /x' } },
      { operation: { by: 'alice', do: 'GET /y' } },
    ], [[2], [1, 2], [0, 1, 2]]],
    ['what the path refers to', [
      { operation: { by: 'bob', do: 'GET /x', as: 'c0' } },
      { operation: { by: 'bob', do: 'GET /x', as: 'c1' } },
      { operation: { by: 'alice', do: 'GET /x/${c0:/id}' } },
    ], [[0, 2], [0, 1, 2]]],
    ['what is referred to by what is referred to', [
      { operation: { by: 'a', do: 'GET /x', as: 'c0' } },
      { operation: { by: 'b', do: 'POST /x', body: { of: '${c0:/id}' }, as: 'c1' } },
      { operation: { by: 'c', do: 'GET /x' } },
      { operation: { by: 'd', do: 'GET /x', query: { of: '${c1:/id}' } } },
    ], [[0, 1, 3], [0, 1, 2, 3]]],
    ['where an agent has its key from, if that was before', [
      { operation: { by: 'alice', do: 'POST /register' }, live: key },
      { operation: { by: 'alice', do: 'GET /x' } },
      { operation: { by: 'alice', do: 'GET /x' } },
    ], [[0, 2], [0, 1, 2]]],
    ['every key that an agent was issued', [
      { operation: { by: 'alice', do: 'POST /register' }, live: key },
      { operation: { by: 'alice', do: 'POST /rotate' }, live: key },
      { operation: { by: 'bob', do: 'GET /x' } },
      { operation: { by: 'alice', do: 'GET /x' } },
    ], [[0, 1, 3], [0, 1, 2, 3]]],
    ['the registration of an agent that the body names, at any depth', [
      { operation: { by: 'bob', do: 'POST /register', body: { agent_id: 'bobby' } }, live: key },
      { operation: { by: 'carol', do: 'POST /register', body: { agent_id: 'carol' } }, live: key },
      { operation: { by: 'alice', do: 'POST /escrow', body: { to: [{ name: 'bobby' }] } } },
    ], [[0, 2], [0, 1, 2]]],
    ['the registration of an agent that the path names', [
      { operation: { by: 'bob', do: 'POST /register', body: { agent_id: 'bobby' } }, live: key },
      { operation: { by: 'carol', do: 'GET /x' } },
      { operation: { by: 'alice', do: 'GET /agents/bobby' } },
    ], [[0, 2], [0, 1, 2]]],
    ['the registration of an agent that the query names', [
      { operation: { by: 'bob', do: 'POST /register', body: { agent_id: 'bobby' } }, live: key },
      { operation: { by: 'carol', do: 'GET /x' } },
      { operation: { by: 'alice', do: 'GET /agents', query: { of: 'bobby' } } },
    ], [[0, 2], [0, 1, 2]]],
    ['the registration of an agent that was not the first', [
      { operation: { by: 'dora', do: 'GET /x' } },
      { operation: { by: 'bob', do: 'POST /register', body: { agent_id: 'bobby' } }, live: key },
      { operation: { by: 'alice', do: 'GET /agents/bobby' } },
    ], [[1, 2], [0, 1, 2]]],
    ['nothing for a label that no request has', [
      { operation: { by: 'bob', do: 'GET /x' } },
      { operation: { by: 'alice', do: 'GET /x' } },
      { operation: { by: 'alice', do: 'GET /x/${none:/id}' } },
    ], [[2], [1, 2], [0, 1, 2]]],
    ['each request once where they refer to each other', [
      { operation: { by: 'bob', do: 'GET /x/${c1:/id}', as: 'c0' } },
      { operation: { by: 'alice', do: 'GET /x/${c0:/id}/${c1:/id}', as: 'c1' } },
    ], [[0, 1]]],
    ['no key that was issued later', [
      { operation: { by: 'bob', do: 'POST /x', as: 'c0' } },
      { operation: { by: 'bob', do: 'POST /register' }, live: key },
      { operation: { by: 'alice', do: 'GET /x/${c0:/id}' } },
    ], [[0, 2], [0, 1, 2]]],
    ['no agent that registered later', [
      { operation: { by: 'bob', do: 'POST /x/carla', as: 'c0' } },
      { operation: { by: 'carl', do: 'POST /register', body: { agent_id: 'carla' } }, live: key },
      { operation: { by: 'alice', do: 'GET /x/${c0:/id}' } },
    ], [[0, 2], [0, 1, 2]]],
    ['no registration that was refused, or without a response', [
      { operation: { by: 'bob', do: 'POST /register', body: { agent_id: 'bobby' } }, live: answerOf({ code: 'X' }, 400) },
      { operation: { by: 'bob', do: 'POST /register', body: { agent_id: 'bobby' } }, live: { kind: 'failed', reason: 'timeout' } },
      { operation: { by: 'bob', do: 'POST /register', body: { agent_id: 'bobby' } }, live: answerOf(null) },
      { operation: { by: 'alice', do: 'GET /agents/bobby', body: null } },
    ], [[3], [0, 1, 2, 3]]],
    ['no registration that names nothing, or comes later', [
      { operation: { by: 'bob', do: 'POST /register', body: { agent_id: 7 } }, live: key },
      { operation: { by: 'carol', do: 'POST /register', body: null }, live: key },
      { operation: { by: 'dora', do: 'POST /register' }, live: key },
      { operation: { by: 'alice', do: 'POST /register/7/alice', body: { agent_id: 'alice' } }, live: key },
    ], [[3], [0, 1, 2, 3]]],
    ['then what other agents did with the things of its agents', [
      { operation: { by: 'alice', do: 'POST /escrow', as: 'c0' } },
      { operation: { by: 'bob', do: 'GET /escrow/${c0:/id}', as: 'c1' } },
      { operation: { by: 'carol', do: 'GET /x', as: 'c2' } },
      { operation: { by: 'alice', do: 'GET /balance', as: 'c3' } },
    ], [[3], [0, 3], [0, 1, 3], [0, 1, 2, 3]]],
  ])('%s', (_what, changes, selections) => {
    expect(numbersOf(exchangesOf(changes))).toEqual(selections);
  }); // prettier-ignore

  it('may be part of a run that began before', () => {
    const [one, two] = exchangesOf([{ n: 5 }, { n: 6, operation: { by: 'bob', do: 'GET /x' } }]);
    expect(numbersOf([one!, two!])).toEqual([[6], [5, 6]]);
  });

  it('grow from each selection to the next, have the last request, and end with all', () => {
    const request = fc.record({
      by: fc.constantFrom('a', 'b', 'c'),
      of: fc.option(fc.nat({ max: 6 }), { nil: undefined }),
      isKey: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(request, { minLength: 1, maxLength: 8 }), (requests) => {
        const exchanges = exchangesOf(
          requests.map(({ by, of, isKey }, n) => ({
            operation: {
              by,
              do: `GET /x/${of === undefined || of >= n ? '' : `\${c${of}:/id}`}`,
              as: `c${n}`,
            },
            live: isKey ? key : answerOf(),
          })),
        );
        const selections = numbersOf(exchanges);
        expect(selections.at(-1)).toEqual(exchanges.map(({ n }) => n));
        for (const [index, chosen] of selections.entries()) {
          const before = selections[index - 1] ?? [];
          expect(chosen.length).toBeGreaterThan(before.length);
          expect(chosen).toEqual(expect.arrayContaining([...before, requests.length - 1]));
          for (const n of chosen) {
            const of = requests[n]?.of;
            if (of !== undefined && of < n) expect(chosen).toContain(of);
            const keys = requests.flatMap(({ by, isKey }, at) =>
              isKey && by === requests[n]?.by && at < n ? [at] : [],
            );
            expect(chosen).toEqual(expect.arrayContaining(keys));
          }
        }
      }),
      { numRuns: 30 },
    );
  });
});
