import { describe, expect, it } from 'vitest';
import { expectRefused, isoInstant, open, txHash, type Member, type Stage } from './harness.ts';

const createA = '/escrow/api/v1/escrow/create';
const releaseA = '/escrow/api/v1/escrow/release';
const disputeA = '/escrow/api/v1/escrow/dispute';

interface Scene {
  stage: Stage;
  /** The sender. */
  alice: Member;
  /** The receiver. */
  bob: Member;
}

function scene(overrides = {}): Scene {
  const stage = open(overrides);
  return { stage, ...stage.pair() };
}

describe('style A', () => {
  const orderA = { buyer: 'alice', seller: 'bob', amount: 2.5, currency: 'USDC', memo: 'a poem' };

  it('ESC01 creates from buyer, seller, amount, currency, memo and returns escrow_id, status', () => {
    const { alice, bob } = scene();
    const created = alice.post(createA, orderA);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({ escrow_id: expect.stringMatching(/^esc_/), status: 'locked' });
    expect([alice.spendable, alice.held]).toEqual([7_500_000, 2_500_000]);
    expect(alice.get(`/escrow/api/v1/escrow/${created.text('escrow_id')}`).body).toMatchObject(orderA);
    expectRefused(bob.post(createA, orderA), 'FORBIDDEN');
  });

  it('ESC02 releases by escrow_id and returns released_amount, seller', () => {
    const { alice, bob } = scene();
    const id = alice.lock('bob', 2.5);
    const { status, body } = alice.post(releaseA, { escrow_id: id });
    expect(status).toBe(200);
    expect(body).toEqual({ released_amount: 2.475, seller: 'bob' });
    expect(bob.spendable).toBe(12_475_000);
  });

  it('ESC03 opens a dispute and freezes the funds', () => {
    const { stage, alice, bob } = scene();
    const id = alice.lock('bob', 4);
    const opened = bob.post(disputeA, { escrow_id: id, reason: 'no goods' });
    expect(opened.status).toBe(200);
    expect(opened.body).toEqual({ escrow_id: id, status: 'disputed', resolves_at: stage.at('48h') });
    expectRefused(alice.post(releaseA, { escrow_id: id }), 'CONFLICT');
    expectRefused(alice.post(`/escrow/escrow/${id}/refund`), 'CONFLICT');
    expect([alice.spendable, alice.held, bob.spendable]).toEqual([6_000_000, 4_000_000, 10_000_000]);
  });

  it('ESC04 returns the status of one escrow', () => {
    const { alice } = scene();
    const [kept, released] = [alice.lock('bob', 1), alice.lock('bob', 1)];
    alice.post(releaseA, { escrow_id: released });
    expect(alice.get(`/escrow/api/v1/escrow/${kept}`).body).toMatchObject({
      escrow_id: kept,
      status: 'locked',
    });
    expect(alice.get(`/escrow/api/v1/escrow/${released}`).body['status']).toBe('released');
  });

  it("ESC05 lists only the calling agent's escrows", () => {
    const { stage, alice, bob } = scene();
    const carol = stage.joinB('carol');
    const sent = alice.lock('bob', 1);
    const received = carol.lock('alice', 1);
    const foreign = carol.lock('bob', 1);
    const ids = (member: Member) =>
      member
        .get('/escrow/api/v1/escrow/list')
        .list('escrows')
        .map((escrow) => escrow['escrow_id']);
    expect(ids(alice)).toEqual([received, sent]);
    expect(ids(bob)).toEqual([foreign, sent]);
    expect(ids(stage.joinA('dave'))).toEqual([]);
  });

  it('ESC13 reads and writes strings, but numbers for amount and released_amount', () => {
    const { alice } = scene();
    for (const field of ['buyer', 'seller', 'currency', 'memo']) {
      expectRefused(alice.post(createA, { ...orderA, [field]: 7 }), 'BAD_REQUEST');
    }
    for (const wrong of [true, null, [2.5], {}]) {
      expectRefused(alice.post(createA, { ...orderA, amount: wrong }), 'BAD_REQUEST');
    }
    const { body } = alice.post(createA, orderA);
    expect(body).toEqual({ escrow_id: expect.any(String), status: expect.any(String) });
    const released = alice.post(releaseA, { escrow_id: body['escrow_id'] }).body;
    expect(released).toEqual({ released_amount: expect.any(Number), seller: expect.any(String) });
    expectRefused(alice.post(releaseA, { escrow_id: 7 }), 'BAD_REQUEST');
  });
});

