/** Houses that cheat, as a table: how each deviates, and which findings name it or which check is listed as not run. */
import type { Answer, Body, House, Passing } from './proxy.ts';

/** One house: `codes` are findings of which at least one must be there, `missing` the checks that must not be passed. */
export interface CheatingHouse {
  readonly name: string;
  readonly house: House;
  readonly codes?: readonly string[];
  readonly missing?: readonly string[];
  /** All games unless given. */
  readonly games?: readonly string[];
}

const usdc = (amount: number): number => Math.round(amount * 1e6) / 1e6;

/** The honest answer with other fields; undefined takes a field out. */
const withFields = ({ honest }: Passing, fields: Body): Answer => ({
  ...honest,
  body: Object.fromEntries(Object.entries({ ...honest.body, ...fields }).filter(([, value]) => value !== undefined)),
}); // prettier-ignore

/** Another answer to some bets. */
const onBets =
  (when: (passing: Passing) => boolean, other: (passing: Passing) => Answer): NonNullable<House['answer']> =>
  (passing) =>
    passing.isBet && when(passing) ? other(passing) : passing.honest;

const onPath =
  (path: string, other: (passing: Passing) => Answer): NonNullable<House['answer']> =>
  (passing) =>
    passing.path === path && passing.honest.status < 300 ? other(passing) : passing.honest;

/** Every balance is less by what the house has kept; `kept` is called before. */
const keeping =
  (kept: (passing: Passing) => Answer | undefined): NonNullable<House['answer']> =>
  (passing) => {
    const answer = kept(passing) ?? passing.honest;
    const balance = answer.body['balance'];
    if (answer.status >= 300 || answer.status === 0 || typeof balance !== 'number') return answer;
    return { ...answer, body: { ...answer.body, balance: usdc(balance - passing.player.hidden) } };
  };

/** A win is not paid: the bet is answered otherwise, and the house keeps what it won. */
const failing = (other: Answer, when: (passing: Passing) => boolean = () => true): House => ({
  answer: keeping((passing) => {
    if (!passing.isWin || !when(passing)) return undefined;
    passing.player.hidden += passing.payout - passing.stake;
    return other;
  }),
});

/** Another payout, booked as it is named. */
const paying = (payout: (passing: Passing) => number): House => ({
  answer: keeping((passing) => {
    if (!passing.isBet) return undefined;
    const paid = Math.max(0, Math.floor(payout(passing) * 1e6) / 1e6);
    if (paid === passing.payout) return undefined;
    passing.player.hidden += passing.payout - paid;
    return withFields(passing, { payout: paid, multiplier: paid / passing.stake });
  }),
});

const refused = (status: number, code: string): Answer => ({ status, body: { error: code, code } });
const every =
  (count: number) =>
  ({ player }: Passing): boolean =>
    player.bets % count === 0;
const otherHash = (text: unknown): string => `${String(text).slice(1)}0`;
const paidWrong = ['pay-table-changed', 'payout-shaved', 'profit-shaved', 'payout-short', 'payout-capped', 'payout-rounded', 'win-unpaid', 'stake-kept', 'fee-taken', 'payout-raised', 'payout-over', 'outcome-altered', 'table-swapped', 'float-floor', 'loss-paid', 'push-lost', 'double-unpaid']; // prettier-ignore

const failingHouses: readonly CheatingHouse[] = [
  { name: 'refuses wins with 409', house: failing(refused(409, 'CONFLICT')), codes: ['refused-on-wins'] },
  { name: 'answers wins with 429', house: failing({ ...refused(429, 'RATE_LIMITED'), retryAfter: '0' }), codes: ['refused-on-wins'] },
  { name: 'breaks down on wins with 500', house: failing(refused(500, 'INTERNAL')), codes: ['refused-on-wins'] },
  { name: 'is unavailable on wins with 503', house: failing(refused(503, 'UNAVAILABLE')), codes: ['refused-on-wins'] },
  { name: 'is silent on wins', house: failing({ status: 0, body: {} }), codes: ['refused-on-wins'] },
  { name: 'refuses wins of 1.9x and more', house: failing(refused(409, 'CONFLICT'), ({ payout, stake }) => payout >= 1.9 * stake), codes: ['refused-on-wins'], missing: ['availability on wins'] },
  { name: 'says that the balance is too low on wins', house: failing(refused(422, 'INSUFFICIENT_BALANCE')), codes: ['refused-on-wins'] },
  { name: 'forbids wins with 403', house: failing(refused(403, 'FORBIDDEN')), codes: ['refused-on-wins'] },
  { name: 'fails on every other win', house: failing(refused(500, 'INTERNAL'), every(2)), codes: ['refused-on-wins'], missing: ['availability on wins'] },
]; // prettier-ignore

