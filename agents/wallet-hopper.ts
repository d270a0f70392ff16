import { createECDH, createHmac, pbkdf2Sync } from 'node:crypto';
import { defineAgent, duration, integer, text, usdc, type Agent, type Answer } from 'orrery-sim';

type Steps<T = void> = Generator<unknown, T, unknown>;

const v1 = '/wallet/v1';
const api = '/wallet/api/v1';
const short = '/api/wallet-api';
const usdcOnBase = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

/** Base: a block every two seconds, and ten of them until it counts. */
const blockMs = 2_000;
const depth = 10;

/** Moves its money off the platform, onto a chain, and back with its own key. */
export default defineAgent({
  name: 'wallet-hopper',
  about:
    'Makes a wallet, moves USDC out to it and back with its own signature, and compares every balance with its books.',
  parameters: {
    amount: usdc('1.00', { about: 'How much USDC goes out and comes back' }),
    rounds: integer(3, { about: 'How often', minimum: 1 }),
    every: duration('1h', { about: 'The pause after a round' }),
    referredBy: text('', { about: 'The population one of whose agents referred it; empty for none' }),
    friends: text('', { about: 'The population that gets a cent in every round; empty for none' }),
  },
  *run(agent, { amount, rounds, every, referredBy, friends }) {
    const referrers = referredBy === '' ? [] : agent.peers(referredBy);
    const referrer = referrers[Math.floor((yield* agent.random()) * referrers.length)];
    const joined = yield* agent.join({ referrer });
    if (!joined.ok) return;
    const wallet = yield* newWallet(agent);
    if (wallet === undefined) return;
    const home = yield* agent.polite.get(`${short}/address`);
    if (!home.ok) return;
    yield* buyGas(agent, wallet);
    for (let round = 0; round < rounds; round++) {
      if (friends !== '') yield* greet(agent, agent.peers(friends));
      if (yield* hopOut(agent, wallet, amount)) {
        yield* hopBack(agent, { wallet, amount, home: home.text('base') });
      }
      yield* checkTotals(agent);
      yield* agent.sleep(every);
    }
  },
});

interface Wallet {
  readonly address: string;
  readonly privateKey: string;
}

/** Words are told once: where the network has lost them, another wallet is made. */
const walletsMax = 5;

/** Words and addresses once; asked for again under the same key, no words. */
function* newWallet(agent: Agent, number = 1): Steps<Wallet | undefined> {
  const key = number === 1 ? `${agent.name}/wallet` : `${agent.name}/wallet/${number}`;
  const options = { headers: { 'idempotency-key': key } };
  const created = yield* agent.polite.post(`${v1}/wallet/create`, undefined, options);
  if (!created.ok) return undefined;
  if (created.body['mnemonic'] === undefined)
    return number < walletsMax ? yield* newWallet(agent, number + 1) : undefined;
  const again = yield* agent.polite.post(`${v1}/wallet/create`, undefined, options);
  const isSame = JSON.stringify(again.body['addresses']) === JSON.stringify(created.body['addresses']);
  yield* agent.check('a mnemonic is told once', again.ok && isSame && again.body['mnemonic'] === undefined);
  const { base } = created.body['addresses'] as { base: string };
  const privateKey = keyOf(created.text('mnemonic'));
  const body = { chain: 'base', to: `0x${'1'.repeat(40)}`, amount: '0.1', from: base };
  const empty = yield* agent.polite.post(`${v1}/wallet/send`, { ...body, private_key: privateKey });
  yield* agent.check(
    'the words give the key of an address without money',
    empty.code === 'INSUFFICIENT_BALANCE',
  );
  return { address: base, privateKey };
}

/** m/44'/60'/0'/0/0 of BIP-32, worked out here by Node's own curves and not by the service's. */
function keyOf(mnemonic: string): string {
  const seed = pbkdf2Sync(mnemonic, 'mnemonic', 2048, 64, 'sha512');
  let node: Buffer = createHmac('sha512', 'Bitcoin seed').update(seed).digest();
  for (const index of [hardened + 44, hardened + 60, hardened, 0, 0]) node = childOf(node, index);
  return node.subarray(0, 32).toString('hex');
}

const hardened = 2 ** 31;
const order = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n;

/** Key and chain code of a child; a hardened one is of the private key, any other of the public one. */
function childOf(parent: Buffer, index: number): Buffer {
  const [key, chainCode] = [parent.subarray(0, 32), parent.subarray(32)];
  const own = index >= hardened ? Buffer.concat([Buffer.alloc(1), key]) : publicKeyOf(key);
  const place = Buffer.alloc(4);
  place.writeUInt32BE(index);
  const digest = createHmac('sha512', chainCode).update(own).update(place).digest();
  const sum = (numberOf(digest.subarray(0, 32)) + numberOf(key)) % order;
  return Buffer.concat([Buffer.from(sum.toString(16).padStart(64, '0'), 'hex'), digest.subarray(32)]);
}

function publicKeyOf(key: Buffer): Buffer {
  const pair = createECDH('secp256k1');
  pair.setPrivateKey(key);
  return pair.getPublicKey(null, 'compressed');
}

const numberOf = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);

