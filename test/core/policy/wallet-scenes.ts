/** What one small scene shows under each option of the policies about the wallet. */
import type { PolicyName, PolicyValue } from '../../../src/core/policy/policies.ts';
import {
  api,
  balanceOn,
  chainOfB,
  drop,
  makeWallet,
  order,
  poll,
  quote,
  sendB,
  sendSigned,
  short,
  statusOf,
  stranger,
  testKeys,
  usdcOn,
  v1,
  walletPair,
} from '../../conformance/wallet-stage.ts';
import type { Scene } from './scene.ts';

type WalletPolicy = Extract<PolicyName, `wallet.${string}`>;

const { base, bitcoin, ethereum, monero } = testKeys;
const onBase = { chain: 'base', to: stranger, amount: '0.1', private_key: base.privateKey };

export const walletScenes: { [Name in WalletPolicy]: Scene<PolicyValue<Name>> } = {
  'wallet.everyChain': {
    play: (overrides) => {
      const { alice } = walletPair(overrides);
      const { addresses } = alice.get(`${api}/addresses`).body as { addresses: object };
      const { chains } = alice.get(`${api}/balance`).body as { chains: object };
      return [Object.keys(addresses).length, Object.keys(chains).length];
    },
    shows: { six: [6, 6], eight: [8, 8] },
  },
  'wallet.balanceHome': {
    play: (overrides) => {
      const { alice } = walletPair(overrides);
      const total = alice.get(`${short}/balance`).body['usdc'];
      const onPolygon = alice.get(`${short}/balance`, { chain: 'polygon' }).body['usdc'];
      return [total, chainOfB(alice, 'ethereum')['usdc'], chainOfB(alice, 'base')['usdc'], onPolygon];
    },
    shows: {
      home: ['1010.00', '1010.00', '0.00', '0.00'],
      everywhere: ['1010.00', '1010.00', '1010.00', '1010.00'],
    },
  },
  'wallet.signer': {
    play: (overrides) => {
      const { stage, alice } = walletPair(overrides);
      drop(stage, 'base', base.address, '1');
      return sendSigned(alice, onBase).verdict;
    },
    shows: { stateless: [200, undefined], own: [403, 'FORBIDDEN'] },
  },
  'wallet.replayedMnemonic': {
    play: (overrides) => {
      const { alice } = walletPair(overrides);
      const create = () => alice.post(`${v1}/wallet/create`, undefined, { 'idempotency-key': 'one' }).body;
      const [first, again] = [create(), create()];
      const isSame = JSON.stringify(first['addresses']) === JSON.stringify(again['addresses']);
      return [typeof first['mnemonic'], isSame, typeof again['mnemonic']];
    },
    shows: { withheld: ['string', true, 'undefined'], anew: ['string', false, 'string'] },
  },
  'wallet.pathScheme': {
    play: (overrides) => {
      const { alice } = walletPair(overrides);
      return ['base', 'solana', 'monero'].map(
        (chain) => alice.get(`${v1}/wallet/deposit-address`, { chain }).body['scheme'],
      );
    },
    shows: { 'slip-10': ['BIP-32', 'SLIP-10', 'SLIP-10'], 'bip-32': ['BIP-32', 'BIP-32', 'BIP-32'] },
  },
  'wallet.bitcoinSend': {
    play: (overrides) => {
      const { stage, alice } = walletPair(overrides);
      drop(stage, 'bitcoin', bitcoin.address, '1');
      const to = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
      return sendSigned(alice, { chain: 'bitcoin', to, amount: '0.5', private_key: bitcoin.privateKey })
        .status;
    },
    shows: { key: 200, refused: 400 },
  },
  'wallet.tokenElsewhere': {
    play: (overrides) => {
      const { stage, alice } = walletPair(overrides);
      drop(stage, 'solana', testKeys.solana.address, '1');
      const to = '11111111111111111111111111111111';
      const { privateKey } = testKeys.solana;
      const sent = { chain: 'solana', to, amount: '0.5', token: usdcOn.solana, private_key: privateKey };
      return sendSigned(alice, sent).verdict;
    },
    shows: { reject: [400, 'BAD_REQUEST'], ignored: [200, undefined] },
  },
  'wallet.history': {
    play: (overrides) => {
      const { alice } = walletPair(overrides);
      return Object.values(testKeys).map(
        ({ chain, address }) => alice.get(`${v1}/wallet/transactions/${address}`, { chain }).status,
      );
    },
    shows: { four: [200, 200, 200, 200, 400, 400], six: [200, 200, 200, 200, 200, 200] },
  },
  'wallet.moneroBalance': {
    play: (overrides) => {
      const { stage, alice } = walletPair(overrides);
      drop(stage, 'monero', monero.address, '3');
      const blind = balanceOn(alice, 'monero', monero.address);
      const seeing = balanceOn(alice, 'monero', monero.address, { view_key: monero.viewKey ?? '' });
      return [blind.status, blind.body['balance'], seeing.body['balance']];
    },
    shows: { key: [400, undefined, '3.00'], zero: [200, '0.00', '3.00'] },
  },
  'wallet.nativeToken': {
    play: (overrides) => {
      const { alice } = walletPair(overrides);
      const e = `0x${'e'.repeat(40)}`;
      return [quote(alice), quote(alice, { from_token: e })].map(({ status }) => status);
    },
    shows: { named: [200, 200], contracts: [400, 400] },
  },
  'wallet.swapChains': {
    play: (overrides) => {
      const { alice } = walletPair(overrides);
      const listed = alice.get(`${v1}/wallet/chains`).body['swap_chains'] as string[];
      return [listed.length, quote(alice, { from_chain: 'bitcoin' }).status];
    },
    shows: { six: [6, 200], tokens: [4, 400] },
  },
  'wallet.swapDeposit': {
    play: (overrides) => {
      const { stage, alice } = walletPair(overrides);
      const id = order(alice).text('order_id');
      stage.advance('25m');
      return statusOf(alice, id).body['status'];
    },
    shows: { sim: 'completed', agent: 'awaiting_deposit' },
  },
  'wallet.failedSwap': {
    play: (overrides) => {
      const { stage, alice } = walletPair({ 'wallet.failures': 'all', ...overrides });
      const id = order(alice).text('order_id');
      stage.advance('25m');
      const { status, refund_tx_hash: refund } = statusOf(alice, id).body;
      return [status, typeof refund];
    },
    shows: { refunded: ['refunded', 'string'], kept: ['failed', 'object'] },
  },
  'wallet.slippage': {
    play: (overrides) => {
      const { alice } = walletPair(overrides);
      return [2, 0.02].map(
        (slippage) => alice.post(`${api}/swap`, { from: 'USDC', to: 'ETH', amount: 50, slippage }).verdict,
      );
    },
    shows: {
      percent: [
        [200, undefined],
        [409, 'CONFLICT'],
      ],
      fraction: [
        [400, 'BAD_REQUEST'],
        [200, undefined],
      ],
    },
  },
  'wallet.liquidity': {
    play: (overrides) => {
      const { alice } = walletPair(overrides);
      return [quote(alice).status, quote(alice, { amount: 10_000 }).verdict];
    },
    shows: { '10000000': [200, [409, 'CONFLICT']], '900000000': [200, [200, undefined]] },
  },
  'wallet.failures': {
    play: (overrides) => {
      const { stage, alice } = walletPair({ 'wallet.failures': 'half-percent', ...overrides });
      stage.setTier(alice, 'enterprise');
      let failed = 0;
      const hashes: string[] = [];
      for (let sent = 0; sent < 300; sent++) {
        if (sent % 20 === 0) stage.advance('1m');
        hashes.push(sendB(alice, { to: stranger, amount: 0.01, chain: 'base' }).text('tx_hash'));
        stage.advance(1);
      }
      stage.advance('1h');
      for (const [place, hash] of hashes.entries()) {
        if (place % 40 === 0) stage.advance('1m');
        if (poll(alice, hash).body['status'] === 'failed') failed += 1;
      }
      return failed === 0 ? 'none' : failed < 10 ? 'few' : failed < 100 ? 'a tenth' : 'all';
    },
    shows: { 'half-percent': 'few', none: 'none', tenth: 'a tenth', all: 'all' },
  },
  'wallet.confirmed': {
    play: (overrides) => {
      const { stage, alice } = walletPair(overrides);
      const hash = sendB(alice, { to: stranger, amount: 1 }).text('tx_hash');
      stage.advance('80s');
      const early = poll(alice, hash).body['status'];
      stage.advance('3m');
      return [early, poll(alice, hash).body['status']];
    },
    shows: { depth: ['pending', 'confirmed'], inclusion: ['confirmed', 'confirmed'] },
  },
  'wallet.sendFee': {
    play: (overrides) => {
      const { stage, alice, bob } = walletPair(overrides);
      const { amount, fee } = sendB(alice, { to: 'bob', amount: 10, chain: 'base' }).body;
      stage.advance('10m');
      const feeMicros = Math.round(Number(fee) * 1e6);
      const paid = 1_010_000_000 - alice.spendable;
      const got = bob.spendable - 1_010_000_000;
      return [feeMicros > 0, amount === '10.00', paid === 10_000_000 + feeMicros, got === 10_000_000];
    },
    shows: {
      'on-top': [true, true, true, true],
      inside: [true, false, false, false],
      none: [false, true, true, true],
    },
  },
  'wallet.sendMin': {
    play: (overrides) => {
      const { alice } = walletPair(overrides);
      return ['0.000001', '5'].map((amount) => sendB(alice, { to: 'bob', amount }).status);
    },
    shows: { '0.000001': [200, 200], '5': [400, 200] },
  },
  'wallet.withdrawNothing': {
    play: (overrides) => {
      const { alice } = walletPair(overrides);
      const { status, body } = alice.post(`${v1}/referral/withdraw`, { address: stranger });
      return [status, body['amount']];
    },
    shows: { conflict: [409, undefined], zero: [200, '0.00'] },
  },
  'wallet.agentSend': {
    play: (overrides) => {
      const { stage, alice, bob } = walletPair(overrides);
      const sent = sendB(alice, { to: 'bob', amount: 1, memo: 'thanks' });
      const atOnce = bob.spendable;
      stage.advance('10m');
      return [sent.body['status'], atOnce, bob.spendable];
    },
    shows: {
      chain: ['pending', 1_010_000_000, 1_011_000_000],
      instant: ['confirmed', 1_011_000_000, 1_011_000_000],
    },
  },
  'wallet.genesis': {
    play: (overrides) => {
      const { stage, alice } = walletPair(overrides);
      const { addresses } = makeWallet(alice);
      const chains = ['ethereum', 'base', 'solana', 'bitcoin', 'tron'];
      const isEmpty = chains.map(
        (chain) => balanceOn(alice, chain, addresses[chain] ?? '').body['balance'] === '0.00',
      );
      return [isEmpty, stage.world.wallet.drift()];
    },
    shows: {
      empty: [[true, true, true, true, true], 0],
      gas: [[false, false, false, false, false], 0],
    },
  },
  'wallet.addresses': {
    play: (overrides) => {
      const { stage, alice } = walletPair(overrides);
      drop(stage, 'base', base.address, '1');
      const to = ethereum.address.replace('d', 'D').replace('E', 'e');
      return balanceOn(alice, 'base', to).status;
    },
    shows: { checksum: 400, 'any-case': 200 },
  },
  'wallet.monero': {
    play: (overrides) => {
      const { stage, alice } = walletPair(overrides);
      drop(stage, 'monero', monero.address, '3');
      const { addresses } = makeWallet(alice);
      const { viewKey: view_key, spendKey: spend_key, address: from } = monero;
      const { status, body } = sendSigned(alice, {
        chain: 'monero',
        from,
        to: addresses['monero'],
        amount: '1',
        view_key,
        spend_key,
      });
      return [status, body['simulated']];
    },
    shows: { simulated: [200, true], refused: [400, undefined] },
  },
  'wallet.visibility': {
    play: (overrides) => {
      const { stage, alice, bob } = walletPair(overrides);
      const carol = stage.joinB('carol');
      const hash = sendB(alice, { to: 'bob', amount: 1 }).text('tx_hash');
      const id = order(alice).text('order_id');
      const seen = [alice, bob, carol].map((caller) => poll(caller, hash).status);
      return [seen, statusOf(carol, id).status];
    },
    shows: { any: [[200, 200, 200], 200], parties: [[200, 200, 404], 404] },
  },
  'wallet.health': {
    play: (overrides) => {
      const { stage, alice } = walletPair(overrides);
      return [stage.anonymous().get('/wallet/health').status, alice.get('/wallet/health').status];
    },
    shows: { open: [200, 200], key: [401, 200] },
  },
};