const handHouses: readonly CheatingHouse[] = [
  { name: 'refuses to settle blackjack hands that win', house: failing(refused(409, 'CONFLICT')), codes: ['refused-on-wins'], games: ['blackjack'] },
  { name: 'loses the answers to blackjack hands that win', house: failing({ status: 0, body: {} }), codes: ['refused-on-wins'], games: ['blackjack'] },
  { name: 'breaks down on video-poker hands that win', house: failing(refused(500, 'INTERNAL')), codes: ['refused-on-wins'], games: ['video_poker'] },
  { name: 'refuses video-poker draws that win', house: failing(refused(409, 'CONFLICT')), codes: ['refused-on-wins'], games: ['video_poker'] },
  { name: 'pays blackjack wins 10% less', house: paying(({ payout }) => payout * 0.9), codes: paidWrong, games: ['blackjack'] },
  { name: 'pays two pairs once', house: paying(({ payout, stake }) => (payout === 2 * stake ? stake : payout)), codes: paidWrong, games: ['video_poker'] },
  { name: 'takes stakes below the smallest', house: { request: (_, sent) => (Number(sent['amount']) < 0.01 ? { ...sent, amount: 0.01 } : sent), answer: onBets(() => true, (one) => withFields(one, { balance: undefined, amount: undefined })) }, codes: ['limit-ignored'] },
  { name: 'refuses stakes that it should take', house: { instead: (_, { amount }) => (Number(amount) >= 0.02 ? refused(400, 'LIMIT') : undefined) }, missing: ['limits'] },
]; // prettier-ignore

const payingHouses: readonly CheatingHouse[] = [
  { name: 'pays 1% less', house: paying(({ payout }) => payout * 0.99), codes: paidWrong },
  { name: 'pays half a percent less of the profit', house: paying(({ payout, stake }) => (payout > stake ? payout - (payout - stake) * 0.005 : payout)), codes: paidWrong },
  { name: 'pays at most 0.05', house: paying(({ payout }) => Math.min(payout, 0.05)), codes: paidWrong },
  { name: 'rounds payouts down to cents', house: paying(({ payout }) => Math.floor(payout * 100) / 100), codes: paidWrong },
  { name: 'does not pay every fifth win', house: paying((one) => (one.isWin && every(5)(one) ? 0 : one.payout)), codes: paidWrong },
  { name: 'keeps the stake of a win', house: paying((one) => (one.isWin ? one.payout - one.stake : one.payout)), codes: paidWrong },
  { name: 'pays 10% less for stakes from 0.05', house: paying(({ payout, stake }) => (stake >= 0.05 ? payout * 0.9 : payout)), codes: paidWrong },
  { name: 'pays 3% less on coin flips alone', house: paying(({ payout, path }) => (path === '/games/coin-flip' ? payout * 0.97 : payout)), codes: paidWrong, games: ['coin_flip', 'dice', 'wheel'] },
  { name: 'pays less the longer one plays', house: paying(({ payout, player }) => payout * (1 - player.bets / 1000)), codes: paidWrong },
  { name: 'takes a micro of each payout', house: paying(({ payout }) => payout - 0.000001), codes: paidWrong },
]; // prettier-ignore

const balanceHouses: readonly CheatingHouse[] = [
  { name: 'tells balances that are short by a micro', house: { answer: onBets(every(3), (one) => withFields(one, { balance: usdc(Number(one.honest.body['balance']) - 0.000001) })) }, codes: ['balance-wrong'] },
  { name: 'takes a fee from the balance', house: { answer: keeping(({ isBet, player }) => { if (isBet) player.hidden += 0.0005; return undefined; }) }, codes: ['balance-wrong', 'balance-unbooked'] },
  { name: 'books half of each win in the account', house: { answer: (one) => {
    if (one.isWin) one.player.hidden += (one.payout - one.stake) / 2;
    return one.path === '/auth/balance' ? withFields(one, { balance: usdc(Number(one.honest.body['balance']) - one.player.hidden) }) : one.honest;
  } }, codes: ['balance-unbooked'] },
  { name: 'shows an account that is never credited', house: { answer: (one) => {
    if (one.isBet) one.player.hidden += one.payout;
    return one.path === '/auth/balance' ? withFields(one, { balance: usdc(Number(one.honest.body['balance']) - one.player.hidden) }) : one.honest;
  } }, codes: ['balance-unbooked'] },
  { name: 'names a larger stake', house: { answer: onBets(() => true, (one) => withFields(one, { amount: usdc(one.stake * 2) })) }, codes: ['stake-changed'] },
  { name: 'plays for twice the stake', house: { request: (_, sent) => (typeof sent['amount'] === 'number' ? { ...sent, amount: usdc(sent['amount'] * 2) } : sent) }, codes: ['stake-changed', 'balance-wrong', 'payout-raised'] },
  { name: 'plays for twice the stake and says nothing of it', house: { request: (_, sent) => (typeof sent['amount'] === 'number' ? { ...sent, amount: usdc(sent['amount'] * 2) } : sent), answer: onBets(() => true, (one) => withFields(one, { amount: undefined, payout: usdc(one.payout / 2) })) }, codes: ['balance-wrong'] },
]; // prettier-ignore

