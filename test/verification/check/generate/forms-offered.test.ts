/** What is done to whole operations: another form on the wire, one more field, a key, values under names of secrets; and instants. */
import { describe, expect, it } from 'vitest';
import type { OperationSource } from '../../../../src/simulation/scenario/schema.ts';
import { confided } from '../../../../src/verification/check/generate/confided.ts';
import { keyedLife } from '../../../../src/verification/check/generate/keyed-life.ts';
import { withMore } from '../../../../src/verification/check/generate/more-fields.ts';
import {
  anyPage,
  misspelt,
  outside,
  spelled,
  withOwner,
} from '../../../../src/verification/check/generate/move.ts';
import { inWireForms } from '../../../../src/verification/check/generate/wire-forms.ts';
import { writtenInstant } from '../../../../src/verification/check/generate/written-instant.ts';
import { describeKept } from '../../../kept-digests.ts';
import { offeredBy, OfferedDraw } from './offered.ts';

const address = `0x${'ab'.repeat(20)}`;
const operations: readonly OperationSource[] = [
  { by: 'bob', do: 'POST /a', body: { to: address, memo: `to ${address}`, n: 7 }, as: 'a-1', at: '5ms' },
  { by: 'bob', do: 'POST /b', body: {} },
  { by: 'bob', do: 'POST /c', body: [address] },
  { by: 'bob', do: 'POST /d', body: null },
  { by: 'bob', do: 'POST /e', body: { nonce: '${hand-1:/nonce}' } },
  { by: 'bob', do: 'POST /f', body: { x: 1 }, raw: 'a' },
  { by: 'bob', do: 'GET /g', query: { limit: '1' } },
  { by: 'bob', do: 'POST /_sim/deposit', body: { to: address } },
  { by: 'bob', do: 'PUT /h', headers: { 'idempotency-key': 'own' } },
];

describe('an operation with a key', () => {
  it('is one that changes something, has no key, and is no call of the sandbox', () => {
    const keyed = keyedLife(operations, new OfferedDraw('keys'));
    const keys = operations.map(({ do: call }) => [
      ...new Set(keyed.filter((each) => each.do === call).map(({ headers }) => headers?.['idempotency-key'])),
    ]);
    const life = expect.stringMatching(/^life--?\d+$/) as string;
    expect(keys).toEqual([[life], [life], [life], [life], [life], [life], [undefined], [undefined], ['own']]);
  });
});

describe('a call in another form', () => {
  it('keeps an owner only where there is one', () => {
    expect([withOwner('bob'), withOwner(undefined)]).toStrictEqual([{ by: 'bob' }, {}]);
  });

  it('may be about an address of no agent, or one with a wrong checksum', () => {
    expect(outside).toBe('0xcccccccccccccccccccccccccccccccccccccccc');
    expect(misspelt).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEdA94');
  });

  it('has its references as they are, and names now and then in capitals', () => {
    const names = ['x.agent', '$x.agent'].map((name) =>
      Array.from({ length: 40 }, (_, seed) => spelled(name, new OfferedDraw(`spelled ${seed}`))),
    );
    expect(names.map((texts) => [...new Set(texts)].toSorted())).toEqual([
      ['X.AGENT', 'x.agent'],
      ['$x.agent'],
    ]);
  });
});

const more = (call: Parameters<typeof withMore>[0]) =>
  offeredBy(`more of ${JSON.stringify(call)}`, 12, (_, draw) => withMore(call, draw));

describeKept(new URL('forms-offered.json', import.meta.url), [
  offeredBy('wire forms', 12, (_, draw) => inWireForms(operations, draw)),
  offeredBy('text of one body', 8, (_, draw) =>
    inWireForms(
      Array.from({ length: 250 }, () => operations[0]!),
      draw,
    ),
  ),
  offeredBy('text of one reference', 2, (_, draw) =>
    inWireForms(
      Array.from({ length: 100 }, () => operations[4]!),
      draw,
    ),
  ),
  offeredBy('text of no body', 2, (_, draw) =>
    inWireForms(
      [3, 5].flatMap((index) => Array.from({ length: 60 }, () => operations[index]!)),
      draw,
    ),
  ),
  ...operations.map((operation) =>
    offeredBy(`confided in ${operation.do}`, 16, (_, draw) => confided(operation, draw)),
  ),
  offeredBy('keys', 24, (_, draw) => keyedLife(operations, draw)),
  offeredBy('instants', 2, (_, draw) =>
    Array.from({ length: 400 }, () => writtenInstant(Date.UTC(2026, 2, 31, 23, 59), draw, 80)),
  ),
  offeredBy('pages', 40, (_, draw) => anyPage(draw)),
  more({ do: 'POST /api/trading-api/order', body: { side: 'buy' } }),
  more({ do: 'POST /trading/api/v1/orders', body: {} }),
  more({ do: 'POST /trading/api/v1/orders' }),
  more({ do: 'GET /escrow/escrows', query: { limit: 1 } }),
  more({ do: 'POST /escrow/escrow/${escrow-1:/escrow_id}/dispute', body: {} }),
  more({ do: 'POST /casino/api/v1/games/plinko', body: { amount: 1 } }),
  more({ do: 'POST /escrow/escrow', raw: '{}' }),
  more({ do: 'GET /nowhere' }),
]);