describe('creating in style B', () => {
  it('ESC06 takes amount, receiver, description, expires_in, referrer, conditions and returns the escrow', () => {
    const { stage, alice } = scene();
    stage.joinB('ruth');
    const fields = { description: 'a poem', expires_in: 3_600, referrer: 'ruth', conditions: { lines: 14 } };
    const created = alice.post('/escrow/escrow', { amount: 5, receiver: 'bob', ...fields });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      escrow_id: expect.stringMatching(/^esc_/),
      status: 'locked',
      amount: '5.00',
      fee: '0.05',
      net: '4.95',
      receiver: 'bob',
      expires_at: stage.at('1h'),
    });
    expect(alice.escrow(created.text('escrow_id'))).toMatchObject({
      description: 'a poem',
      referrer: 'ruth',
      conditions: { lines: 14 },
    });
  });

  it('ESC14 requires amount as a number of USDC, which is what it locks', () => {
    const { alice } = scene();
    expectRefused(alice.post('/escrow/escrow', { receiver: 'bob' }), 'BAD_REQUEST');
    for (const amount of [true, null, [], {}, 'ten', Number.NaN]) {
      expectRefused(alice.post('/escrow/escrow', { receiver: 'bob', amount }), 'BAD_REQUEST');
    }
    expect([alice.spendable, alice.held]).toEqual([10_000_000, 0]);
    alice.lock('bob', 2.345678);
    expect([alice.spendable, alice.held]).toEqual([7_654_322, 2_345_678]);
  });

  it('ESC15 requires receiver as a string: an agent id or an EVM address', () => {
    const { stage, alice, bob } = scene();
    for (const receiver of [undefined, 7, null, '', {}]) {
      expectRefused(alice.post('/escrow/escrow', { amount: 1, receiver }), 'BAD_REQUEST');
    }
    for (const receiver of ['nobody', '0x123', `0x${'g'.repeat(40)}`]) {
      expectRefused(alice.post('/escrow/escrow', { amount: 1, receiver }), 'NOT_FOUND');
    }
    const outside = `0x${'AB'.repeat(20)}`;
    const ids = ['bob', bob.address, outside].map((receiver) => alice.lock(receiver, 1));
    for (const id of ids) expect(alice.post(`/escrow/escrow/${id}/release`).status).toBe(200);
    expect(ids.map((id) => alice.escrow(id)['receiver'])).toEqual(['bob', 'bob', outside.toLowerCase()]);
    expect(bob.spendable).toBe(11_980_000);
    expect(stage.account(`external:${outside.toLowerCase()}`)).toBe(990_000);
  });

  it('ESC16 takes description as optional text', () => {
    const { alice } = scene();
    expect(alice.escrow(alice.lock('bob', 1))['description']).toBeNull();
    expect(alice.escrow(alice.lock('bob', 1, { description: 'für Elise' }))['description']).toBe('für Elise');
    expectRefused(
      alice.post('/escrow/escrow', { amount: 1, receiver: 'bob', description: 7 }),
      'BAD_REQUEST',
    );
  });

  it('ESC17 lets an escrow expire after 86400 seconds when expires_in is omitted', () => {
    const { stage, alice } = scene();
    const created = alice.post('/escrow/escrow', { amount: 1, receiver: 'bob' });
    expect(created.body['expires_at']).toBe(stage.at(86_400_000));
    const id = created.text('escrow_id');
    stage.advance(86_399_999);
    expect(alice.escrow(id)['status']).toBe('locked');
    stage.advance(1);
    expect(alice.escrow(id)['status']).toBe('expired');
  });

  it('ESC18 takes referrer as an optional agent id that gets 15% of the fee', () => {
    const { stage, alice } = scene({ 'referral.payout': 'immediate' });
    const ruth = stage.joinB('ruth');
    const id = alice.lock('bob', 3, { referrer: 'ruth' });
    alice.post(`/escrow/escrow/${id}/release`);
    expect(ruth.spendable).toBe(10_004_500);
    const plain = alice.lock('bob', 3);
    alice.post(`/escrow/escrow/${plain}/release`);
    expect(ruth.spendable).toBe(10_004_500);
    for (const referrer of ['nobody', 'alice', 7]) {
      expectRefused(alice.post('/escrow/escrow', { amount: 1, receiver: 'bob', referrer }), 'BAD_REQUEST');
    }
  });

  it('ESC19 takes conditions as an optional JSON object and gives it back as sent', () => {
    const { alice } = scene();
    const conditions = { all: [{ milestone: 1 }, { signed: true }], deadline: null };
    expect(alice.escrow(alice.lock('bob', 1, { conditions }))['conditions']).toEqual(conditions);
    expect(alice.escrow(alice.lock('bob', 1))['conditions']).toBeNull();
    for (const wrong of ['text', 7, [1], true]) {
      expectRefused(
        alice.post('/escrow/escrow', { amount: 1, receiver: 'bob', conditions: wrong }),
        'BAD_REQUEST',
      );
    }
  });

  it('ESC20 refuses an escrow under 0.10, in both styles', () => {
    const { alice } = scene();
    for (const amount of [0.099999, '0.099999', 0, -1, 0.05]) {
      expectRefused(alice.post('/escrow/escrow', { receiver: 'bob', amount }), 'BAD_REQUEST');
      expectRefused(alice.post(createA, { buyer: 'alice', seller: 'bob', amount }), 'BAD_REQUEST');
    }
    for (const amount of [0.1, '0.10', 0.100001]) alice.lock('bob', amount);
    expect(alice.post(createA, { buyer: 'alice', seller: 'bob', amount: 0.1 }).status).toBe(201);
    expect(alice.held).toBe(400_001);
  });

  it('ESC21 answers amounts as decimal strings and expires_at in ISO 8601', () => {
    const { alice } = scene();
    const { body } = alice.post('/escrow/escrow', { receiver: 'bob', amount: 1.234567 });
    expect(body).toMatchObject({ amount: '1.234567', fee: '0.012346', net: '1.222221' });
    expect(body['expires_at']).toEqual(isoInstant);
  });

  it('ESC22 charges a fee of 1% of amount, and net is amount less fee', () => {
    const { alice } = scene();
    const cases = [
      ['0.10', '0.001', '0.099'],
      ['1', '0.01', '0.99'],
      ['1.000050', '0.010001', '0.990049'],
      ['1.000049', '0.01', '0.990049'],
      ['3.33', '0.0333', '3.2967'],
    ];
    for (const [amount = '', fee, net] of cases) {
      expect(alice.escrow(alice.lock('bob', amount))).toMatchObject({ fee, net });
    }
  });
});