const seedHouses: readonly CheatingHouse[] = [
  { name: 'shows another commitment than it plays by', house: { answer: onPath('/fairness/seed-hash', (one) => withFields(one, { seed_hash: otherHash(one.honest.body['seed_hash']) })) }, codes: ['commitment-swapped', 'commitment-broken'] },
  { name: 'names another commitment after the bet', house: { answer: onBets(every(4), (one) => withFields(one, { seed_hash: otherHash(one.honest.body['seed_hash']) })) }, codes: ['commitment-swapped'] },
  { name: 'reveals a seed that is not the committed one', house: { answer: onPath('/fairness/rotate', (one) => withFields(one, { revealed: { ...(one.honest.body['revealed'] as Body), server_seed: otherHash((one.honest.body['revealed'] as Body)['server_seed']) } })) }, codes: ['commitment-broken'] },
  { name: 'reveals nothing in the answer to a rotation', house: { answer: onPath('/fairness/rotate', (one) => withFields(one, { revealed: undefined })) }, missing: ['rotation'] },
  { name: 'reveals nothing, in its list of seeds neither', house: { answer: (one) => {
    if (one.path === '/fairness/rotate') return withFields(one, { revealed: undefined });
    return one.path === '/fairness/seeds' ? withFields(one, { seeds: [] }) : one.honest;
  } }, codes: ['rotation-withheld'] },
  { name: 'announces another commitment than it shows next', house: { answer: onPath('/fairness/rotate', (one) => withFields(one, { seed_hash: otherHash(one.honest.body['seed_hash']) })) }, codes: ['commitment-swapped'] },
  { name: 'refuses to rotate', house: { answer: (one) => (one.path === '/fairness/rotate' ? refused(403, 'FORBIDDEN') : one.honest) }, codes: ['rotation-withheld', 'nonce-skipped'] },
  { name: 'goes on with the commitment of before', house: { answer: (one) => {
    const first = one.player.notes.get('hash') ?? one.honest.body['seed_hash'];
    if (typeof first === 'string') one.player.notes.set('hash', first);
    return one.honest.body['seed_hash'] === undefined ? one.honest : withFields(one, { seed_hash: first });
  } }, codes: ['rotation-stuck', 'commitment-swapped', 'commitment-broken'] },
  { name: 'shows the seed in use in its verification', house: { answer: async (one) => {
    // The proxy knows no seed that is in use: it rotates the seed, and goes on showing the commitment.
    const { notes } = one.player;
    if (one.path === '/fairness/rotate') notes.delete('leaked');
    const leaked = notes.get('leaked');
    if (one.path === '/fairness/seed-hash' && leaked !== undefined) return withFields(one, { seed_hash: leaked });
    if (one.path !== '/fairness/verify' || one.honest.body['server_seed'] !== null) return one.honest;
    notes.set('leaked', leaked ?? one.honest.body['seed_hash']);
    const { body } = await one.ask('/fairness/rotate', {});
    return withFields(one, { server_seed: (body['revealed'] as Body)['server_seed'] });
  } }, codes: ['seed-leaked'] },
  { name: 'counts three rounds more', house: { answer: onPath('/fairness/rotate', (one) => withFields(one, { revealed: { ...(one.honest.body['revealed'] as Body), rounds: Number((one.honest.body['revealed'] as Body)['rounds']) + 3 } })) }, codes: ['rounds-miscounted'] },
  { name: 'plays a hidden round before every third bet', house: { answer: async (one) => {
    if (one.isBet && every(3)(one)) await one.ask('/games/coin-flip', { side: 'heads', amount: 0.01 });
    return one.honest;
  } }, codes: ['nonce-skipped', 'balance-wrong'] },
  { name: 'names nonces that are one too high', house: { answer: onBets(({ player }) => player.bets > 10, (one) => withFields(one, { nonce: Number(one.honest.body['nonce']) + 1 })) }, codes: ['nonce-skipped', 'nonce-shifted', 'outcome-altered'] },
  { name: 'names the same nonce again', house: { answer: onBets(({ player }) => player.bets % 5 === 4, (one) => withFields(one, { nonce: Math.max(0, Number(one.honest.body['nonce']) - 1) })) }, codes: ['nonce-reused'] },
  { name: 'plays by a client seed of its own', house: { request: (_, sent) => ('client_seed' in sent ? { ...sent, client_seed: 'house' } : sent), answer: onBets(() => true, (one) => withFields(one, { client_seed: one.sent['client_seed'] })) }, codes: ['client-seed-ignored', 'outcome-altered'] },
  { name: 'names a client seed of its own', house: { request: (_, sent) => ('client_seed' in sent ? { ...sent, client_seed: 'house' } : sent) }, codes: ['client-seed-swapped'] },
  { name: 'verifies another multiple than it paid', house: { answer: onPath('/fairness/verify', (one) => withFields(one, { multiplier: 1.5 })) }, codes: ['verify-disagrees'] },
  { name: 'plays again when the player wins, and shows the second round', house: { answer: async (one) => {
    if (!one.isWin) return one.honest;
    const again = await one.ask(one.path, one.sent);
    return again.status < 300 ? { ...again, body: { ...again.body, nonce: one.honest.body['nonce'] } } : one.honest;
  } }, codes: ['outcome-altered', 'balance-wrong', 'nonce-skipped', 'rounds-miscounted'] },
  { name: 'plays the other side of the coin', house: { request: (path, sent) => (path === '/games/coin-flip' ? { ...sent, side: sent['side'] === 'heads' ? 'tails' : 'heads' } : sent) }, codes: ['outcome-altered', 'pay-table-changed', 'bet-swapped', 'win-unpaid', 'loss-paid'] },
  { name: 'answers every payout as text that is no amount', house: { answer: onBets(() => true, (one) => withFields(one, { payout: 'soon' })) }, codes: ['answer-unreadable'] },
]; // prettier-ignore

