import { describe, expect, it } from 'vitest';
import { deriveAddresses, derivationPaths } from '../../src/platform/services/wallet/keys/hd-wallet.ts';
import { newSandbox } from '../host/serve/serving.ts';
import { admitted, expectRefused, isoInstant, open } from './harness.ts';
import {
  balanceOn,
  drop,
  makeWallet,
  order,
  poll,
  quote,
  sendSigned,
  statusOf,
  stranger,
  testKeys,
  usdcOn,
  v1,
  walletPair,
} from './wallet-stage.ts';

const chains = ['ethereum', 'base', 'solana', 'bitcoin', 'tron', 'monero'] as const;
const { base, bitcoin, ethereum, monero, solana, tron } = testKeys;
const toOn = {
  ethereum: stranger,
  base: stranger,
  solana: '11111111111111111111111111111111',
  bitcoin: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  tron: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
} as const;

describe('wallets', () => {
  it('WAL01 WAL02 WAL56 derives the addresses of six chains from the mnemonic, as BIP-39 wallets do', () => {
    const { alice } = walletPair();
    const { addresses, mnemonic } = makeWallet(alice);
    expect(Object.keys(addresses)).toEqual([...chains]);
    expect(mnemonic.split(' ')).toHaveLength(12);
    expect(addresses).toEqual(deriveAddresses(mnemonic));
    for (const chain of chains) {
      const seen = balanceOn(alice, chain, addresses[chain] ?? '');
      if (chain !== 'monero') expect(seen.body).toMatchObject({ chain, balance: '0.00' });
    }
  });

  it('WAL08 answers POST /v1/wallet/create with 200, addresses and the mnemonic; every wallet is another one', () => {
    const { alice, bob } = walletPair();
    const wallets = [makeWallet(alice), makeWallet(alice), makeWallet(bob)];
    expect(new Set(wallets.map(({ mnemonic }) => mnemonic)).size).toBe(3);
    expect(new Set(wallets.map(({ addresses }) => addresses['bitcoin'])).size).toBe(3);
    const again = makeWallet(walletPair().alice);
    expect(again).toEqual(wallets[0]);
  });

  it('WAL07 AUT21 AUT22 creates an account without a key, and its key opens the rest', () => {
    const { stage } = walletPair();
    const anonymous = stage.anonymous();
    const reply = anonymous.post(`${v1}/auth/register`);
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      agent_id: 'agent_1',
      agent_address: expect.stringMatching(/^0x[0-9a-f]{40}$/),
      api_key: expect.stringMatching(/^sk_live_\w{32}$/),
      created_at: isoInstant,
    });
    expect(anonymous.post(`${v1}/auth/register`).body['agent_id']).toBe('agent_2');
    expect(anonymous.withKey(reply.text('api_key')).post(`${v1}/wallet/create`).status).toBe(200);
    stage.joinB('agent_3');
    expect(anonymous.post(`${v1}/auth/register`).body['agent_id']).toBe('agent_4');
    expectRefused(anonymous.post(`${v1}/auth/register`, { referral_code: 5 }), 'BAD_REQUEST');
  });

  it('WAL06 AUT25 answers GET /health with 200, without a key unless policy wallet.health is key', () => {
    const reply = open().anonymous().get('/wallet/health');
    expect([reply.status, reply.body['status']]).toEqual([200, 'ok']);
    expectRefused(open({ 'wallet.health': 'key' }).anonymous().get('/wallet/health'), 'UNAUTHORIZED');
    const { paths, security } = newSandbox().dispatch({
      method: 'GET',
      path: '/wallet/openapi.json',
      query: {},
      headers: {},
      body: undefined,
      ip: '127.0.0.1',
    }).response.body as unknown as { paths: Record<string, { get: object }>; security: object[] };
    expect(security).toEqual([{ key: [] }]);
    expect(paths['/health']?.get).not.toHaveProperty('security');
  });

  it('AUT23 AUT24 answers GET /v1/wallet/chains and GET /v1/gossip without a key', () => {
    const anonymous = open().anonymous();
    expect(anonymous.get(`${v1}/wallet/chains`).status).toBe(200);
    expect(anonymous.get(`${v1}/gossip`).status).toBe(200);
  });

  it('AUT26 ERR18 asks for the key on every other wallet and referral call', () => {
    const anonymous = open().anonymous();
    const calls = [
      ['POST', '/wallet/create'],
      ['GET', `/wallet/balance/${stranger}`],
      ['POST', '/wallet/send'],
      ['GET', '/wallet/swap/quote'],
      ['POST', '/wallet/swap'],
      ['GET', '/wallet/swap/status/swap_x'],
      ['GET', '/wallet/deposit-address'],
      ['GET', `/wallet/transactions/${stranger}`],
      ['GET', '/referral/code'],
      ['GET', '/referral/stats'],
      ['POST', '/referral/withdraw'],
    ] as const;
    for (const [method, path] of calls) {
      for (const key of [undefined, 'sk_live_x']) {
        expectRefused(anonymous.withKey(key).send({ method, path: `${v1}${path}` }), 'UNAUTHORIZED');
      }
    }
    const { alice } = walletPair();
    expectRefused(statusOf(alice, 'swap_none'), 'NOT_FOUND');
    expectRefused(sendSigned(alice, { chain: 'dogecoin' }), 'BAD_REQUEST');
    const broke = { chain: 'base', to: stranger, amount: '1', private_key: base.privateKey };
    expectRefused(sendSigned(alice, broke), 'INSUFFICIENT_BALANCE');
    expect(admitted(200, () => alice.get(`${v1}/referral/code`))).toBeLessThan(60);
    expect(alice.get(`${v1}/referral/code`).verdict).toEqual([429, 'RATE_LIMIT']);
  });

  it('WAL16 lists wallet chains and swap chains', () => {
    const { body } = open().anonymous().get(`${v1}/wallet/chains`);
    expect(body['wallet_chains']).toEqual([...chains]);
    expect(body['swap_chains']).toEqual([...chains]);
  });

  it('WAL13 WAL30 WAL31 explains the derivation path of a chain, base where none is named', () => {
    const { alice } = walletPair();
    const usual = alice.get(`${v1}/wallet/deposit-address`);
    expect([usual.status, usual.body['chain']]).toEqual([200, 'base']);
    for (const chain of chains) {
      const { body } = alice.get(`${v1}/wallet/deposit-address`, { chain });
      const { path, scheme } = derivationPaths[chain];
      expect(body).toMatchObject({ chain, derivation_path: path, scheme });
      expect(body['instructions']).toContain(path);
    }
    for (const chain of ['dogecoin', 'polygon', '', '__proto__']) {
      expectRefused(alice.get(`${v1}/wallet/deposit-address`, { chain }), 'BAD_REQUEST');
      expectRefused(balanceOn(alice, chain, stranger), 'BAD_REQUEST');
    }
  });

  it('VER11 stands beside styles A and B under /v1 of the wallet address', () => {
    const { alice } = walletPair();
    for (const path of [`${v1}/wallet/create`, '/wallet/api/v1/swap', '/api/wallet-api/send']) {
      expect(alice.post(path).status).not.toBe(404);
    }
    expect(alice.get('/wallet/v1/wallet/nothing').status).toBe(404);
  });

  it('VER12 is described by OpenAPI 3.0.0 under the title Public Wallet, version 1.0.0', () => {
    const response = open().anonymous().get('/wallet/openapi.json');
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      openapi: '3.0.0',
      info: { title: 'Public Wallet', version: '1.0.0' },
      servers: [{ url: '/wallet' }],
    });
    expect(Object.keys(response.body['paths'] as object)).toHaveLength(15);
    const words = JSON.stringify(response.body);
    for (const word of ['"const":', '"patternProperties":', '"type":"null"', '"$defs":', '"anyOf":[{}]']) {
      expect(words).not.toContain(word);
    }
  });
});

