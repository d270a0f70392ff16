/** Sends that a key signs: on every chain with the keys of one mnemonic, and what is wrong with others. */
import { expect, it } from 'vitest';
import { deriveKeys } from '../../../../src/platform/services/wallet/keys/hd-wallet.ts';
import { usdcDecimals } from '../../../../src/platform/services/wallet/chains/assets.ts';
import { chains, networks, type Chain } from '../../../../src/platform/services/wallet/chains/networks.ts';
import { readUnits, type SendRequest } from '../../../../src/platform/services/wallet/signer.ts';
import { Streams } from '../../../../src/core/kernel/stream.ts';
import { minuteMs } from '../trading/bench.ts';
import { accepted, native, refused, usdc, WalletBench } from './bench.ts';

const keys = deriveKeys(`${'abandon '.repeat(11)}about`);
const dayMs = 1_440 * minuteMs;

/** Half of a unit from the address of the test's key, which has a hundred. */
function request(bench: WalletBench, chain: Chain, fields: Partial<SendRequest> = {}): SendRequest {
  const { privateKey, viewKey, spendKey, address } = keys[chain];
  const secrets = { privateKey, viewKey, spendKey, from: chain === 'monero' ? address : undefined };
  return { chain, to: bench.place(chain), amount: '0.5', token: undefined, ...secrets, ...fields };
}

const addressOn = (chain: Chain): string =>
  chain === 'ethereum' || chain === 'base' ? keys[chain].address.toLowerCase() : keys[chain].address;

/** A bench whose key has a hundred whole units on each chain. */
function funded(overrides: Record<string, string> = {}, parts: ConstructorParameters<typeof WalletBench>[1] = {}) {
  const bench = new WalletBench(overrides, parts);
  // In two parts, of which bitcoin spends one at a time.
  for (const chain of [...chains, ...chains])
    bench.wallet.onChain.give(chain, addressOn(chain), 50n * 10n ** BigInt(networks[chain].decimals));
  const alice = bench.agent('alice');
  const send = (chain: Chain, fields: Partial<SendRequest> = {}) =>
    bench.wallet.sendSigned(request(bench, chain, fields), alice);
  return { bench, alice, send };
} // prettier-ignore

it.each(chains)('a key of %s sends what its address has', (chain) => {
  const { bench, send } = funded();
  const [first, second] = [accepted(send(chain)), accepted(send(chain))];
  const half = 5n * 10n ** BigInt(networks[chain].decimals - 1);
  const fields = { from: addressOn(chain), to: bench.place(chain), amount: half, asset: native(chain), status: 'pending' };
  expect(first).toMatchObject({ ...fields, feeAsset: native(chain), simulated: chain === 'monero' });
  expect(first.hash).not.toBe(second.hash);
  expect(bench.events).toEqual([['walletSent', 0], ['walletSent', 0]]);
  bench.pass(dayMs);
  expect([bench.at(chain, bench.place(chain)), first.status]).toEqual([2n * half, 'confirmed']);
  expect(bench.wallet.drift()).toBe(0);
}); // prettier-ignore

it.each(chains)('%s: what is wrong with a send names its field', (chain) => {
  const { bench, send } = funded();
  expect(refused(send(chain, { to: 'somewhere' }))).toBe(`BAD_REQUEST: to is no address on ${chain}`);
  expect(refused(send(chain, { to: keys[chain].address }))).toBe(
    'BAD_REQUEST: to is the address of the sender',
  );
  expect(refused(send(chain, { amount: '0' }))).toBe('BAD_REQUEST: amount must be above 0');
  expect(refused(send(chain, { amount: 'x' }))).toBe(
    `BAD_REQUEST: amount must be a decimal with at most ${networks[chain].decimals} decimals`,
  );
  expect(refused(send(chain, { amount: '100' }))).toMatch(/^INSUFFICIENT_BALANCE/);
  expect(bench.events).toEqual([]);
});

it.each(['ethereum', 'base', 'solana', 'bitcoin', 'tron'] as const)('%s: a key is of its chain and of the address that is named', (chain) => {
  const { bench, send } = funded();
  const { address } = keys[chain];
  expect(accepted(send(chain, { from: address })).from).toBe(addressOn(chain));
  expect(refused(send(chain, { from: bench.place(chain) }))).toBe('BAD_REQUEST: private_key does not belong to from');
  expect(refused(send(chain, { privateKey: undefined }))).toBe(`BAD_REQUEST: private_key is needed on ${chain}`);
  expect(refused(send(chain, { privateKey: 'secret' }))).toBe(`BAD_REQUEST: private_key is no key of ${chain}`);
}); // prettier-ignore