const without = (fields: readonly string[]): House => ({
  answer: (one) =>
    one.honest.status < 300 ? withFields(one, Object.fromEntries(fields.map((name) => [name, undefined]))) : one.honest,
}); // prettier-ignore

const silentHouses: readonly CheatingHouse[] = [
  { name: 'leaves out every balance', house: without(['balance']), missing: ['balances in the answers', 'credit of balances'] },
  { name: 'leaves out nonces', house: without(['nonce', 'next_nonce']), missing: ['nonces in sequence'] },
  { name: 'leaves out the stake', house: without(['amount']), missing: ['stakes'] },
  { name: 'leaves out payouts and balances', house: without(['payout', 'balance']), missing: ['payouts', 'recomputation and unbiased mapping'] },
  { name: 'leaves out the payout alone, and pays 5% less', house: { answer: keeping((one) => {
    if (!one.isBet) return undefined;
    one.player.hidden += Math.ceil(one.payout * 0.05 * 1e6) / 1e6;
    return withFields(one, { payout: undefined, multiplier: undefined });
  }) }, codes: paidWrong },
  { name: 'has no verification', house: { answer: (one) => (one.path === '/fairness/verify' ? refused(404, 'NOT_FOUND') : one.honest) }, missing: ['verification endpoint'] },
  { name: 'does not say how many rounds a seed had', house: { answer: onPath('/fairness/rotate', (one) => withFields(one, { revealed: { ...(one.honest.body['revealed'] as Body), rounds: undefined } })) }, missing: ['hidden rounds'] },
  { name: 'shows no commitment', house: { answer: onPath('/fairness/seed-hash', (one) => withFields(one, { seed_hash: undefined })) }, missing: ['commitment before play'] },
  { name: 'loses every rotation', house: { answer: (one) => (one.path === '/fairness/rotate' || one.path === '/fairness/seeds' ? refused(500, 'INTERNAL') : one.honest) }, missing: ['rotation', 'recomputation and unbiased mapping', 'commitment before play'] },
]; // prettier-ignore

/** All of them. */
export const cheatingHouses: readonly CheatingHouse[] = [
  ...failingHouses,
  ...handHouses,
  ...payingHouses,
  ...balanceHouses,
  ...seedHouses,
  ...silentHouses,
];