describe('balances', () => {
  it('WAL09 WAL27 answers the native balance of an address on the chain that has to be named', () => {
    const { stage, alice } = walletPair();
    drop(stage, 'ethereum', ethereum.address, '1.5');
    drop(stage, 'base', base.address, '7', 'usdc');
    expect(balanceOn(alice, 'ethereum', ethereum.address).body).toMatchObject({
      chain: 'ethereum',
      symbol: 'ETH',
      balance: '1.50',
    });
    const onBase = balanceOn(alice, 'base', base.address.toLowerCase());
    expect(onBase.body).toMatchObject({ balance: '0.00', tokens: [{ symbol: 'USDC', balance: '7.00' }] });
    expectRefused(alice.get(`${v1}/wallet/balance/${base.address}`), 'BAD_REQUEST');
    for (const [chain, address] of [
      ['bitcoin', base.address],
      ['base', 'alice'],
      ['tron', `${tron.address.slice(0, -1)}x`],
      ['base', base.address.replace('d', 'D').replace('E', 'e')],
    ] as const) {
      expectRefused(balanceOn(alice, chain, address), 'BAD_REQUEST');
    }
  });

  it('WAL28 WAL34 shows a monero balance to the private view key of the address and to no other key', () => {
    const { stage, alice } = walletPair();
    drop(stage, 'monero', monero.address, '2');
    const seen = balanceOn(alice, 'monero', monero.address, { view_key: monero.viewKey ?? '' });
    expect([seen.status, seen.body['balance']]).toEqual([200, '2.00']);
    expectRefused(balanceOn(alice, 'monero', monero.address), 'BAD_REQUEST');
    for (const view_key of ['', 'x', monero.spendKey ?? '', '0'.repeat(64)]) {
      expectRefused(balanceOn(alice, 'monero', monero.address, { view_key }), 'BAD_REQUEST');
    }
  });

  it('WAL14 WAL29 WAL32 lists transactions on four chains, newest first, ten of them unless told otherwise', () => {
    const { stage, alice } = walletPair();
    drop(stage, 'base', base.address, '1');
    for (let sent = 0; sent < 12; sent++) {
      const fields = { chain: 'base', to: stranger, amount: `0.0${sent + 10}`, private_key: base.privateKey };
      expect(sendSigned(alice, fields).status).toBe(200);
    }
    const list = (query: Record<string, string>) =>
      alice.get(`${v1}/wallet/transactions/${base.address}`, query);
    expect(list({ chain: 'base' }).list('transactions')).toHaveLength(10);
    expect(
      list({ chain: 'base', limit: '3' })
        .list('transactions')
        .map(({ amount }) => amount),
    ).toEqual(['0.021', '0.02', '0.019']);
    expect(list({ chain: 'base', limit: '100' }).list('transactions')).toHaveLength(13);
    for (const chain of ['tron', 'monero', 'polygon']) expectRefused(list({ chain }), 'BAD_REQUEST');
    expectRefused(list({}), 'BAD_REQUEST');
    for (const limit of ['0', '-1', '1.5', 'x']) expectRefused(list({ chain: 'base', limit }), 'BAD_REQUEST');
    for (const { chain, address } of [bitcoin, solana, ethereum]) {
      const other = alice.get(`${v1}/wallet/transactions/${address}`, { chain });
      expect([other.status, other.list('transactions')]).toEqual([200, []]);
    }
  });
});

