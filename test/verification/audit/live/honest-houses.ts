/**
 * Honest houses that are hard to audit, drawn from a seed: slow ones, ones that lose requests or answers, refuse stakes or games,
 * limit the rate, show balances late, leave fields out, or write them in another way. What they do never depends on an outcome.
 */
import { Stream } from '../../../../src/core/kernel/stream.ts';
import type { Answer, Body, House, Passing } from './proxy.ts';

/** A way to be difficult; each house has some of them. */
type Trait = (stream: Stream) => House;

const isAnswered = ({ status }: Answer): boolean => status > 0 && status < 300;
const refused = (status: number, code: string): Answer => ({ status, body: { error: code, code } });
const changed = (answer: Answer, change: (body: Body) => Body): Answer =>
  isAnswered(answer) ? { ...answer, body: change(answer.body) } : answer;

const traits: Readonly<Record<string, Trait>> = {
  'loses requests': (stream) => ({ instead: () => (stream.unit() < 0.05 ? { status: 0, body: {} } : undefined) }),
  'loses answers': (stream) => ({ answer: ({ honest }) => (stream.unit() < 0.05 ? { status: 0, body: {} } : honest) }),
  'breaks down before it plays': (stream) => ({ instead: () => (stream.unit() < 0.05 ? refused(500, 'INTERNAL') : undefined) }),
  'breaks down after it played': (stream) => ({ answer: ({ honest }) => (stream.unit() < 0.05 ? refused(502, 'BAD_GATEWAY') : honest) }),
  'is slow': (stream) => ({ delayMs: () => (stream.unit() < 0.1 ? 1 + stream.integer(40) : 0) }),
  'refuses stakes from 0.05': () => ({ instead: (_, { amount }) => (Number(amount) >= 0.05 ? refused(400, 'LIMIT') : undefined) }),
  'has closed some games': (stream) => {
    const closed = ['dice', 'keno', 'wheel', 'slots', 'crash', 'plinko'].filter(() => stream.unit() < 0.4);
    return { instead: (path) => (closed.some((game) => path === `/games/${game}`) ? refused(404, 'NO_SUCH_GAME') : undefined) };
  },
  'is busy now and then': (stream) => ({ instead: (path) => (path.startsWith('/games/') && stream.unit() < 0.05 ? refused(409, 'BUSY') : undefined) }),
  'shows the account one bet late': () => ({
    answer: ({ path, honest, player, isBet }) => {
      const [before, now] = [player.notes.get('shown'), honest.body['balance']];
      if (isBet) {
        player.notes.set('shown', player.notes.get('latest') ?? now);
        player.notes.set('latest', now);
      }
      const isLate = path === '/auth/balance' && before !== undefined && player.notes.get('read') !== player.bets;
      player.notes.set('read', path === '/auth/balance' ? player.bets : undefined);
      return isLate ? changed(honest, (body) => ({ ...body, balance: before })) : honest;
    },
  }),
  'leaves fields out': (stream) => {
    const fields = ['balance', 'amount', 'client_seed', 'seed_hash', 'multiplier', 'win', 'bet_id', 'rounds'];
    const out = fields.filter(() => stream.unit() < 0.3);
    return {
      answer: ({ path, honest }) =>
        path.startsWith('/games/') ? changed(honest, (body) => Object.fromEntries(Object.entries(body).filter(([name]) => !out.includes(name)))) : honest,
    };
  },
  'writes amounts as text': () => ({
    answer: ({ honest }) =>
      changed(honest, (body) => ({ ...body, ...Object.fromEntries(['payout', 'amount', 'balance'].flatMap((name) => (typeof body[name] === 'number' ? [[name, body[name].toFixed(6)]] : []))) })),
  }),
  'writes hashes in capitals': () => ({
    answer: ({ honest }) => changed(honest, (body) => (typeof body['seed_hash'] === 'string' ? { ...body, seed_hash: body['seed_hash'].toUpperCase() } : body)),
  }),
  'answers 201 and more than is asked': () => ({
    answer: ({ honest }) => (isAnswered(honest) ? { status: 201, body: { ok: true, at: '2026-05-01T00:00:00Z', ...honest.body, data: [1, 2] } } : honest),
  }),
  'has no verification': () => ({ instead: (path) => (path === '/fairness/verify' ? refused(404, 'NOT_FOUND') : undefined) }),
  'has no list of seeds': () => ({ instead: (path) => (path === '/fairness/seeds' ? refused(404, 'NOT_FOUND') : undefined) }),
}; // prettier-ignore

/** The names of all traits. */
export const traitNames = Object.keys(traits);

/** One or several traits, from the seed. */
export function honestHouse(seed: string): { readonly name: string; readonly house: House } {
  const stream = new Stream(seed, 'honest house');
  const first = traitNames[stream.integer(traitNames.length)]!;
  const names = traitNames.filter((name) => name === first || stream.unit() < 0.15);
  const parts = names.map((name) => traits[name]!(stream));
  return { name: names.join(', '), house: together(parts) };
}

/** Each trait sees the answer of the one before. */
const together = (parts: readonly House[]): House => ({
  instead: (path, sent) => {
    for (const { instead } of parts) {
      const answer = instead?.(path, sent);
      if (answer !== undefined) return answer;
    }
    return undefined;
  },
  answer: async (passing: Passing) => {
    let { honest } = passing;
    for (const { answer } of parts) honest = (await answer?.({ ...passing, honest })) ?? honest;
    return honest;
  },
  delayMs: () => parts.reduce((sum, { delayMs }) => sum + (delayMs?.() ?? 0), 0),
});
