/** A fault that closes the games of the casino, or the markets, with every call that it concerns before, during and after it. */
import { minuteMs, secondMs } from '../../../../core/base/time.ts';
import type { Draw } from '../draw.ts';
import type { ModelState, OperationDraft } from '../model-state.ts';
import type { CallSeries, SeriesCall } from './series.ts';

const casino = '/casino/api/v1';
const amount = { amount: 0.01 };

/** A closure in so many seconds, for as many. */
function closes(model: ModelState, fault: { fromCall: number; calls: number; game: string }): void {
  const { fromCall, calls, game } = fault;
  const atMs = model.atMs + fromCall * secondMs + 500;
  const forMs = calls * secondMs;
  model.faults.push({ at: `${atMs}ms`, service: 'casino', kind: 'game-closed', game, for: `${forMs}ms` });
}

const about =
  (kind: string, make: (id: string) => OperationDraft): SeriesCall =>
  (now) =>
    make(now.latest(kind)?.reference ?? `${kind}_none`);

/** What is begun while the games are open, so that it is there when they are closed. */
function begun(model: ModelState, owner: string, other: string): readonly SeriesCall[] {
  const startsMs = model.atMs + 5 * secondMs;
  const cup = {
    name: 'closed cup', game: 'coin-flip', entry_fee: 0, prize_pool: 0, max_agents: 3,
    starts_at: model.instantText(startsMs), ends_at: model.instantText(startsMs + minuteMs),
  }; // prettier-ignore
  return [
    { do: `POST ${casino}/challenges`, by: owner, body: { challenged_agent_id: other, game: 'coin_flip', ...amount }, makes: { kind: 'challenge', field: 'challenge_id', other } },
    { do: `POST ${casino}/tournaments/create`, by: owner, body: cup, makes: { kind: 'tournament', field: 'tournament_id' } },
    about('tournament', (id) => ({ do: `POST ${casino}/tournaments/${id}/enter`, by: owner })),
    { do: `POST ${casino}/games/video-poker/deal`, by: owner, body: {}, makes: { kind: 'hand', field: 'nonce' } },
    { do: `POST ${casino}/games/blackjack`, by: owner, body: { action: 'hit', ...amount } },
    { do: `GET ${casino}/games`, by: owner },
  ]; // prettier-ignore
}

/** Every way to play. */
function plays(owner: string, other: string): readonly SeriesCall[] {
  const side = { side: 'heads' };
  return [
    { do: `POST ${casino}/games/coin-flip`, by: owner, body: { ...amount, ...side } },
    { do: `POST ${casino}/games/dice`, by: owner, body: { ...amount, direction: 'over', threshold: 50 } },
    { do: 'POST /api/casino-api/bet', by: owner, body: { game: 'coinflip', ...amount, params: side } },
    { do: `POST ${casino}/games/coinflip`, by: owner, body: { ...amount, ...side, currency: 'USDC' } },
    { do: `POST ${casino}/bets/batch`, by: owner, body: { bets: [{ game: 'coin_flip', ...amount, ...side }, { game: 'wheel', ...amount }] } },
    { do: `POST ${casino}/games/video-poker/deal`, by: other, body: {} },
    about('hand', (nonce) => ({ do: `POST ${casino}/games/video-poker/draw`, by: owner, body: { nonce, holds: [], ...amount } })),
    { do: `POST ${casino}/games/blackjack`, by: owner, body: { action: 'stand' } },
    { do: `POST ${casino}/games/crash/bet`, by: owner, body: amount },
    { do: `POST ${casino}/challenges`, by: owner, body: { challenged_agent_id: other, game: 'coin_flip', ...amount } },
    about('challenge', (id) => ({ do: `POST ${casino}/challenges/${id}/accept`, by: other })),
    about('tournament', (id) => ({ do: `POST ${casino}/tournaments/${id}/play`, by: owner, body: { ...amount, ...side } })),
    { do: `GET ${casino}/games`, by: owner },
  ]; // prettier-ignore
}

/** All games or one of them are closed for some seconds. */
export const closedGames: CallSeries = (model, draw: Draw, person) => {
  const other = draw.pick(model.registered.filter((each) => each !== person).concat('nobody').slice(0, 3));
  const before = begun(model, person, other);
  const during = plays(person, other);
  const game = draw.pick(['all', 'all', 'coin-flip', 'video-poker', 'crash', 'blackjack']);
  closes(model, { fromCall: before.length, calls: during.length, game });
  return [...before, ...during, ...during.slice(draw.integer(8))];
}; // prettier-ignore
