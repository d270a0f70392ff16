import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { scenarioHost } from '../../src/host/app/run/scenario-host.ts';
import type { Expectation } from '../../src/simulation/scenario/expectation.ts';
import { loadScenario } from '../../src/simulation/scenario/load.ts';
import { metricRow } from '../../src/simulation/scenario/metric-table.ts';
import { ScenarioRun } from '../../src/simulation/scenario/run.ts';
import { share } from '../campaigns.ts';
import type { ScenarioOverrides } from '../../src/simulation/scenario/scenario.ts';

const golden = fileURLToPath(new URL('digests.json', import.meta.url));
const folder = fileURLToPath(new URL('../../scenarios/', import.meta.url));
const isUpdate = process.env['UPDATE_GOLDEN'] === '1';

const names = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => file.slice(0, -'.yaml'.length));
/** Too long for every run of the tests: its first days stand in for it, and `GOLDEN_LONG=1` runs it in full. */
const long = ['whole-platform-month'];
const isLong = process.env['GOLDEN_LONG'] === '1';
const beginning = 'whole-platform-beginning';

const known = JSON.parse(readFileSync(golden, 'utf8')) as Record<string, string>;

async function begin(name: string, overrides: ScenarioOverrides = {}): Promise<ScenarioRun> {
  const file = name === beginning ? fileURLToPath(new URL(`${name}.yaml`, import.meta.url)) : `${folder}${name}.yaml`;
  return new ScenarioRun(await loadScenario(file, scenarioHost, overrides));
}

async function run(name: string, overrides: ScenarioOverrides = {}) {
  const under = await begin(name, overrides);
  while (under.step(50_000)) continue;
  return under.result({ wallSeconds: 0, command: '' });
}

/** What only grows is beyond its bound, or what has to hold each time has failed once: nothing that follows can make it hold. */
function isLost({ metrics, recorder }: ScenarioRun, expectation: Expectation): boolean {
  const { selector, aggregate, comparison, bound } = expectation;
  const { metric } = selector;
  const { kind } = metricRow(metric);
  if (metric === 'rate_window_excess') return comparison === '==' && recorder.windowAudit.excess > bound;
  if (aggregate === 'rate' && kind !== 'rate') return false;
  const value = metrics.value(selector, aggregate, 1);
  if (value === undefined) return false;
  if (kind === 'rate') return comparison === '==' && bound === 1 && value < 1;
  const onlyGrows = kind === 'counter' && (metric === 'http_reqs' || metric.endsWith('_total'));
  return onlyGrows && ((comparison === '==' && value > bound) || (comparison === '<' && value >= bound));
}

/** Whether it does not hold. What follows the first sign of it is not run. */
async function fails(name: string, overrides: ScenarioOverrides): Promise<boolean> {
  const under = await begin(name, overrides);
  const { expectations } = under.scenario;
  while (under.step(2_000)) if (expectations.some((each) => isLost(under, each))) return true;
  return !under.result({ wallSeconds: 0, command: '' }).summary.ok;
}

