/** How scenarios begin and end, and what is made of single calls: a field changed, another one, another form on the wire. */
import { describe, expect, it } from 'vitest';
import type { Draw } from '../../../../src/verification/check/generate/draw.ts';
import type { OperationDraft } from '../../../../src/verification/check/generate/model-state.ts';
import { finalReads, register, registerRich } from '../../../../src/verification/check/generate/opening.ts';
import { spoiled } from '../../../../src/verification/check/generate/spoil.ts';
import { describeKept } from '../../../kept-digests.ts';
import { furnished, inhabited, KeptModel } from './furnished.ts';
import { offeredBy, OfferedDraw } from './offered.ts';

describe('the last reads', () => {
  it('ask for the latest of each kind, as its maker', () => {
    const model = furnished();
    const before = model.operations.length;
    finalReads(model, 90_000);
    const id = (kind: string): string => model.latest(kind)?.reference ?? '';
    expect(model.operations.slice(before)).toEqual([
      { at: '90000ms', by: 'bob', do: `GET /escrow/escrow/${id('escrow')}` },
      { by: 'bob', do: `GET /api/wallet-api/tx/${id('transaction')}` },
      { by: 'bob', do: `GET /wallet/v1/wallet/swap/status/${id('swap')}` },
      { by: 'bob', do: 'GET /casino/api/v1/challenges' },
      { by: 'bob', do: `GET /casino/api/v1/tournaments/${id('tournament')}` },
      { by: 'bob', do: 'GET /api/trading-api/price/ETH-USDC' },
      { by: 'bob', do: 'GET /api/trading-api/orders' },
      { by: 'bob', do: 'GET /api/trading-api/portfolio' },
    ]);
  });

  it('come now where their time is over, and not at all where there is nothing', () => {
    const model = furnished();
    finalReads(model, 1_000);
    expect(model.atMs).toBe(60_000);
    const bare = inhabited();
    finalReads(bare, 90_000);
    expect([bare.atMs, bare.operations.length]).toEqual([60_000, 4]);
  });
});

const spoil = (call: OperationDraft) =>
  offeredBy(`spoiled ${JSON.stringify(call)}`, 24, (_, draw) => spoiled(call, draw));

describe('a call with one field changed', () => {
  it.each<OperationDraft>([
    { do: 'GET /a' },
    { do: 'GET /a', query: {} },
    { do: 'POST /a', body: {} },
    { do: 'POST /a', body: null },
    { do: 'POST /a', body: 'text' },
  ])('is none where there is no field: %j', (call) => {
    expect(spoiled(call, new OfferedDraw('1'))).toBeUndefined();
  });

  it('makes nothing that others may name', () => {
    const call = { do: 'POST /a', body: { n: 1 }, makes: { kind: 'bet', field: 'id' } };
    expect(spoiled(call, new OfferedDraw('1'))).not.toHaveProperty('makes');
  });
});

describeKept(new URL('opening.json', import.meta.url), [
  offeredBy('agents', 24, (_, draw) => opened(draw, register)),
  offeredBy('agents with money', 16, (_, draw) => opened(draw, registerRich)),
  spoil({ do: 'POST /a', body: { count: 5 } }),
  spoil({ do: 'POST /a', body: { name: 'Abc' } }),
  spoil({ do: 'POST /a', body: { text: '1.5' } }),
  spoil({ do: 'POST /a', body: { id: '$Abc' } }),
  spoil({ do: 'POST /a', body: { list: [1] } }),
  spoil({ do: 'GET /a', query: { limit: 2, page: 'x' } }),
]);

function opened(draw: Draw, open: typeof register): unknown {
  const model = new KeptModel();
  open(model, draw);
  return [model.added, model.atMs, model.lead, model.registered];
}
