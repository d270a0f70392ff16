/** What values look like by the name of their field, wherever an answer has it: each form on both sides. */
import { describe, expect, it } from 'vitest';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { checkValueForms } from '../../../src/verification/oracle/facts/value-forms.ts';
import { caseOf, exchangeOf } from './said.ts';

const said = (answer: Body, call = 'casino/A/bet', more: Partial<AuditedExchange> = {}, setting: object = {}): string[] => {
  const { file, said: all } = caseOf({ setting: { faults: [], changed: [], policies: {}, ...setting } });
  checkValueForms(file, exchangeOf(call, { answer, route: '', ...more }));
  return all;
}; // prettier-ignore

const hex = (count: number, digit = 'a'): string => digit.repeat(count);
const id = (prefix: string): readonly string[] => [
  `${prefix}_abcdefghijklm234`,
  `${prefix}_zzzzzzzzzz567222`,
];
const notId = (prefix: string): readonly string[] => [
  `${prefix}_abcdefghijklm23`,
  `${prefix}_abcdefghijklm2345`,
  `${prefix}_Abcdefghijklm234`,
  `${prefix}_abcdefghijklm231`,
  `${prefix}_abcdefghijklm238`,
  `${prefix}-abcdefghijklm234`,
  `x${prefix}_abcdefghijklm234`,
  'abcdefghijklm234',
];
const instants = ['2026-01-01T00:00:00.000Z', '1970-12-31T23:59:59.999Z'];
const notInstants = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000', '2026-01-01 00:00:00.000Z', '2026-1-01T00:00:00.000Z', '02026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Zx', '2026-01-01T00:00:00.0000Z']; // prettier-ignore
const seeds = [hex(64), '0123456789abcdef'.repeat(4)];
const notSeeds = [hex(63), hex(65), hex(64, 'A'), hex(64, 'g'), `0x${hex(64)}`];
const hashes = [`0x${hex(64)}`, hex(64), hex(86, 'Z'), hex(88, '1'), hex(87, 'n')];
const notHashes = [`0x${hex(63)}`, `0x${hex(65)}`, hex(63), hex(65), hex(85, 'Z'), hex(89, 'Z'), hex(87, '0'), hex(87, 'I'), hex(87, 'O'), hex(87, 'l'), `x${hex(64)}`, `0X${hex(64)}`]; // prettier-ignore
const evms = [`0x${hex(40)}`, `0x${hex(40, 'F')}`];
const notEvms = [`0x${hex(39)}`, `0x${hex(41)}`, hex(40), `0x${hex(40, 'g')}`, `x0x${hex(40)}`];

const rows: readonly (readonly [names: string, right: readonly string[], wrong: readonly string[]])[] = [
  ['escrow_id', id('esc'), notId('esc')],
  ['order_id', [...id('ord'), ...id('swap')], [...notId('ord'), ...notId('swap'), 'ordswap_abcdefghijklm234']],
  ['bet_id', id('bet'), notId('bet')],
  ['challenge_id', id('chl'), notId('chl')],
  ['tournament_id', id('trn'), notId('trn')],
  ['deposit_id', id('dep'), notId('dep')],
  ['withdrawal_id', id('wdr'), notId('wdr')],
  ['tx_hash lock_tx_hash deposit_tx_hash payout_tx_hash refund_tx_hash', hashes, notHashes],
  ['seed_hash server_seed seed', seeds, notSeeds],
  ['agent_address', evms, notEvms],
  ['api_key', [`sk_live_${hex(32)}`, `sk_live_${hex(32, '9')}`], [`sk_live_${hex(31)}`, `sk_live_${hex(33)}`, `sk_live_${hex(32, 'A')}`, `sk_test_${hex(32)}`, `xsk_live_${hex(32)}`]],
  ['referral_code', [`ref_${hex(4)}`, `ref_${hex(40, '7')}`], [`ref_${hex(3)}`, `ref_${hex(41)}`, `ref_${hex(4, 'A')}`, `xref_${hex(4)}`, hex(8)]],
  ['currency', ['USDC'], ['usdc', 'USDCx', 'xUSDC', '']],
  ['created_at expires_at settled_at starts_at ends_at resolves_at opened_at next_claim registered_at started_at placed_at sent_at credited_at updated_at expires registered ts at', instants, notInstants],
]; // prettier-ignore

