/** Answers of drawn control calls: what each has to repeat of its call, and of earlier answers. */
import { describe, expect, it } from 'vitest';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { ControlAnswers } from '../../../src/verification/oracle/models/control-answers.ts';
import { describeKept, drawFrom, oneOf, type DrawBelow } from '../../kept-digests.ts';
import { addresses, bodies, chains, fields, key, operationOf, variantsOf } from './control-bodies.ts';
import { caseOf, exchangeOf } from './said.ts';

const answers = ['requestTier', 'deposit', 'fund', 'clock', 'policy', 'ledger', 'digest', 'books'];
const refusals = ['api_key must be string', 'amount must be an amount in whole units, as a positive decimal', 'tier must have required property', 'there is no USDC on bitcoin', 'address is no address on base', 'at most 6 decimals', '']; // prettier-ignore
const instants = [
  '1970-01-01T00:00:00.999Z',
  '1970-01-01T00:00:01.000Z',
  '1970-01-01T00:00:01.001Z',
  undefined,
];

/** A row of the books of a chain. */
const rowOf = (draw: DrawBelow): Body => ({
  chain: oneOf(draw, chains),
  symbol: oneOf(draw, ['ETH', 'SOL', 'BTC', 'POL', 'TRX', 'XMR']),
  minted: oneOf(draw, ['1.00', '0.10']),
  fees: oneOf(draw, ['0.10', '0.09', '1.00', '1.01']),
});

function answerOf(draw: DrawBelow): Body {
  return {
    error: oneOf(draw, refusals), code: oneOf(draw, ['NOT_FOUND', 'BAD_REQUEST', 'CONFLICT']),
    agent_id: oneOf(draw, ['alice', 'bob']), effective_at: oneOf(draw, instants), now: oneOf(draw, instants),
    drift: oneOf(draw, [undefined, 0, 1]), drift_micros: oneOf(draw, [undefined, 0, '0', 2]), faucet_pool: oneOf(draw, ['5.00', '5.000001']),
    accounts: draw(4), transfers: draw(4), events: draw(4), digest: oneOf(draw, ['a', 'b']),
    profile: oneOf(draw, ['p', 'p', 'q']), policy_hash: oneOf(draw, ['h', 'h', 'i']), policies: oneOf(draw, [{ a: '1' }, { a: '2' }, { a: '1', b: '1' }, {}]),
    amount: oneOf(draw, ['1', '1.5', 1]), address: oneOf(draw, addresses), chain: oneOf(draw, chains), asset: oneOf(draw, ['ETH', 'USDC', 'POL', 'BTC']),
    tx_hash: oneOf(draw, ['0x1', '0x2', '0x3', undefined]), chains: [rowOf(draw), rowOf(draw)],
  };
} // prettier-ignore

/** What is said of so many calls, one after the other. */
function saidOf(operation: string, seed: string): readonly string[] {
  const draw = drawFrom(seed);
  const known = oneOf(draw, [undefined, 5_000_000]);
  const { file, said } = caseOf({ setting: { faults: [], policies: { a: '1' } }, agents: new Map([['alice', {}], ['bob', {}]]), houses: { known: () => known } }); // prettier-ignore
  const control = new ControlAnswers(file);
  const named = Object.entries(bodies).filter(([name]) => operationOf(name) === operation);
  for (let turn = 0; turn < 60; turn += 1) {
    const body = named.length === 0 ? {} : oneOf(draw, named)[1];
    const sent = draw(3) === 0 ? oneOf(draw, variantsOf(body, oneOf(draw, fields))) : body;
    const more: Partial<AuditedExchange> = {
      atMs: 1_000,
      status: oneOf(draw, [200, 200, 200, 400, 404, 422, 500]),
      headers: draw(9) === 0 ? { 'idempotency-key': 'k' } : {},
      isRaw: draw(12) === 0,
      body: draw(15) === 0 ? undefined : sent,
      answer: answerOf(draw),
    };
    control.answered(exchangeOf(`${draw(20) === 0 ? 'wallet' : 'control'}/control/${operation}`, more), oneOf(draw, ['alice', 'bob', undefined])); // prettier-ignore
  }
  return said;
}

describe('a control call that is answered otherwise', () => {
  describeKept(
    new URL('drawn-control.json', import.meta.url),
    answers.flatMap((operation) =>
      [0, 1, 2].map((turn) => ({ name: `${operation} ${turn}`, made: () => saidOf(operation, `${operation} ${turn}`) })),
    ),
  );
}); // prettier-ignore

it('the words of a long call are cut', () => {
  const { file, said } = caseOf();
  const body = { api_key: key, tier: 'x'.repeat(300) };
  new ControlAnswers(file).answered(exchangeOf('control/control/requestTier', { body }), undefined);
  const sent = JSON.stringify(body).slice(0, 200);
  expect(said).toEqual([
    `control-as-documented: requestTier with ${sent} is answered OK; expected a refusal of tier`,
  ]);
});
