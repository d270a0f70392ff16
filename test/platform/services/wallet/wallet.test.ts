/** The wallet's reads and its policies: balances, histories, what a new wallet holds and who sees what. */
import { expect, it } from 'vitest';
import { allRows } from '../../../../src/core/http/paging.ts';
import { storedAddress } from '../../../../src/platform/services/wallet/chains/assets.ts';
import { chains, networkNames, networks } from '../../../../src/platform/services/wallet/chains/networks.ts';
import { deriveKeys } from '../../../../src/platform/services/wallet/keys/hd-wallet.ts';
import { minuteMs } from '../trading/bench.ts';
import { accepted, native, refused, usdc, WalletBench, worths } from './bench.ts';

const { monero, base } = deriveKeys(`${'abandon '.repeat(11)}about`);
const tenUsdcOf = (chain: (typeof chains)[number]): bigint =>
  (10_000_000n * 10n ** BigInt(networks[chain].decimals)) / BigInt(worths[networks[chain].symbol] ?? 0);

it.each(['empty', 'gas'])('a new wallet holds what the policy says (%s)', (genesis) => {
  const bench = new WalletBench({ 'wallet.genesis': genesis });
  bench.wallet.onChain.give('tron', bench.place('tron'), 10n ** 15n - 1n);
  const { addresses } = accepted(bench.wallet.create(undefined, bench.agent('alice')));
  for (const chain of chains) {
    // There is no more of TRX to be given.
    const isGiven = genesis === 'gas' && chain !== 'tron';
    const address = storedAddress(chain, addresses[chain]) ?? '';
    expect(bench.at(chain, address), chain).toBe(isGiven ? tenUsdcOf(chain) : 0n);
  }
  expect([bench.events, bench.wallet.drift() <= 1e15]).toEqual([[['walletCreated', 0]], true]);
});

it('the balance of an address is its native asset, and its USDC where there is any', () => {
  const bench = new WalletBench();
  bench.wallet.reserves.fund(usdc('base'), base.address.toLowerCase(), 7n);
  bench.wallet.onChain.give('base', base.address.toLowerCase(), 5n);
  const balanceOf = (chain: (typeof chains)[number], address: string) =>
    accepted(bench.wallet.chainBalance({ chain, address, viewKey: undefined }));
  const onBase = { chain: 'base', address: base.address.toLowerCase() };
  expect(balanceOf('base', base.address)).toEqual({ ...onBase, native: 5n, usdc: 7n });
  expect(balanceOf('ethereum', base.address)).toMatchObject({ native: 0n, usdc: 0n });
  expect(balanceOf('bitcoin', bench.place('bitcoin'))).toMatchObject({ native: 0n, usdc: undefined });
  const wrong = bench.wallet.chainBalance({ chain: 'tron', address: base.address, viewKey: undefined });
  expect(refused(wrong)).toBe('BAD_REQUEST: address is no address on tron');
});

it.each(['key', 'zero'])('a balance on monero is seen with its view key alone (%s)', (policy) => {
  const bench = new WalletBench({ 'wallet.moneroBalance': policy });
  bench.wallet.onChain.give('monero', monero.address, 9n);
  const balance = (viewKey: string | undefined) =>
    bench.wallet.chainBalance({ chain: 'monero', address: monero.address, viewKey });
  const seen = { chain: 'monero', address: monero.address, native: 9n, usdc: undefined };
  expect(balance(monero.viewKey)).toEqual(seen);
  expect(refused(balance(monero.spendKey))).toBe('BAD_REQUEST: view_key is not the private view key of the address');
  if (policy === 'zero') expect(balance(undefined)).toEqual({ ...seen, native: 0n });
  else expect(refused(balance(undefined))).toBe('BAD_REQUEST: view_key is needed for a balance on monero');
}); // prettier-ignore

it('an asset without a market has a price of the run, within a fifth of its anchor', () => {
  const bench = new WalletBench({}, { prices: { XMR: undefined } });
  const { valueMicros } = accepted(bench.wallet.quote({ from: native('monero'), to: usdc('base'), amount: 10n ** 12n }));
  expect(valueMicros).toBeGreaterThanOrEqual(132_000_000);
  expect(valueMicros).toBeLessThanOrEqual(198_000_000);
}); // prettier-ignore