describe('POST /v1/wallet/send', () => {
  it('WAL10 WAL17 WAL18 WAL19 WAL24 signs and broadcasts on every chain but monero with one key', () => {
    const { stage, alice } = walletPair();
    for (const { chain, address, privateKey: private_key } of [ethereum, base, solana, bitcoin, tron]) {
      drop(stage, chain, address, '100');
      const to = toOn[chain as keyof typeof toOn];
      const sent = sendSigned(alice, { chain, to, amount: '1.25', private_key });
      expect([sent.status, sent.body['status'], sent.body['amount']]).toEqual([200, 'pending', '1.25']);
      const hash = sent.text('tx_hash');
      expect(poll(alice, hash).body['status']).toBe('pending');
      stage.advance('2h');
      expect(poll(alice, hash).body).toMatchObject({ status: 'confirmed', simulated: false });
      const rest = Number(balanceOn(alice, chain, address).body['balance']);
      expect(rest).toBeCloseTo(98.75 - Number(sent.body['fee']), 9);
      expect(balanceOn(alice, chain, to).body['balance']).toBe('1.25');
      const fields = { chain, to, amount: '1', private_key };
      for (const missing of ['chain', 'to', 'amount', 'private_key']) {
        expectRefused(sendSigned(alice, { ...fields, [missing]: undefined }), 'BAD_REQUEST');
      }
      for (const amount of [
        '0',
        '-1',
        'x',
        '',
        '1e3',
        '1.0000000000000000001',
        null,
        '0x1',
        '1'.repeat(40),
      ]) {
        expectRefused(sendSigned(alice, { ...fields, amount }), 'BAD_REQUEST');
      }
      for (const key of ['x', '0x', 'g'.repeat(64), '0'.repeat(64)]) {
        expectRefused(sendSigned(alice, { ...fields, private_key: key }), 'BAD_REQUEST');
      }
      expectRefused(sendSigned(alice, { ...fields, from: stranger }), 'BAD_REQUEST');
      expectRefused(sendSigned(alice, { ...fields, amount: '99' }), 'INSUFFICIENT_BALANCE');
    }
    expect(stage.world.wallet.drift()).toBe(0);
  });

  it('WAL20 takes the private key of EVM, Solana and Tron alone under policy wallet.bitcoinSend: refused', () => {
    const { stage, alice } = walletPair({ 'wallet.bitcoinSend': 'refused' });
    for (const { chain, address, privateKey: private_key } of [ethereum, solana, tron, bitcoin]) {
      drop(stage, chain, address, '1');
      const { status } = sendSigned(alice, {
        chain,
        to: toOn[chain as keyof typeof toOn],
        amount: '0.5',
        private_key,
      });
      expect(status).toBe(chain === 'bitcoin' ? 400 : 200);
    }
  });

  it('WAL21 sends an ERC-20 or TRC-20 by its contract, for a fee in the native asset', () => {
    const { stage, alice } = walletPair();
    for (const { chain, address, privateKey: private_key } of [ethereum, base, tron]) {
      const token = usdcOn[chain as keyof typeof usdcOn];
      const fields = { chain, to: toOn[chain as keyof typeof toOn], amount: '2.5', token, private_key };
      drop(stage, chain, address, '10', 'usdc');
      expectRefused(sendSigned(alice, fields), 'INSUFFICIENT_BALANCE');
      drop(stage, chain, address, '100');
      expect(sendSigned(alice, fields).body).toMatchObject({ asset: 'USDC', amount: '2.50', token });
      expectRefused(sendSigned(alice, { ...fields, amount: '7.500001' }), 'INSUFFICIENT_BALANCE');
      expectRefused(sendSigned(alice, { ...fields, amount: '0.0000001' }), 'BAD_REQUEST');
      expectRefused(sendSigned(alice, { ...fields, token: 'USDC' }), 'BAD_REQUEST');
      stage.advance('10m');
      const list = balanceOn(alice, chain, address).list('tokens');
      expect(list.map(({ balance }) => balance)).toEqual(['7.50']);
    }
    expect(stage.world.driftMicros()).toBe(0);
  });

  it('WAL22 WAL23 WAL20 takes from, view_key and spend_key on monero, all of them', () => {
    const { stage, alice } = walletPair();
    drop(stage, 'monero', monero.address, '3');
    const { addresses } = makeWallet(alice);
    const fields = {
      chain: 'monero',
      from: monero.address,
      to: addresses['monero'],
      amount: '1',
      view_key: monero.viewKey,
      spend_key: monero.spendKey,
    };
    for (const missing of Object.keys(fields)) {
      expectRefused(sendSigned(alice, { ...fields, [missing]: undefined }), 'BAD_REQUEST');
    }
    expectRefused(sendSigned(alice, { ...fields, spend_key: monero.viewKey }), 'BAD_REQUEST');
    const sent = sendSigned(alice, fields);
    expect([sent.status, sent.body['simulated']]).toEqual([200, true]);
    stage.advance('1h');
    expect(poll(alice, sent.text('tx_hash')).body['status']).toBe('confirmed');
  });

  it('AUT27 takes keys nowhere but in the send body (and view_key with a balance, see WAL28)', () => {
    const { paths } = open().anonymous().get('/openapi.json').body as {
      paths: Record<string, Record<string, unknown>>;
    };
    const places = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        ['private_key', 'view_key', 'spend_key']
          .filter((key) => JSON.stringify(operation).includes(`"${key}"`))
          .map((key) => `${method} ${path} ${key}`),
      ),
    );
    expect(places.toSorted()).toEqual([
      'get /wallet/v1/wallet/balance/{address} view_key',
      'post /wallet/v1/wallet/send private_key',
      'post /wallet/v1/wallet/send spend_key',
      'post /wallet/v1/wallet/send view_key',
    ]);
  });
});

