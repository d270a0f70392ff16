/**
 * Addresses and names in requests: one reading of them in all services (C3 and C5 of the defects found from outside).
 */
import { describe, expect, it } from 'vitest';
import { open, type Member, type Reply, type Stage } from '../../conformance/harness.ts';

const right = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
/** The last letter has the other case. */
const wrong = '0x9858EfFD232B4033E47d90003D41EC34EcaEdA94';
const spellings = [right, right.toLowerCase(), `0x${right.slice(2).toUpperCase()}`];

interface Field {
  readonly name: string;
  readonly success: number;
  /** A request in which the text stands where an address may. */
  readonly send: (alice: Member, text: string) => Reply;
}

const register = (alice: Member): void => {
  alice.post('/api/domains-api/register', { domain: 'alices-own.agent' });
};

const usdcOnBase = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const swap = { from_chain: 'base', to_chain: 'base', from_token: usdcOnBase, to_token: 'native', amount: 5 };

const fields: readonly Field[] = [
  { name: 'escrow B, receiver', success: 201, send: (alice, receiver) => alice.post('/escrow/escrow', { receiver, amount: 1 }) },
  { name: 'escrow A, seller', success: 201, send: (alice, seller) => alice.post('/escrow/api/v1/escrow/create', { buyer: 'alice', seller, amount: 1, currency: 'USDC' }) },
  { name: 'domains B, to', success: 200, send: (alice, to) => (register(alice), alice.post('/api/domains-api/transfer', { domain: 'alices-own.agent', to })) },
  { name: 'domains B, resolver', success: 201, send: (alice, resolver) => alice.post('/api/domains-api/register', { domain: 'with-resolver.agent', resolver }) },
  { name: 'casino, address of a withdrawal', success: 200, send: (alice, address) => alice.post('/casino/api/v1/auth/withdraw', { amount: 2, address }) },
  { name: 'wallet B, to', success: 200, send: (alice, to) => alice.post('/api/wallet-api/send', { to, amount: 1 }) },
  { name: 'wallet A, to', success: 200, send: (alice, to) => alice.post('/wallet/api/v1/send', { to, amount: 1, chain: 'base', token: 'USDC' }) },
  { name: 'wallet, to_address of a swap', success: 200, send: (alice, to_address) => alice.post('/wallet/v1/wallet/swap', { ...swap, to_address }) },
  { name: 'wallet, address of a balance', success: 200, send: (alice, address) => alice.get(`/wallet/v1/wallet/balance/${address}`, { chain: 'base' }) },
  { name: 'wallet, address of transactions', success: 200, send: (alice, address) => alice.get(`/wallet/v1/wallet/transactions/${address}`, { chain: 'base' }) },
]; // prettier-ignore

/** Alice with enough for every call, and bob. */
function stage(policies: Record<string, string> = {}): { world: Stage; alice: Member; bob: Member } {
  const world = open({ 'limits.rowScaling': 'tier', ...policies });
  const { alice, bob } = world.pair();
  world.setTier(alice, 'enterprise');
  world.grant(alice, 200_000_000);
  return { world, alice, bob };
}

describe('an EVM address in a request', () => {
  it.each(fields)('is taken in one case and with the checksum of EIP-55: $name', ({ send, success }) => {
    for (const text of spellings) expect(send(stage().alice, text).status, text).toBe(success);
  });

  it.each(fields)('is a 400 with a wrong checksum, and moves nothing: $name', ({ send, name }) => {
    const { world, alice } = stage();
    if (name === 'domains B, to') register(alice);
    const before = world.transfers;
    const reply = send(alice, wrong);
    expect([reply.status, reply.text('code')]).toEqual([400, 'BAD_REQUEST']);
    expect(world.transfers).toBe(before);
  });

  it.each(fields)('is taken in any case under wallet.addresses: any-case: $name', ({ send, success }) => {
    expect(send(stage({ 'wallet.addresses': 'any-case' }).alice, wrong).status).toBe(success);
  });

  it('names a registered agent in any correct spelling, and in no other', () => {
    const { world, alice } = stage();
    const bobs = world.joinA('robert').joined.text('agent_address');
    const capitals = `0x${bobs.slice(2).toUpperCase()}`;
    for (const receiver of [bobs, capitals])
      expect(alice.post('/escrow/escrow', { receiver, amount: 1 }).text('receiver')).toBe('robert');
    const mixed = bobs.replace(/[a-f]/, (letter) => letter.toUpperCase());
    const isWrong = (body: object, path: string): void => {
      const reply = alice.post(path, body);
      expect([reply.status, reply.text('code')], path).toEqual([400, 'BAD_REQUEST']);
    };
    isWrong({ receiver: mixed, amount: 1 }, '/escrow/escrow');
    isWrong({ receiver: 'bob', referrer: mixed, amount: 1 }, '/escrow/escrow');
    isWrong({ buyer: mixed, seller: 'bob', amount: 1, currency: 'USDC' }, '/escrow/api/v1/escrow/create');
    isWrong({ challenged_agent_id: mixed, game: 'coin_flip', amount: 1, side: 'heads' }, '/casino/api/v1/challenges');
    isWrong({ agent_id: 'fresh', referrer: mixed }, '/faucet/register');
    isWrong({ agent_id: 'fresh', referrer: mixed }, '/faucet/api/v1/agents/register');
    isWrong({ referral_code: mixed }, '/wallet/v1/auth/register');
    isWrong({ referral_code: mixed }, '/casino/api/v1/auth/register');
    expect(alice.get(`/faucet/api/v1/agents/${mixed}`).status).toBe(404);
  }); // prettier-ignore
});

/** One address of each chain and form. */
const addresses: readonly (readonly [string, string])[] = [
  ['ethereum and base, lower case', right.toLowerCase()],
  ['ethereum and base, EIP-55', right],
  ['ethereum and base, wrong checksum', wrong],
  ['ethereum and base, capitals', `0X${right.slice(2).toUpperCase()}`],
  ['solana', '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'],
  ['solana, the system program', '1'.repeat(32)],
  ['bitcoin P2PKH', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['bitcoin P2SH', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['bitcoin P2WPKH', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['bitcoin P2WPKH, capitals', 'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ'],
  ['bitcoin P2WSH', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
  ['bitcoin P2TR', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
  ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['monero', '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A'],
]; // prettier-ignore

describe('an agent_id that looks like an address', () => {
  it.each(addresses)('is refused in both styles: %s', (_, agent_id) => {
    const world = open();
    for (const path of ['/faucet/register', '/faucet/api/v1/agents/register']) {
      const reply = world.anonymous().post(path, { agent_id });
      expect([reply.status, reply.text('code')]).toEqual([400, 'BAD_REQUEST']);
    }
    expect([...world.world.agents.all()]).toHaveLength(0);
  });

  it('does not receive what is sent to an outside address', () => {
    const { world, alice } = stage();
    const thief = world.anonymous().post('/faucet/register', { agent_id: right.toLowerCase() });
    expect(thief.status).toBe(400);
    expect(alice.post('/escrow/escrow', { receiver: right, amount: 1 }).text('receiver')).toBe(
      right.toLowerCase(),
    );
  });

  it.each(['0x12', `0x${'g'.repeat(40)}`, '550e8400e29b41d4a716446655441111', 'bc1', 'a'.repeat(44), 'T-1'])(
    'is none where no chain has such an address: %s',
    (agent_id) => {
      expect(open().anonymous().post('/faucet/register', { agent_id }).status).toBe(201);
    },
  );
});