it.each(['home', 'everywhere'])('the platform balance is shown on its home chain or on all (%s)', (policy) => {
  const bench = new WalletBench({ 'wallet.balanceHome': policy });
  const alice = bench.agent('alice', 3_000_000);
  const shown = () => accepted(bench.wallet.balance({ networks: networkNames }, alice));
  const isThere = (network: string) => policy === 'everywhere' || network === 'ethereum';
  const empty = networkNames.map((network) => {
    const usdcMicros = isThere(network) ? 3_000_000 : 0;
    return { network, usdcMicros, native: 0n, worthMicros: usdcMicros };
  });
  expect(shown()).toEqual({ totalMicros: 3_000_000, shares: empty });
  const addresses = accepted(bench.wallet.addresses({ networks: networkNames }, alice));
  for (const [network, address] of addresses) bench.wallet.onChain.give(network, address, 10n ** BigInt(networks[network].decimals));
  const full = empty.map((share) => {
    const { symbol, decimals } = networks[share.network];
    return { ...share, native: 10n ** BigInt(decimals), worthMicros: share.usdcMicros + (worths[symbol] ?? 0) };
  });
  expect(shown()).toEqual({ totalMicros: 3_000_000, shares: full });
  expect(accepted(bench.wallet.balance({ networks: [] }, alice))).toEqual({ totalMicros: 0, shares: [] });
}); // prettier-ignore

it.each(['any', 'parties'])('a transaction is shown by its hash to %s, an order by its id', (visibility) => {
  const bench = new WalletBench({ 'wallet.visibility': visibility, 'wallet.agentSend': 'instant' });
  const [alice, bob, carol] = ['alice', 'bob', 'carol'].map((name) => bench.agent(name, 100_000_000)) as [never, never, never];
  const order = { to: 'bob', asset: usdc('base'), amount: 1_000_000n, memo: undefined };
  const sent = accepted(bench.wallet.custody.send(order, alice));
  const { hash } = sent;
  for (const party of [alice, bob]) expect(bench.wallet.transaction({ hash }, party)).toEqual({ transaction: sent, isParty: true });
  const terms = { from: native('solana'), to: usdc('base'), amount: 10n ** 9n, toAddress: bench.place('base') };
  const swap = accepted(bench.wallet.openSwap(terms, alice));
  const { orderId } = swap;
  expect(bench.wallet.swapStatus({ orderId }, alice)).toBe(swap);
  const [seen, seenSwap] = [bench.wallet.transaction({ hash }, carol), bench.wallet.swapStatus({ orderId }, carol)];
  if (visibility === 'any') expect([seen, seenSwap]).toEqual([{ transaction: sent, isParty: false }, swap]);
  else {
    expect(refused(seen)).toBe(`NOT_FOUND: there is no transaction "${hash}"`);
    expect(refused(seenSwap)).toBe(`NOT_FOUND: there is no swap order "${orderId}"`);
  }
  for (const none of [bench.wallet.transaction({ hash: 'x' }, alice), bench.wallet.swapStatus({ orderId: 'x' }, alice)])
    expect(refused(none)).toMatch(/^NOT_FOUND: there is no (?:transaction|swap order) "x"$/);
}); // prettier-ignore

it('a history is of one side or both, of one chain or all, newest first', () => {
  const bench = new WalletBench();
  const [alice, bob] = [bench.agent('alice', 100_000_000), bench.agent('bob')];
  const sent = (['base', 'ethereum', 'base'] as const).map((network) =>
    accepted(bench.wallet.custody.send({ to: 'bob', asset: usdc(network), amount: 9n, memo: undefined }, alice)),
  );
  bench.pass(30 * minuteMs);
  const request = { limit: allRows, page: 1 };
  const rows = (agent: typeof alice, type: 'send' | 'receive' | 'all', network?: 'base') =>
    accepted(bench.wallet.transactions({ request, type, network }, agent)).rows;
  const newest = sent.toReversed();
  expect(rows(alice, 'all')).toEqual(newest.map((transaction) => ({ transaction, type: 'send' })));
  expect(rows(bob, 'all')).toEqual(newest.map((transaction) => ({ transaction, type: 'receive' })));
  expect([rows(alice, 'send').length, rows(alice, 'receive'), rows(bob, 'send'), rows(bob, 'receive').length]).toEqual([3, [], [], 3]);
  expect(rows(bob, 'all', 'base').map((row) => row.transaction)).toEqual([newest[0], newest[2]]);
}); // prettier-ignore

it('calls whose answers are tables of their bindings are accepted with what they are asked', () => {
  const bench = new WalletBench();
  const answers = [bench.wallet.health(undefined), bench.wallet.chains(undefined), bench.wallet.depositPath({ chain: 'tron' })];
  expect(answers).toEqual([{ nowMs: bench.clock.nowMs }, {}, { chain: 'tron' }]);
}); // prettier-ignore