describe('swaps', () => {
  it('WAL11 WAL25 quotes a swap with its fees, which add up; all five fields are required', () => {
    const { alice } = walletPair();
    const { status, body } = quote(alice);
    expect(status).toBe(200);
    const fees = body['fees'] as Record<string, string>;
    const micros = (text: unknown): number => Math.round(Number(text) * 1e6);
    const sum = micros(fees['network']) + micros(fees['provider']) + micros(fees['platform']);
    expect(micros(fees['total'])).toBe(sum);
    expect(micros(body['amount_out'])).toBe(micros(body['value_usdc']) - sum);
    for (const missing of ['from_chain', 'to_chain', 'from_token', 'to_token', 'amount']) {
      const query = { from_chain: 'ethereum', to_chain: 'base', from_token: 'native', to_token: usdcOn.base };
      const { [missing]: _, ...rest } = { ...query, amount: '1' } as Record<string, string>;
      expectRefused(alice.get(`${v1}/wallet/swap/quote`, rest), 'BAD_REQUEST');
    }
    for (const amount of ['0', '-1', 'x', 'NaN', '1e400'])
      expectRefused(quote(alice, { amount }), 'BAD_REQUEST');
    expectRefused(quote(alice, { amount: '0.0000001' }), 'BAD_REQUEST');
    expectRefused(quote(alice, { to_chain: 'ethereum', to_token: 'native' }), 'BAD_REQUEST');
  });

  it('WAL33 takes contract addresses for tokens and no symbols', () => {
    const { alice } = walletPair();
    for (const token of ['USDC', 'ETH', '', 'usdc', usdcOn.solana, `${usdcOn.base}0`]) {
      expectRefused(quote(alice, { to_token: token }), 'BAD_REQUEST');
      expectRefused(order(alice, { to_token: token }), 'BAD_REQUEST');
    }
    expect(quote(alice, { to_token: usdcOn.base.toLowerCase() }).status).toBe(200);
  });

  it('WAL12 WAL26 WAL15 WAL05 orders a swap, which waits for its deposit and goes through the aggregator to its end', () => {
    const { stage, alice } = walletPair({ 'wallet.swapDeposit': 'agent' });
    const opened = order(alice);
    const id = opened.text('order_id');
    expect([opened.status, opened.body['status']]).toEqual([200, 'awaiting_deposit']);
    drop(stage, 'ethereum', ethereum.address, '3');
    const deposit = {
      chain: 'ethereum',
      to: opened.text('deposit_address'),
      amount: '1',
      private_key: ethereum.privateKey,
    };
    expect(sendSigned(alice, deposit).status).toBe(200);
    expect(statusOf(alice, id).body['status']).toBe('awaiting_deposit');
    const seen = new Set<unknown>();
    for (let second = 0; second < 600; second++) {
      stage.advance('1s');
      if (second % 30 < 12) seen.add(statusOf(alice, id).body['status']);
    }
    expect([...seen].filter(Boolean)).toEqual(['awaiting_deposit', 'processing', 'completed']);
    const { body } = statusOf(alice, id);
    expect(balanceOn(alice, 'base', stranger).list('tokens')[0]?.['balance']).toBe(body['amount_out']);
    expect([stage.world.driftMicros(), stage.world.wallet.drift()]).toEqual([0, 0]);
    for (const missing of ['from_chain', 'to_chain', 'from_token', 'to_token', 'amount', 'to_address']) {
      expectRefused(order(alice, { [missing]: undefined }), 'BAD_REQUEST');
    }
    expectRefused(order(alice, { to_address: solana.address }), 'BAD_REQUEST');
  });
});