/** Swaps a little into ether and sends it to the wallet, for its fees; tries again where the chain drops it. */
function* buyGas(agent: Agent, { address }: Wallet): Steps {
  const swapped = yield* agent.polite.post(`${api}/swap`, {
    from: 'USDC',
    to: 'base:ETH',
    amount: 0.5,
    slippage: 2,
  });
  if (!swapped.ok) return;
  yield* agent.check('a swap gives less than it takes', swapped.number('received_usdc') < 0.5);
  for (let tried = 0; tried < 5; tried++) {
    const body = { chain: 'base', token: 'ETH', to: address, amount: '0.00006' };
    const sent = yield* agent.polite.post(`${api}/send`, body);
    if (!sent.ok) return;
    const settled = yield* settledOf(agent, sent);
    if (settled?.text('status') === 'confirmed') return;
  }
}

/** From the platform to the wallet. True once it is there. */
function* hopOut(agent: Agent, { address }: Wallet, amount: number): Steps<boolean> {
  const before = yield* balanceOf(agent);
  const onChain = yield* usdcOf(agent, address);
  const sent = yield* agent.polite.post(`${short}/send`, {
    to: address,
    amount: amount / 1e6,
    chain: 'base',
  });
  if (!sent.ok || before === undefined || onChain === undefined) return false;
  yield* agent.check('a send begins pending and has a fee', isStarted(sent));
  const settled = yield* settledOf(agent, sent);
  if (settled === undefined) return false;
  const after = yield* balanceOf(agent);
  const arrived = yield* usdcOf(agent, address);
  if (after === undefined || arrived === undefined) return false;
  const isConfirmed = settled.text('status') === 'confirmed';
  const cost = isConfirmed ? amount + microsOf(sent.text('fee')) : 0;
  const name = isConfirmed ? 'a send costs its amount and its fee' : 'a send that fails costs nothing';
  yield* agent.check(name, before - after === cost);
  yield* agent.check('what arrives is what was sent', arrived - onChain === (isConfirmed ? amount : 0));
  return isConfirmed;
}

const isStarted = (sent: Answer): boolean =>
  sent.text('status') === 'pending' && microsOf(sent.text('fee')) > 0;

/** From the wallet to the platform, signed with its own key; tries until it is through. */
function* hopBack(agent: Agent, hop: { wallet: Wallet; amount: number; home: string }): Steps {
  const { wallet, amount, home } = hop;
  for (let tried = 0; tried < 5; tried++) {
    const before = yield* balanceOf(agent);
    const sent = yield* agent.polite.post(`${v1}/wallet/send`, {
      chain: 'base',
      to: home,
      amount: String(amount / 1e6),
      token: usdcOnBase,
      private_key: wallet.privateKey,
    });
    if (!sent.ok || before === undefined) return;
    const settled = yield* settledOf(agent, sent);
    const after = yield* balanceOf(agent);
    if (settled === undefined || after === undefined) return;
    const isConfirmed = settled.text('status') === 'confirmed';
    const gained = isConfirmed ? amount : 0;
    yield* agent.check('what comes back in a block is in the balance', after - before === gained);
    if (isConfirmed) return;
  }
}

/** A cent for another agent, with a memo. */
function* greet(agent: Agent, friends: readonly string[]): Steps {
  const friend = friends[Math.floor((yield* agent.random()) * friends.length)];
  const body = { to: friend, amount: 0.01, chain: 'base', memo: 'hello' };
  const sent = yield* agent.polite.post(`${short}/send`, body);
  if (!sent.ok) return;
  yield* agent.check('a send to an agent begins pending', sent.text('status') === 'pending');
  yield* settledOf(agent, sent);
}

/** Asks until the chain has decided, and holds the time against the chain's blocks. */
function* settledOf(agent: Agent, sent: Answer): Steps<Answer | undefined> {
  for (let asked = 0; asked < 30; asked++) {
    yield* agent.sleep('10s');
    const seen = yield* agent.polite.get(`${short}/tx/${sent.text('tx_hash')}`);
    if (!seen.ok) return undefined;
    if (seen.text('status') === 'pending') continue;
    const [from, to] = [seen.instant('created_at'), seen.instant('settled_at')];
    const isDeep = to % blockMs === 0 && to - from > (depth - 1) * blockMs;
    yield* agent.check('a transaction counts with a block as deep as its chain asks', isDeep);
    return seen;
  }
  return undefined;
}

/** The chains of the balance add up to the total. */
function* checkTotals(agent: Agent): Steps {
  const balance = yield* agent.polite.get(`${short}/balance`);
  if (!balance.ok) return;
  const chains = Object.values(balance.body['chains'] as Record<string, { usdc: string }>);
  const sum = chains.reduce((total, { usdc: part }) => total + microsOf(part), 0);
  yield* agent.check('the chains add up to the total', sum === microsOf(balance.text('usdc')));
}

function* balanceOf(agent: Agent): Steps<number | undefined> {
  const balance = yield* agent.polite.get(`${short}/balance`);
  return balance.ok ? microsOf(balance.text('usdc')) : undefined;
}

function* usdcOf(agent: Agent, address: string): Steps<number | undefined> {
  const balance = yield* agent.polite.get(`${v1}/wallet/balance/${address}`, { query: { chain: 'base' } });
  return balance.ok ? microsOf(balance.list('tokens')[0]?.['balance'] as string) : undefined;
}

const microsOf = (amount: string): number => Math.round(Number(amount) * 1e6);