describe('the calls of style B', () => {
  it('ESC07 releases without a body and returns escrow_id, status, tx_hash', () => {
    const { alice } = scene();
    const id = alice.lock('bob', 1);
    const { status, body } = alice.post(`/escrow/escrow/${id}/release`);
    expect(status).toBe(200);
    expect(body).toEqual({ escrow_id: id, status: 'released', tx_hash: txHash });
  });

  it('ESC08 refunds without a body and returns the refund result', () => {
    const { alice } = scene();
    const id = alice.lock('bob', 1.5);
    const { status, body } = alice.post(`/escrow/escrow/${id}/refund`);
    expect(status).toBe(200);
    expect(body).toEqual({ escrow_id: id, status: 'refunded', amount: '1.50', tx_hash: txHash });
    expect(alice.spendable).toBe(10_000_000);
  });

  it('ESC09 returns the full escrow record', () => {
    const { stage, alice, bob } = scene();
    const id = alice.lock('bob', 2, { description: 'a poem' });
    const record = {
      escrow_id: id,
      status: 'locked',
      amount: '2.00',
      fee: '0.02',
      net: '1.98',
      sender: 'alice',
      receiver: 'bob',
      description: 'a poem',
      created_at: stage.at(0),
      expires_at: stage.at('24h'),
      settled_at: null,
      lock_tx_hash: txHash,
      tx_hash: null,
      conditions: null,
      referrer: null,
      dispute: null,
    };
    expect(alice.escrow(id)).toEqual(record);
    expect(bob.escrow(id)).toEqual(record);
  });

  it('ESC10 lists escrows, filtered by role, status and limit together', () => {
    const { alice, bob } = scene();
    const sent = [1, 1, 1, 1].map((amount) => alice.lock('bob', amount));
    const received = bob.lock('alice', 1);
    alice.post(`/escrow/escrow/${sent[0]}/release`);
    alice.post(`/escrow/escrow/${sent[1]}/refund`);
    const ids = (query: Record<string, string>) =>
      alice
        .get('/escrow/escrows', query)
        .list('escrows')
        .map((escrow) => escrow['escrow_id']);
    expect(ids({})).toEqual([received, ...sent.toReversed()]);
    expect(ids({ role: 'sender', status: 'locked', limit: '1' })).toEqual([sent[3]]);
    expect(ids({ role: 'sender', status: 'locked' })).toEqual([sent[3], sent[2]]);
    expect(ids({ role: 'receiver', status: 'released' })).toEqual([]);
  });

  it('ESC11 takes reason and evidence and opens a dispute', () => {
    const { stage, alice, bob } = scene();
    const id = alice.lock('bob', 1);
    const evidence = 'https://example.invalid/proof';
    const { status, body } = bob.post(`/escrow/escrow/${id}/dispute`, { reason: 'unpaid', evidence });
    expect(status).toBe(200);
    const dispute = {
      opened_by: 'bob',
      reason: 'unpaid',
      evidence,
      opened_at: stage.at(0),
      resolves_at: stage.at('48h'),
    };
    expect(body).toEqual({ escrow_id: id, status: 'disputed', dispute });
    expect(alice.escrow(id)['dispute']).toEqual(dispute);
  });

  it('ESC12 allows release to the sender alone, in both styles', () => {
    const { stage, alice, bob } = scene();
    const carol = stage.joinB('carol');
    const id = alice.lock('bob', 1);
    for (const member of [bob, carol]) {
      expectRefused(member.post(`/escrow/escrow/${id}/release`), 'FORBIDDEN');
      expectRefused(member.post(releaseA, { escrow_id: id }), 'FORBIDDEN');
    }
    expect(alice.escrow(id)['status']).toBe('locked');
    expect(alice.post(`/escrow/escrow/${id}/release`).status).toBe(200);
  });

  it('ESC23 requires a reason of text for a dispute, in both styles', () => {
    const { alice } = scene();
    const id = alice.lock('bob', 1);
    for (const reason of [undefined, '', 7, null, ['late']]) {
      expectRefused(alice.post(`/escrow/escrow/${id}/dispute`, { reason }), 'BAD_REQUEST');
      expectRefused(alice.post(disputeA, { escrow_id: id, reason }), 'BAD_REQUEST');
    }
    expect(alice.escrow(id)['status']).toBe('locked');
    expect(alice.post(`/escrow/escrow/${id}/dispute`, { reason: 'late' }).status).toBe(200);
  });

  it('ESC24 takes evidence for a dispute as an optional string, a URL or a hash', () => {
    const { alice } = scene();
    for (const evidence of [undefined, 'https://example.invalid/p', `0x${'ab'.repeat(32)}`]) {
      const id = alice.lock('bob', 1);
      expect(alice.post(`/escrow/escrow/${id}/dispute`, { reason: 'late', evidence }).status).toBe(200);
      expect(alice.escrow(id)['dispute']).toMatchObject({ evidence: evidence ?? null });
    }
    const id = alice.lock('bob', 1);
    for (const evidence of [7, {}, ['x']]) {
      expectRefused(alice.post(`/escrow/escrow/${id}/dispute`, { reason: 'late', evidence }), 'BAD_REQUEST');
    }
  });
});

