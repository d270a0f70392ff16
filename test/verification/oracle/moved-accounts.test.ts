/** What a call moves between agents and the house adds up, and a refused call moves nothing. */
import { describe, expect, it } from 'vitest';
import type { Balances } from '../../../src/verification/oracle/exchange.ts';
import { HouseMoves } from '../../../src/verification/oracle/models/house-moves.ts';
import { endpoints } from '../../../src/verification/oracle/models/endpoints.ts';
import { describeKept, type KeptSubject } from '../../kept-digests.ts';
import { caseOf, exchangeOf } from './said.ts';

const services = ['faucet', 'escrow', 'domains', 'casino', 'trading', 'wallet'];
const names = [
  'pool',
  'fees',
  'venue',
  'margin',
  'funding',
  'house',
  'contests',
  'contest-fees',
  'aggregator',
];
/** Those of the service of a call, and some of no service or of another one. */
const accountsOf = (call: string): string[] => {
  const own = names.map((name) => `${call.split('/')[0]}:${name}`);
  return [...new Set([...own, 'escrow:fees', 'wallet:fees', 'issuer', 'referral:payable', 'payable'])];
};
const calls = [...new Set(endpoints.map(({ call }) => call)), 'escrow/B/release', 'control/control/fund'];

interface Moved {
  readonly policies?: Readonly<Record<string, string>>;
  readonly status?: number;
  /** By account, in micro-USDC. */
  readonly houses?: Readonly<Record<string, number>>;
  /** What alice has more then, available and held. */
  readonly agent?: readonly [available: number, held: number];
}

const having = (available: number, held: number): Balances =>
  new Map([
    ['alice', { availableMicros: available, heldMicros: held }],
    ['bob', { availableMicros: 7, heldMicros: 7 }],
  ]);

/** What is said of one call that moves money. */
function said(call: string, { policies = {}, status = 200, houses = {}, agent = [0, 0] }: Moved): string[] {
  const { file, said: all } = caseOf({ setting: { faults: [], policies } });
  const moves = new HouseMoves(file);
  const accounts = accountsOf(call);
  const before = new Map(accounts.map((account) => [account, 1_000]));
  const after = new Map(accounts.map((account) => [account, 1_000 + (houses[account] ?? 0)]));
  moves.arrived(having(100, 100), before);
  moves.answered(exchangeOf(call, { status }), having(100 + agent[0], 100 + agent[1]), after);
  return all;
}

describe('a call', () => {
  describeKept(
    new URL('moved-accounts.json', import.meta.url),
    services.flatMap((service): KeptSubject[] => {
      const own = calls.filter((call) => call.startsWith(`${service}/`));
      return [
        {
          name: `of ${service} where the issuer pays for the venue`,
          made: () => own.map((call) => said(call, { houses: { issuer: -1 }, agent: [1, 0], policies: { 'trading.venueShort': 'issuer' } })),
        },
        {
          name: `of ${service} that does not add up`,
          made: () => own.flatMap((call) => [[1, 0], [0, 1], [-1, 0], [1, -1]].map(([available = 0, held = 0]) => said(call, { agent: [available, held] }))),
        },
      ];
    }),
  );
}); // prettier-ignore

it('a fee of a release goes from an agent into the fees of escrow', () => {
  expect(said('escrow/B/release', { houses: { 'escrow:fees': 1 }, agent: [0, -1] })).toEqual([]);
  expect(said('escrow/B/release', { houses: { 'wallet:fees': 1 } })).toEqual(['house-accounts: escrow/release answered 200 changes wallet:fees by 0.000001 USDC']);
  expect(said('escrow/B/create', { agent: [-2, 1] })).toEqual(['house-accounts: escrow/create moves 0.00 USDC to the house and -0.000001 USDC to agents']);
  expect(said('escrow/B/create', { status: 400, agent: [-1, 1] })).toEqual(['refusals-leave-no-trace: the balance of alice changes, escrow/create answered 400']);
  expect(said('escrow/B/create', { status: 400, agent: [0, 1] })).toHaveLength(1);
}); // prettier-ignore

it('an answer of a server that failed, a call of the control API, and balances that are not known say nothing', () => {
  const wrong = { houses: { 'escrow:fees': 1 }, agent: [1, 0] } as const;
  expect([said('escrow/B/create', { ...wrong, status: 500 }), said('control/control/fund', wrong)]).toEqual([[], []]);
  expect([said('escrow/B/create', { ...wrong, status: 499 }).length, said('escrow/B/create', wrong).length]).toEqual([2, 2]); // prettier-ignore
  const { file, said: all } = caseOf();
  const moves = new HouseMoves(file);
  const [before, after] = [new Map([['escrow:fees', 0]]), new Map([['escrow:fees', 1]])];
  for (const [first, second] of [[undefined, after], [before, undefined]] as const) {
    moves.arrived(having(1, 1), first);
    moves.answered(exchangeOf('escrow/B/create'), having(1, 1), second);
  }
  // What came before a request is that of this one alone.
  moves.answered(exchangeOf('escrow/B/create'), having(1, 1), after);
  expect(all).toEqual([]);
  moves.arrived(having(1, 1), new Map());
  moves.answered(exchangeOf('escrow/B/list'), having(1, 1), after);
  expect(all).toEqual(['house-accounts: escrow/list answered 200 changes escrow:fees by 0.000001 USDC']);
}); // prettier-ignore
