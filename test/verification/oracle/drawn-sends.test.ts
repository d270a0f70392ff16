/** Sends of three agents through drawn lives, and rounds of two players: what answers say of them, and what balances and seeds show. */
import { createHash } from 'node:crypto';
import { describe } from 'vitest';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { dealtCards, drawnFields } from '../../../src/verification/oracle/models/draws.ts';
import { FairnessModel } from '../../../src/verification/oracle/models/fairness.ts';
import { LandedCurves } from '../../../src/verification/oracle/models/landed-curves.ts';
import { describeKept, drawFrom, oneOf, type DrawBelow, type KeptSubject } from '../../kept-digests.ts';
import { FollowedRun } from './followed-run.ts';
import { usdc, Wallets, type Policies } from './wallets.ts';

const agents = ['alice', 'bob', 'carol'];
const evm = `0x${'a'.repeat(40)}`;
const receivers = ['bob', 'bob', 'alice', 'carol', evm, evm.toUpperCase().replace('0X', '0x'), `${evm}a`, `x${evm}`, '0xg', `ref_${'a'.repeat(16)}`, `xref_${'a'.repeat(16)}`, 7]; // prettier-ignore
const chains = ['base', 'base', 'ethereum', 'solana', 'arbitrum', undefined];
const walletReadings: readonly Policies[] = [
  {},
  { 'wallet.sendFee': 'inside' },
  { 'wallet.sendFee': 'none' },
  { 'referral.payout': 'daily-all' },
  { 'wallet.balanceHome': 'everywhere', 'wallet.visibility': 'parties' },
];

interface Sent {
  readonly agent: string;
  readonly total: number;
}

function walletCall(draw: DrawBelow, sent: Sent[], agent: string, fee: number): readonly [string, Partial<AuditedExchange>] {
  const hash = `0x${1 + draw(sent.length + 1)}`;
  const amount = oneOf(draw, [2, 2, 1, 49.5, 0.009999, 'x']);
  const to = oneOf(draw, receivers);
  const chain = oneOf(draw, chains);
  const body: Body | undefined = draw(25) === 0 ? undefined : { to, amount, ...(chain === undefined ? {} : { chain }), ...(draw(10) === 0 ? { token: 'native' } : {}), ...(draw(4) === 0 ? { memo: 'rent' } : {}) };
  const isSent = draw(3) > 0;
  if (isSent && typeof amount === 'number') sent.push({ agent, total: Math.round((amount + fee) * usdc) });
  const send = { body, status: isSent ? 200 : oneOf(draw, [422, 404, 429]), answer: { code: oneOf(draw, ['INSUFFICIENT_BALANCE', 'NOT_FOUND']), tx_hash: `0x${sent.length}`, amount, fee, chain, to: draw(3) === 0 ? undefined : to } };
  const poll = { params: draw(12) === 0 ? {} : { hash }, status: oneOf(draw, [200, 200, 404]), answer: { code: 'NOT_FOUND', status: oneOf(draw, ['pending', 'confirmed', 'failed']), memo: oneOf(draw, [undefined, 'rent']) } };
  const addresses = { ethereum: evm, solana: oneOf(draw, ['So1', 'So2', 7]) };
  return oneOf<readonly [string, Partial<AuditedExchange>]>(draw, [
    ['B/send', send], ['B/send', send], ['B/transaction', poll], ['B/transaction', poll],
    ['primary/sendSigned', { status: oneOf(draw, [200, 400]), answer: { tx_hash: `0x${sent.length + 50}`, to: oneOf(draw, [evm, evm.toUpperCase(), undefined]), amount: oneOf(draw, ['2.00', 'x', undefined]), asset: oneOf(draw, ['USDC', 'USDC', 'ETH']), chain: 'base' } }],
    ['B/balance', { status: oneOf(draw, [200, 400]), answer: { usdc: 50 }, query: chain === undefined ? {} : { chain } }],
    ['A/balance', { answer: oneOf<Body>(draw, [{ chains: { ethereum: { usdc: 50 } } }, {}]) }],
    [oneOf(draw, ['A/addresses', 'B/addresses']), { status: oneOf(draw, [200, 200, 400]), answer: draw(2) === 0 ? { addresses } : addresses }],
    [oneOf(draw, ['primary/quote', 'primary/openSwap']), { status: oneOf(draw, [200, 400]), answer: { amount: '1' } }],
    ['B/transactions', { answer: { total: sent.length, transactions: [{ tx_hash: hash, type: oneOf(draw, ['send', 'receive']), amount: '2.00', status: 'pending', chain }] } }],
  ]);
} // prettier-ignore