it('monero takes an address and both of its keys', () => {
  const { bench, send } = funded();
  const { address, viewKey, spendKey } = keys.monero;
  for (const missing of ['from', 'viewKey', 'spendKey'] as const)
    expect(refused(send('monero', { [missing]: undefined }))).toBe('BAD_REQUEST: from, view_key and spend_key are needed on monero');
  const foreign = 'BAD_REQUEST: view_key and spend_key do not belong to from';
  expect(refused(send('monero', { from: bench.place('monero') }))).toBe(foreign);
  expect(refused(send('monero', { viewKey: spendKey, spendKey: viewKey }))).toBe(foreign);
  for (const wrong of [{ viewKey: 'x' }, { spendKey: 'x' }]) expect(refused(send('monero', wrong))).toBe(foreign);
  expect(accepted(send('monero', { from: address })).from).toBe(address);
  const none = funded({ 'wallet.monero': 'refused' });
  expect(refused(none.send('monero'))).toBe('BAD_REQUEST: monero transactions need a node and are not sent here');
}); // prettier-ignore

it.each(['ethereum', 'base', 'tron'] as const)('the contract of USDC on %s is a token', (chain) => {
  const { bench, send } = funded();
  const token = networks[chain].usdc;
  bench.wallet.reserves.fund(usdc(chain), addressOn(chain), 3_000_000n);
  const sent = accepted(send(chain, { token, amount: '2.5' }));
  expect(sent).toMatchObject({ asset: usdc(chain), amount: 2_500_000n, feeAsset: native(chain) });
  expect([bench.events, bench.held()]).toEqual([[['walletSent', 2_500_000]], [2_500_000]]);
  expect(refused(send(chain, { token: bench.place(chain) }))).toBe('INSUFFICIENT_BALANCE: the address holds nothing of that token');
  expect(refused(send(chain, { token: 'USDC' }))).toBe(`BAD_REQUEST: token is no contract address on ${chain}`);
}); // prettier-ignore

it.each(['solana', 'bitcoin', 'monero'] as const)('%s has no tokens here', (chain) => {
  const token = networks.solana.usdc;
  expect(refused(funded().send(chain, { token }))).toBe(
    `BAD_REQUEST: token is a contract on ethereum, base or tron; there are none on ${chain}`,
  );
  const ignored = funded({ 'wallet.tokenElsewhere': 'ignored' });
  expect(accepted(ignored.send(chain, { token })).asset).toEqual(native(chain));
});

it('a transaction that comes out the same as one before is a conflict', () => {
  const streams = new Streams('even fees');
  const draws = (path: string) => (path.startsWith('wallet/fees/') ? streams.stream('even') : undefined);
  const bench = new WalletBench({ 'wallet.failures': 'all' }, { draws });
  const alice = bench.agent('alice');
  const { onChain } = bench.wallet;
  const probe = onChain.fees.fee('bitcoin', 'native', { atMs: bench.clock.nowMs });
  // The rest of the coin is dust, which goes to the fee whatever is asked.
  onChain.give('bitcoin', keys.bitcoin.address, 50_000_000n + probe + 100n);
  const send = () => bench.wallet.sendSigned(request(bench, 'bitcoin'), alice);
  const { fee, status } = accepted(send());
  expect([fee, status]).toEqual([probe + 100n, 'pending']);
  bench.pass(dayMs);
  expect(refused(send())).toBe('CONFLICT: this very transaction has been broadcast before');
  expect([onChain.book.nonce('bitcoin', keys.bitcoin.address), bench.wallet.drift()]).toEqual([1, 0]);
});

it.each(['own', 'stateless'])('a key of an address that was not created here sends or not (%s)', (policy) => {
  const { bench, alice, send } = funded({ 'wallet.signer': policy });
  const foreign = send('tron');
  if (policy === 'stateless') expect(accepted(foreign).status).toBe('pending');
  else expect(refused(foreign)).toBe('FORBIDDEN: the key is of an address that you have not created here');
  const { mnemonic, addresses } = accepted(bench.wallet.create(undefined, alice));
  bench.wallet.onChain.give('tron', addresses.tron, 10n ** 8n);
  const { privateKey } = deriveKeys(mnemonic).tron;
  expect(accepted(send('tron', { privateKey })).from).toBe(addresses.tron);
  const fields = request(bench, 'tron', { privateKey });
  const byBob = bench.wallet.sendSigned(fields, bench.agent('bob'));
  expect('code' in byBob ? byBob.code : byBob.status).toBe(policy === 'own' ? 'FORBIDDEN' : 'pending');
});

it('bitcoin may be left out', () => {
  const { send } = funded({ 'wallet.bitcoinSend': 'refused' });
  expect(refused(send('bitcoin'))).toBe('BAD_REQUEST: private_key is for EVM, Solana and Tron chains');
});

it('an amount of USDC is within the safe integers; of native assets it may be more', () => {
  const most = String(Number.MAX_SAFE_INTEGER);
  const inUnits = (digits: string) => `${digits.slice(0, -usdcDecimals)}.${digits.slice(-usdcDecimals)}`;
  expect(readUnits(inUnits(most), usdc('base'))).toBe(BigInt(most));
  expect(refused(readUnits(inUnits(String(BigInt(most) + 1n)), usdc('base')))).toBe('BAD_REQUEST: amount is more USDC than there is');
  expect(readUnits('10000000000', native('base'))).toBe(10n ** 28n);
}); // prettier-ignore