describe('the filters of the list', () => {
  it('ESC25 accepts the roles sender, receiver and all', () => {
    const { alice, bob } = scene();
    const [sent, received] = [alice.lock('bob', 1), bob.lock('alice', 1)];
    const ids = (query: Record<string, string>) =>
      alice
        .get('/escrow/escrows', query)
        .list('escrows')
        .map((escrow) => escrow['escrow_id']);
    expect(ids({ role: 'sender' })).toEqual([sent]);
    expect(ids({ role: 'receiver' })).toEqual([received]);
    expect(ids({ role: 'all' })).toEqual([received, sent]);
    expect(ids({})).toEqual([received, sent]);
    for (const role of ['buyer', '', 'SENDER']) {
      expectRefused(alice.get('/escrow/escrows', { role }), 'BAD_REQUEST');
    }
  });

  it('ESC26 accepts the states locked, released, refunded and expired', () => {
    const { stage, alice } = scene();
    const ids: Record<string, string> = {
      expired: alice.lock('bob', 1, { expires_in: 60 }),
      locked: alice.lock('bob', 1),
      released: alice.lock('bob', 1),
      refunded: alice.lock('bob', 1),
    };
    alice.post(`/escrow/escrow/${ids['released']}/release`);
    alice.post(`/escrow/escrow/${ids['refunded']}/refund`);
    stage.advance('1m');
    for (const [status, id] of Object.entries(ids)) {
      const found = alice.get('/escrow/escrows', { status }).list('escrows');
      expect(found.map((escrow) => [escrow['escrow_id'], escrow['status']])).toEqual([[id, status]]);
    }
    for (const status of ['open', '', 'LOCKED', 'constructor']) {
      expectRefused(alice.get('/escrow/escrows', { status }), 'BAD_REQUEST');
    }
  });

  it('ESC27 reads limit as a number, 20 when it is omitted', () => {
    const { alice } = scene();
    for (let count = 0; count < 21; count++) alice.lock('bob', '0.10');
    const size = (query: Record<string, string>) =>
      alice.get('/escrow/escrows', query).list('escrows').length;
    expect(size({})).toBe(20);
    expect(size({ limit: '21' })).toBe(21);
    expect(size({ limit: '1' })).toBe(1);
    for (const limit of ['0', '-1', '1.5', 'ten', '', '1e1']) {
      expectRefused(alice.get('/escrow/escrows', { limit }), 'BAD_REQUEST');
    }
  });
});