describe('shipped scenarios', () => {
  const short = names.filter((name) => !long.includes(name));
  it.each([...short, beginning, ...(isLong ? long : [])])('%s holds, and has the digest it has everywhere (UPDATE_GOLDEN=1 rewrites it)', async (name) => {
    const { summary } = await run(name);
    expect(summary.expectations.filter(({ ok }) => !ok)).toEqual([]);
    expect(summary.findings).toEqual([]);
    expect(summary.ok).toBe(true);
    if (isUpdate) {
      known[name] = summary.digest;
      writeFileSync(golden, `${JSON.stringify(known, null, 2)}\n`);
    }
    expect(summary.digest).toBe(known[name]);
  });

  it('another seed has another digest, and holds as well', async () => {
    const { summary } = await run('escrow-expiry', { seed: 'another' });
    expect(summary.ok).toBe(true);
    expect(summary.digest).not.toBe(known['escrow-expiry']);
  });

  // Each with a rule read another way: a scenario that still held would not be about that rule.
  const readOtherwise: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['escrow-expiry', { 'escrow.expiryState': 'refunded' }],
    ['escrow-expiry', { 'escrow.expiryWhileDisputed': 'runs' }],
    ['escrow-expiry', { 'escrow.arbiter': 'seeded' }],
    ['faucet-cooldown', { 'faucet.claimDay': 'calendar' }],
    ['faucet-cooldown', { 'faucet.firstNextClaim': 'at-once' }],
    ['faucet-cooldown', { 'faucet.repeatClaim': 'rate-limit' }],
    ['rate-limit-tiers', { 'limits.burst': 'x3' }],
    ['rate-limit-tiers', { 'limits.algorithm': 'gcra' }],
    ['rate-limit-tiers', { 'limits.window': 'fixed' }],
    ['rate-limit-tiers', { 'limits.upgrade': 'immediate', 'limits.rejections': 'consume' }],
    ['referral-tree', { 'referral.payout': 'withdraw' }],
    ['referral-levels', { 'referral.split': 'equal' }],
    ['referral-levels', { 'referral.emptyLevels': 'kept' }],
    ['referral-levels', { 'referral.payout': 'daily-all' }],
    ['fault-storm', { 'http.idempotency': 'none' }],
    ['domain-life', { 'domains.prices': 'flat' }],
    ['domain-life', { 'domains.year': '365d' }],
    ['domain-life', { 'domains.grace': '30d' }],
    ['domain-life', { 'domains.renewAhead': 'unlimited' }],
    ['domain-life', { 'domains.dnsWrite': 'replace' }],
    ['domain-life', { 'domains.saleConsent': 'bid' }],
    ['domain-life', { 'domains.dates': 'day' }],
    ['casino-night', { 'casino.payouts': 'consistent' }],
    ['casino-night', { 'casino.houseBankroll': '0.5' }],
    ['casino-night', { 'kelly.limit': 'none' }],
    ['casino-night', { 'kelly.limit': 'strict' }],
    ['casino-night', { 'kelly.limit': 'house' }],
    ['crash-night', { 'casino.videoPokerDeal': 'staked' }],
    ['crash-night', { 'casino.payouts': 'consistent' }],
    ['crash-night', { 'casino.crashTop': 'curve' }],
    ['crash-night', { 'casino.houseBankroll': '1' }],
    ['crash-night', { 'kelly.limit': 'strict' }],
    ['first-month', { 'limits.burst': 'x3' }],
    ['trading-week', { 'trading.takerFee': 'none' }],
    ['trading-week', { 'trading.fundingRest': 'account' }],
    ['trading-week', { 'trading.fundingEvery': '1h' }],
    ['trading-week', { 'trading.reservation': 'none' }],
    ['trading-week', { 'trading.netting': 'close-only' }],
    ['trading-week', { 'trading.liquidation': 'bankruptcy' }],
    ['trading-week', { 'trading.liquidationRest': 'kept' }],
    ['trading-week', { 'trading.marketCount': 'all-markets' }],
    ['wallet-traffic', { 'wallet.confirmed': 'inclusion' }],
    ['wallet-traffic', { 'wallet.agentSend': 'instant' }],
    ['wallet-traffic', { 'wallet.swapDeposit': 'agent' }],
    ['wallet-traffic', { 'wallet.failedSwap': 'kept' }],
    ['wallet-traffic', { 'wallet.liquidity': '0.5' }],
    ['wallet-traffic', { 'wallet.balanceHome': 'everywhere' }],
    ['wallet-traffic', { 'wallet.nativeToken': 'contracts' }],
    ['wallet-traffic', { 'wallet.replayedMnemonic': 'anew' }],
    ['wallet-traffic', { 'wallet.slippage': 'fraction' }],
    ['wallet-traffic', { 'wallet.failures': 'none' }],
    ['wallet-traffic', { 'wallet.sendFee': 'none' }],
    ['wallet-traffic', { 'wallet.sendFee': 'inside' }],
    ['tournament-day', { 'tournaments.split': 'winner' }],
    ['tournament-day', { 'tournaments.prize': 'pool' }],
    ['tournament-day', { 'tournaments.score': 'wagered' }],
    ['tournament-day', { 'challenges.fee': 'one-percent' }],
    ['tournament-day', { 'challenges.expiry': '7d' }],
    ['kelly-limits', { 'kelly.limit': 'house' }],
    ['kelly-limits', { 'kelly.limit': 'none' }],
    ['kelly-limits', { 'casino.payouts': 'consistent' }],
    ['house-edge-convergence', { 'casino.payouts': 'consistent' }],
    ['perp-liquidation-cascade', { 'trading.liquidation': 'bankruptcy' }],
    ['perp-liquidation-cascade', { 'trading.liquidationRest': 'kept' }],
    ['perp-liquidation-cascade', { 'trading.fundingRest': 'account' }],
    ['domain-land-rush', { 'domains.prices': 'flat' }],
    ['domain-land-rush', { 'domains.year': '365d' }],
    ['domain-land-rush', { 'domains.grace': '30d' }],
  ];
  it.each(share('scenariosReadOtherwise', readOtherwise))('%s fails under %j', async (name, policies) => {
    expect(await fails(name, { policies })).toBe(true);
  });

  it('covers every scenario file and no other', () => {
    expect(Object.keys(known).toSorted()).toEqual([...names, beginning].toSorted());
    expect(names).toEqual(expect.arrayContaining(long));
    expect(names.length).toBeGreaterThanOrEqual(6);
  });
});