/** Calls and balances, of which each may show that a send is over. */
function sendsSaid(policies: Policies, seed: string): unknown[] {
  const draw = drawFrom(`${JSON.stringify(policies)} ${seed}`);
  const all: unknown[] = [];
  for (let run = 0; run < 10; run += 1) {
    const isMisspelt = draw(2) === 0;
    const wallets = new Wallets(policies, isMisspelt ? { isMisspelt: (name: string) => name === evm } : {});
    const sent: Sent[] = [];
    for (let call = 0; call < 16; call += 1) {
      const agent = oneOf(draw, agents);
      all.push(wallets.asks(draw(20) === 0 ? undefined : agent, ...walletCall(draw, sent, agent, oneOf(draw, [0.02, 0.02, 0.02, 0, 0.6]))));
      const shown = new Map(agents.map((each) => [each, { availableMicros: wallets.has(each)[0], heldMicros: wallets.has(each)[1] }]));
      const over = sent[draw(sent.length + 2)];
      const at = over === undefined ? undefined : shown.get(over.agent);
      if (over !== undefined && at !== undefined) {
        const isBack = draw(2) === 0;
        shown.set(over.agent, { availableMicros: at.availableMicros + (isBack ? over.total : 0), heldMicros: at.heldMicros - over.total });
        const bob = shown.get('bob')!;
        if (!isBack && draw(2) === 0) shown.set('bob', { ...bob, availableMicros: bob.availableMicros + over.total - 20_000 });
      }
      all.push(wallets.books.unexplained(shown).length);
      if (draw(25) === 0) wallets.books.loosen(agent, 'wallet');
    }
    all.push(agents.map((agent) => wallets.has(agent)), wallets.fees, wallets.blurred);
  }
  return all;
} // prettier-ignore

const seeds = ['first seed', 'second seed', 'third seed', 'fourth seed'];
const hashOf = (seed: string | undefined): string =>
  createHash('sha256')
    .update(seed ?? '')
    .digest('hex');
const games = ['dice', 'dice', 'coin_flip', 'hilo', 'blackjack', 'video_poker', 'baccarat', 'crash', 'mines'];
const operations = ['bet', 'bet', 'bet', 'batch', 'playTournament', 'launch', 'deal', 'cashOut', 'acceptChallenge', 'seedHash', 'rotate', 'rotate', 'seeds', 'verifyBet', 'other']; // prettier-ignore

