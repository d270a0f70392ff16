/** What a watch says of wallets as they are issued, and of books that have moved by themselves. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Request, Response } from '../../../src/core/http/message.ts';
import type { ScenarioRun } from '../../../src/simulation/scenario/run.ts';
import { Watch } from '../../../src/verification/check/observe.ts';
import type { ScenarioSource } from '../../../src/verification/check/source.ts';
import { register } from './metamorphic/recorded.ts';
import { scenarioWith, startMs, watchedRun } from './watched.ts';

const joins = register('alice');
const asks = { by: 'alice', do: 'GET /faucet/status' };
const ruin: Partial<ScenarioSource> = { policies: { 'casino.houseRuin': 'negative' } };

beforeAll(() => watchedRun([joins]));

describe('an exchange with its keys', () => {
  const words =
    'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
  const request = (parts: Partial<Request>): Request => ({
    method: 'POST', path: '/wallet/v1/wallet/create', query: {}, headers: {}, body: undefined, ip: '10.0.0.1', ...parts,
  }); // prettier-ignore

  async function saidOf(parts: Partial<Request>, body: Response['body']): Promise<unknown[]> {
    const watch = new Watch(await scenarioWith([joins]));
    for (let time = 0; time < 2; time += 1)
      watch.hooks.onRawExchange(request(parts), { status: 200, headers: {}, body });
    return watch.violations.map(({ property, message, atMs }) => [property, message, atMs]);
  }

  const wallet = { mnemonic: words, addresses: 'those' };
  const isRepeated = ['wallet-addresses', 'a wallet is made that was made before: "those"', startMs];
  const noKey = { chain: 'ethereum', private_key: 'x' };

  it.each<[string, Partial<Request>, Response['body'], unknown[]]>([
    ['that makes the same wallet again', {}, wallet, [isRepeated]],
    ['that may be a repeat', { headers: { 'idempotency-key': 'k' } }, wallet, []],
    ['without words', {}, { addresses: 'those' }, []],
    ['whose words are no text', {}, { ...wallet, mnemonic: 7 }, []],
    [
      'that takes what is no key',
      { path: '/wallet/v1/wallet/send', body: noKey },
      {},
      [['forms-admitted', 'a private_key is taken that is no key of ethereum', 0]],
    ],
    ['that sends nothing', { path: '/wallet/v1/wallet/send' }, {}, []],
    ['of another call with a key', { body: noKey }, {}, []],
  ])('%s', async (_, parts, body, wanted) => expect(await saidOf(parts, body)).toEqual(wanted));

  it('is seen at an instant of the run', async () => {
    const sends = { by: 'alice', do: 'POST /wallet/v1/wallet/send', body: noKey, at: '5s' };
    const { violations } = await watchedRun([joins, sends], {
      raw: (sent, answer) => [sent, { ...answer, status: 200 }],
    });
    const message = 'a private_key is taken that is no key of ethereum';
    expect(violations).toEqual([{ property: 'forms-admitted', message, atMs: startMs + 5_000 }]);
  });
});

/** Moves 5 micro-USDC between accounts, of which those that are new may go below zero. */
function move({ world: { ledger }, kernel }: ScenarioRun, from: string, isPending = false): void {
  const debit = ledger.accountNamed(from) ?? ledger.openAccount(from, { mayGoNegative: true });
  const credit = ledger.accountNamed('other') ?? ledger.openAccount('other');
  const order = { debit, credit, amount: 5, kind: ledger.kinds[0]!, atMs: kernel.nowMs };
  if (isPending) ledger.reserve(order);
  else ledger.transfer(order);
}

describe('the books at the end', () => {
  const below = (name: string) => ['no-negative-balance', `${name} below zero`, startMs + 60_000];

  it.each<[string, Partial<ScenarioSource>, unknown[]]>([
    ['strange', {}, [below('strange')]],
    ['strange', ruin, [below('strange')]],
    ['external:deposits:strange', {}, []],
    ['external:strange', {}, [below('external:strange')]],
    ['issuer', {}, []],
  ])('with less in %s than nothing, under %o', async (name, more, wanted) => {
    const { violations } = await watchedRun([joins], { last: (run) => move(run, name) }, more);
    const seen = violations.map(({ property, message, atMs }) => [property, message, atMs]);
    expect(seen.filter(([property]) => property === 'no-negative-balance')).toEqual(wanted);
  });

  it('with a casino that may be ruined', async () => {
    const { violations } = await watchedRun([joins], { last: (run) => move(run, 'casino:house') }, ruin);
    expect(violations.map(({ property }) => property)).not.toContain('no-negative-balance');
    expect(violations).not.toEqual([]);
  });

  it('with a hold that no service knows', async () => {
    const { violations } = await watchedRun([joins], { last: (run) => move(run, 'strange', true) });
    const atMs = startMs + 60_000;
    expect(violations).toEqual([
      { property: 'no-negative-balance', message: 'strange below zero', atMs },
      { property: 'holds-explained', message: 'no service answers for it', atMs },
    ]);
  });
});

it.each(['agent:alice', 'faucet:pool'])(
  'what leaves %s between two requests is seen before the next',
  async (from) => {
    const { violations } = await watchedRun([joins, { ...asks, at: '5s' }], {
      received: (received, run) => {
        if (received[0].path === '/faucet/register') move(run, from);
        return received;
      },
    });
    const [{ property, message, atMs } = {}] = violations;
    expect([property, atMs]).toEqual(['balances-explained', startMs + 5_000]);
    expect(message).toContain('before the next request');
  },
);