describe('the states', () => {
  it('ESC28 shows status, both parties, amount, fee, timestamps and transaction hashes, in both styles', () => {
    const { stage, alice } = scene();
    const id = alice.lock('bob', 2);
    stage.advance('10s');
    alice.post(`/escrow/escrow/${id}/release`);
    const shared = {
      status: 'released',
      created_at: stage.at(-10_000),
      expires_at: stage.at(86_390_000),
      settled_at: stage.at(0),
      lock_tx_hash: txHash,
      tx_hash: txHash,
    };
    const detailB = alice.escrow(id);
    expect(detailB).toMatchObject({
      ...shared,
      sender: 'alice',
      receiver: 'bob',
      amount: '2.00',
      fee: '0.02',
    });
    const detailA = alice.get(`/escrow/api/v1/escrow/${id}`).body;
    expect(detailA).toMatchObject({ ...shared, buyer: 'alice', seller: 'bob', amount: 2, fee: 0.02 });
    expect(detailB['tx_hash']).not.toBe(detailB['lock_tx_hash']);
    expect(detailA['tx_hash']).toBe(detailB['tx_hash']);
  });

  /** Every state that escrows show in a life with every transition. */
  function statesShown(overrides: Record<string, string>): Set<unknown> {
    const { stage, alice, bob } = scene(overrides);
    const [released, refunded, disputed] = [1, 1, 1].map((amount) => alice.lock('bob', amount));
    const shown = new Set<unknown>();
    const look = () => {
      for (const escrow of alice.get('/escrow/escrows').list('escrows')) shown.add(escrow['status']);
    };
    look();
    alice.post(`/escrow/escrow/${released}/release`);
    alice.post(`/escrow/escrow/${refunded}/refund`);
    bob.post(`/escrow/escrow/${disputed}/dispute`, { reason: 'late' });
    alice.lock('bob', 1, { expires_in: 60 });
    look();
    stage.advance('48h');
    look();
    return shown;
  }

  it('ESC29 knows no states but locked, released, refunded, expired (policy escrow.disputedName: locked)', () => {
    expect(statesShown({ 'escrow.disputedName': 'locked' })).toEqual(
      new Set(['locked', 'released', 'refunded', 'expired']),
    );
  });

  it('ESC30 goes from none to locked on creation with at least 0.10', () => {
    const { alice } = scene();
    expect(alice.get('/escrow/escrows').list('escrows')).toEqual([]);
    expectRefused(alice.post('/escrow/escrow', { receiver: 'bob', amount: 0.099999 }), 'BAD_REQUEST');
    expect(alice.get('/escrow/escrows').list('escrows')).toEqual([]);
    const id = alice.lock('bob', 0.1);
    expect(alice.escrow(id)['status']).toBe('locked');
    expect([alice.spendable, alice.held]).toEqual([9_900_000, 100_000]);
  });

  it('ESC31 computes the 1% fee at creation and sets expires_at from expires_in, from 60 s to 30 days', () => {
    const { stage, alice } = scene();
    for (const seconds of [60, 3_600, 30 * 86_400]) {
      const { body } = alice.post('/escrow/escrow', { receiver: 'bob', amount: 2, expires_in: seconds });
      expect(body).toMatchObject({ fee: '0.02', expires_at: stage.at(seconds * 1_000) });
    }
  });

  it('ESC32 goes from locked to released when the sender releases', () => {
    const { alice } = scene();
    const id = alice.lock('bob', 1);
    expect(alice.escrow(id)['status']).toBe('locked');
    expect(alice.post(`/escrow/escrow/${id}/release`).body['status']).toBe('released');
    expect(alice.escrow(id)['status']).toBe('released');
  });

  it('ESC33 pays the receiver amount less fee on release and returns a tx_hash', () => {
    const { stage, alice, bob } = scene();
    const id = alice.lock('bob', 2.5);
    const released = alice.post(`/escrow/escrow/${id}/release`);
    expect(released.body['tx_hash']).toEqual(txHash);
    expect([alice.spendable, alice.held, bob.spendable]).toEqual([7_500_000, 0, 12_475_000]);
    expect(stage.account('escrow:fees')).toBe(25_000);
  });

  it('ESC34 answers the release of a released escrow with 409 CONFLICT and leaves it released', () => {
    const { stage, alice, bob } = scene();
    const id = alice.lock('bob', 1);
    alice.post(`/escrow/escrow/${id}/release`);
    const before = stage.snapshot();
    expectRefused(alice.post(`/escrow/escrow/${id}/release`), 'CONFLICT');
    expect(alice.escrow(id)['status']).toBe('released');
    expect(bob.spendable).toBe(10_990_000);
    expect(JSON.parse(stage.snapshot())).toMatchObject({ rows: JSON.parse(before).rows });
  });

  it('ESC35 goes from locked to refunded when the sender refunds before expiry, and not at expiry', () => {
    const { stage, alice, bob } = scene();
    const [early, late] = [
      alice.lock('bob', 1, { expires_in: 60 }),
      alice.lock('bob', 1, { expires_in: 60 }),
    ];
    expectRefused(bob.post(`/escrow/escrow/${early}/refund`), 'FORBIDDEN');
    stage.advance(59_999);
    expect(alice.post(`/escrow/escrow/${early}/refund`).body['status']).toBe('refunded');
    stage.advance(1);
    expectRefused(alice.post(`/escrow/escrow/${late}/refund`), 'CONFLICT');
    expectRefused(alice.post(`/escrow/escrow/${early}/refund`), 'CONFLICT');
    expect(alice.escrow(late)['status']).toBe('expired');
  });

  it('ESC36 hands back the whole amount on a refund, with no fee', () => {
    const { stage, alice, bob } = scene();
    const id = alice.lock('bob', 3.333333);
    expect(alice.spendable).toBe(6_666_667);
    expect(alice.post(`/escrow/escrow/${id}/refund`).body['amount']).toBe('3.333333');
    expect([alice.spendable, alice.held, bob.spendable]).toEqual([10_000_000, 0, 10_000_000]);
    expect(stage.account('escrow:fees')).toBe(0);
  });

  it('ESC37 refunds a locked escrow at its expiry time by itself, whole and with no fee', () => {
    for (const state of ['expired', 'refunded']) {
      const { stage, alice, bob } = scene({ 'escrow.expiryState': state });
      const id = alice.lock('bob', 3.333333, { expires_in: 3_600 });
      stage.advance(3_599_999);
      expect([alice.escrow(id)['status'], alice.spendable]).toEqual(['locked', 6_666_667]);
      stage.advance(1);
      expect([alice.escrow(id)['status'], alice.spendable]).toEqual([state, 10_000_000]);
      expect([alice.held, bob.spendable, stage.account('escrow:fees')]).toEqual([0, 10_000_000, 0]);
      expect(alice.escrow(id)).toMatchObject({ settled_at: stage.at(0), tx_hash: txHash });
    }
  });

  it('ESC38 moves a locked escrow into a further state in which its funds are frozen (policies escrow.disputedName: disputed, frozen)', () => {
    for (const name of ['disputed', 'frozen']) {
      const { stage, alice, bob } = scene({ 'escrow.disputedName': name });
      const id = alice.lock('bob', 4, { expires_in: 60 });
      expect(bob.post(`/escrow/escrow/${id}/dispute`, { reason: 'late' }).body['status']).toBe(name);
      stage.advance('1h');
      expect(alice.escrow(id)['status']).toBe(name);
      for (const verb of ['release', 'refund']) {
        expectRefused(alice.post(`/escrow/escrow/${id}/${verb}`), 'CONFLICT');
      }
      expectRefused(alice.post(`/escrow/escrow/${id}/dispute`, { reason: 'again' }), 'CONFLICT');
      expect([alice.spendable, alice.held, bob.spendable]).toEqual([6_000_000, 4_000_000, 10_000_000]);
    }
  });

  it('ESC29 lists what is disputed among what is locked only where a dispute is called so (policy escrow.disputedName)', () => {
    for (const [name, count] of [['locked', 1], ['frozen', 0]] as const) {
      const { alice } = scene({ 'escrow.disputedName': name });
      alice.post(`/escrow/escrow/${alice.lock('bob', 4)}/dispute`, { reason: 'late' });
      expect(alice.get('/escrow/escrows', { status: 'locked' }).body['total'], name).toBe(count);
    }
  }); // prettier-ignore

  it('ESC39 starts a resolution window of 48 hours with a dispute', () => {
    const { stage, alice } = scene();
    const id = alice.lock('bob', 4);
    stage.advance('1h');
    const { body } = alice.post(`/escrow/escrow/${id}/dispute`, { reason: 'late' });
    expect(body['dispute']).toMatchObject({ opened_at: stage.at(0), resolves_at: stage.at('48h') });
    stage.advance(48 * 3_600_000 - 1);
    expect(alice.escrow(id)['status']).toBe('disputed');
    stage.advance(1);
    expect(alice.escrow(id)['status']).toBe('refunded');
    expect(alice.spendable).toBe(10_000_000);
  });

  it('ESC40 takes the 1% fee on release only', () => {
    const { stage, alice, bob } = scene();
    const fees = () => stage.account('escrow:fees');
    const ids = Array.from({ length: 3 }, () => alice.lock('bob', 2, { expires_in: 60 }));
    expect(fees()).toBe(0);
    alice.post(`/escrow/escrow/${ids[0]}/refund`);
    bob.post(`/escrow/escrow/${ids[1]}/dispute`, { reason: 'late' });
    stage.advance('49h');
    expect(fees()).toBe(0);
    expect(alice.spendable).toBe(10_000_000);
    alice.post(`/escrow/escrow/${alice.lock('bob', 2)}/release`);
    expect(fees()).toBe(20_000);
    expect([alice.spendable, bob.spendable]).toEqual([8_000_000, 11_980_000]);
  });
});