/** A call that is mostly answered as its seed has it. */
function fairCall(draw: DrawBelow, at: { turn: number; nonce: number }): readonly [string, Partial<AuditedExchange>] {
  const [operation, game, seed] = [oneOf(draw, operations), oneOf(draw, games), seeds[at.turn] ?? ''];
  const nonce = draw(10) === 0 ? draw(4) : at.nonce;
  const clientSeed = oneOf(draw, ['mine', 'mine', 'mine', 'other']);
  const fields = drawnFields({ game, nonce, clientSeed, result: { mines: 3 } }, seed);
  const moves = { player: oneOf(draw, [['A', 'K'], undefined]), dealer: ['T'], cards: oneOf(draw, [dealtCards(seed, { nonce, clientSeed }), undefined]) };
  const result = draw(9) === 0 ? oneOf(draw, [null, undefined, { roll: 101 }, { ...fields, next_card: undefined }]) : { ...fields, ...(['blackjack', 'video_poker'].includes(game) ? moves : {}), mines: 3 };
  const round: Body = { game: draw(5) === 0 ? game.replace('_', '-') : game, nonce: draw(20) === 0 ? '1' : nonce, seed_hash: draw(15) === 0 ? 'x' : hashOf(seed), ...(draw(3) === 0 ? {} : { client_seed: clientSeed }), result, cards: moves.cards };
  const revealed = { server_seed: seed, seed_hash: draw(15) === 0 ? 'x' : hashOf(seed), rounds: draw(6) === 0 ? draw(4) : at.nonce };
  const others: Readonly<Record<string, Body>> = {
    batch: { results: [round, { code: 'x' }] },
    acceptChallenge: { rounds: { alice: round, bob: 7 }, challenger: 'alice', challenged: 'bob', seed_hash: hashOf(seed) },
    seedHash: { seed_hash: hashOf(seed), next_nonce: nonce, client_seed: clientSeed },
    rotate: { seed_hash: hashOf(seeds[at.turn + 1]), next_nonce: 0, client_seed: clientSeed, revealed: draw(12) === 0 ? undefined : revealed },
    seeds: { seeds: draw(8) === 0 ? [] : [{ status: 'active', seed_hash: hashOf(seed), next_nonce: nonce }, ...seeds.slice(0, at.turn + draw(2)).toReversed().map((old) => ({ status: 'revealed', seed_hash: hashOf(old), server_seed: old, rounds: draw(3) }))] },
    verifyBet: { status: oneOf(draw, ['verified', 'mismatch']), server_seed: oneOf(draw, [seeds[0], seed, undefined]), seed_hash: hashOf(oneOf(draw, seeds)), verification: oneOf(draw, [undefined, null, { status: 'verified', server_seed: seed }]) },
  };
  const body = draw(6) === 0 ? undefined : { ...(draw(3) === 0 ? { client_seed: oneOf(draw, ['mine', 'other', 7]) } : {}), ...(draw(3) === 0 ? { holds: [0, 1] } : {}), guess: 'lower', nonce };
  return [operation, { body, answer: others[operation] ?? round, status: oneOf(draw, [200, 200, 200, 200, 200, 400]) }];
} // prettier-ignore

function fairSaid(policies: Policies, seed: string): unknown[] {
  const draw = drawFrom(`${JSON.stringify(policies)} ${seed}`);
  const all: unknown[] = [];
  for (let run = 0; run < 10; run += 1) {
    const given = { 'casino.payouts': 'published', 'casino.hiloGuess': 'blind', 'challenges.tie': 'refund' };
    const players = new FollowedRun({ policies: { ...given, ...policies }, agents: { alice: 0, bob: 0 } });
    const fairness = new FairnessModel(players.file, new LandedCurves(players.file));
    const at = { turn: 0, nonce: 0 };
    for (let call = 0; call < 14; call += 1) {
      const [operation, more] = fairCall(draw, at);
      const who = draw(9) === 0 ? 'bob' : 'alice';
      const model = { answered: (exchange: AuditedExchange) => fairness.answered(exchange, who) };
      all.push(players.hears(model, who, [`casino/A/${operation}`, more]));
      const isHeard = more.status === 200 && who === 'alice';
      if (isHeard && operation === 'rotate') Object.assign(at, { turn: at.turn + 1, nonce: 0 });
      else if (isHeard && ['bet', 'batch', 'playTournament', 'launch', 'deal', 'acceptChallenge'].includes(operation)) at.nonce += 1; // prettier-ignore
    }
  }
  return all;
}

const nameOf = (policies: Policies): string => Object.values(policies).join() || 'by default';

describe('drawn calls', () => {
  describeKept(new URL('drawn-sends.json', import.meta.url), [
    ...walletReadings.flatMap((policies): KeptSubject[] =>
      [0, 1, 2].map((turn) => ({ name: `sends: ${nameOf(policies)} ${turn}`, made: () => sendsSaid(policies, `${turn}`) })),
    ),
    ...[{}, { 'casino.hiloGuess': 'informed' }, { 'casino.payouts': 'consistent' }].flatMap((policies) =>
      [0, 1, 2, 3].map((turn) => ({ name: `rounds: ${nameOf(policies)} ${turn}`, made: () => fairSaid(policies, `${turn}`) })),
    ),
  ]);
}); // prettier-ignore