const fields = rows.flatMap(([names, right, wrong]) =>
  names.split(' ').map((name) => [name, right, wrong] as const),
);

it.each(fields)('%s has its form', (name, right, wrong) => {
  for (const value of right) expect(said({ [name]: value }), value).toEqual([]);
  for (const value of wrong)
    expect(said({ [name]: value })).toEqual([
      `answers-fixed: casino/A/bet: ${name} is ${JSON.stringify(value)}, which is not of its form`,
    ]);
  for (const none of [null, 7, undefined, {}, true]) expect(said({ [name]: none })).toEqual([]);
});

describe('an address', () => {
  const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  it.each<[string, readonly string[], readonly string[]]>([
    ['ethereum', evms, notEvms],
    ['base', evms, notEvms],
    ['arbitrum', evms, notEvms],
    ['polygon', evms, notEvms],
    ['solana', [hex(32, '1'), hex(44, 'z'), base58.slice(0, 40), base58.slice(-40)], [hex(31, '1'), hex(45, 'z'), hex(40, '0'), hex(40, 'I'), hex(40, 'O'), hex(40, 'l')]],
    ['bitcoin', [`bc1q${hex(38)}`, `bc1q023456789acdefghjklmnpqrstuvwxyz${hex(6)}`], [`bc1q${hex(37)}`, `bc1q${hex(39)}`, `bc1q${hex(38, '1')}`, `bc1q${hex(38, 'b')}`, `bc1q${hex(38, 'i')}`, `bc1q${hex(38, 'o')}`, `bc1p${hex(38)}`, `xbc1q${hex(38)}`]],
    ['tron', [`T${hex(33)}`, `T${base58.slice(0, 33)}`], [`T${hex(32)}`, `T${hex(34)}`, `T${hex(33, '0')}`, `A${hex(33)}`, `xT${hex(33)}`]],
    ['monero', [`4${hex(94)}`, `4${hex(94, 'Z')}`, `4${hex(94, '0')}`], [`4${hex(93)}`, `4${hex(95)}`, `8${hex(94)}`, `4${hex(94, '_')}`, `x4${hex(94)}`]],
  ])('of %s has the form of its chain where addresses are shown by chain', (chain, right, wrong) => {
    for (const call of ['wallet/primary/create', 'wallet/A/addresses', 'wallet/B/addresses']) {
      const shown = (address: string) => said({ addresses: { [chain]: address } }, call);
      for (const address of right) expect(shown(address), address).toEqual([]);
      for (const address of wrong) expect(shown(address)).toEqual([`answers-fixed: ${call}: ${chain} is ${JSON.stringify(address)}, which is not of its form`]);
    }
    expect(said({ [chain]: 'x' }, 'wallet/A/balance')).toEqual([]);
  });
}); // prettier-ignore

describe('a form', () => {
  const wrong = { bet_id: 'x' };
  it('is looked for in lists and parts, down to the fifth level', () => {
    expect([said({ bets: [{ bet_id: 'x' }, wrong] }).length, said({ bets: ['x'], bet_id: ['x', 'y'] }).length]).toEqual([2, 2]);
    const within = (depth: number): Body => (depth === 0 ? wrong : { part: within(depth - 1) });
    expect([said(within(4)).length, said(within(5))]).toEqual([1, []]);
  });

  it.each(['conditions', 'metadata', 'params', 'result', 'frameworks'])('is none of what an agent sends as %s', (name) => {
    expect([said({ [name]: wrong }), said({ [name]: [wrong] }), said({ other: wrong }).length]).toEqual([[], [], 1]);
  });

  it('is none of messages, nor where a policy leaves it open', () => {
    expect(said(wrong, 'wallet/primary/message')).toEqual([]);
    expect([said(wrong, 'casino/A/bet', { route: '/casino/mcp' }), said(wrong, 'casino/A/bet', { route: '/mcp/casino' }).length]).toEqual([[], 1]);
    const days = { policies: { 'domains.dates': 'day' } };
    expect([said({ expires: '2026-01-01', registered: '2026-01-01' }, 'domains/B/lookup', {}, days), said({ at: '2026-01-01' }, 'domains/B/lookup', {}, days).length]).toEqual([[], 1]);
  });
}); // prettier-ignore
