/** Series about one thing from its beginning to its end, through every call that can be made of it. */
import type { Draw } from '../draw.ts';
import type { ModelState, OperationDraft } from '../model-state.ts';
import { anyBet } from './single-bets.ts';
import type { CallSeries, SeriesCall } from './series.ts';

/** A call about the latest escrow, once it is there. */
const about =
  (make: (id: string) => OperationDraft): SeriesCall =>
  (now: ModelState) =>
    make(now.latest('escrow')?.reference ?? 'esc_none');

/** An escrow that is disputed by either side in either style, looked at by both and by a stranger before and after. */
export const disputed: CallSeries = (model, draw, person) => {
  const other = draw.pick(model.registered.filter((each) => each !== person).concat('nobody').slice(0, 3));
  const stranger = model.person(draw);
  const terms = { amount: draw.pick([0.1, 0.5, '0.333333']) };
  const create: OperationDraft = {
    ...(draw.chance(50)
      ? { do: 'POST /escrow/escrow', body: { ...terms, receiver: other, description: 'a deal', conditions: { by: 'noon' } } }
      : { do: 'POST /escrow/api/v1/escrow/create', body: { ...terms, buyer: person, seller: other, memo: 'a deal' } }),
    makes: { kind: 'escrow', field: 'escrow_id', other },
  };
  const look = (by: string): SeriesCall =>
    about((id) => ({ do: `GET ${draw.pick(['/escrow/escrow', '/escrow/api/v1/escrow'])}/${id}`, by }));
  const evidence = draw.chance(50) ? { evidence: 'a photo' } : {};
  const act = about((id) =>
    draw.pick<OperationDraft>([
      { do: `POST /escrow/escrow/${id}/dispute`, body: { reason: 'late', ...evidence } },
      { do: 'POST /escrow/api/v1/escrow/dispute', body: { escrow_id: id, reason: 'late', ...evidence } },
      { do: `POST /escrow/escrow/${id}/refund` },
      { do: `POST /escrow/escrow/${id}/release` },
      { do: 'POST /escrow/api/v1/escrow/release', body: { escrow_id: id } },
    ]),
  );
  const by = draw.pick([person, person, other]);
  const done: SeriesCall = (now) => ({ ...(typeof act === 'function' ? act(now) : act), by });
  const lists = ['/escrow/escrows', '/escrow/api/v1/escrow/list'].map((path) => ({ do: `GET ${path}` }));
  return [create, look(person), look(other), look(stranger), done, look(person), look(other), done, ...lists];
}; // prettier-ignore

const casino = '/casino/api/v1';

/** What the Kelly calls say of any game, before and after the risk factor changes. */
export const advised: CallSeries = (_, draw) => {
  const optimal = (): OperationDraft => ({ do: `POST ${casino}/kelly/optimal`, body: asked(draw) });
  const size = () => draw.pick([1, 2, 7, 50]);
  return [
    optimal(),
    optimal(),
    { do: `PUT ${casino}/kelly/config`, body: { risk_factor: draw.pick([0.01, 0.33, 0.5, 1]) } },
    optimal(),
    optimal(),
    { do: `GET ${casino}/kelly/limits` },
    { do: `POST ${casino}/kelly/simulate`, body: { ...asked(draw), rounds: size(), paths: size() } },
    { do: `POST ${casino}/kelly/simulate`, body: { ...asked(draw), bankroll: draw.pick([1, '10.5', 0.01]), amount: 0.01, rounds: size(), paths: size() } },
    { do: `POST ${casino}/kelly/simulate`, body: { ...asked(draw), rounds: 10_000, paths: 10_000 } },
  ];
}; // prettier-ignore

/** A game by its name in lists, with parameters. */
function asked(draw: Draw): object {
  const [path, params] = anyBet(draw);
  return { game: path.replaceAll('-', '_'), ...params };
}

const isBet = ({ do: call }: { readonly do: string }): boolean =>
  /\/games\/|casino-api\/bet$|bets\/batch$|\/(?:accept|play)$/.test(call);

/** What was drawn can be recomputed once its seed is out: every agent that has bet asks for a new one. */
export const revealed = (model: ModelState): readonly OperationDraft[] => {
  const players = new Set(model.operations.filter(isBet).map(({ by }) => by));
  return [...players].map((by) => ({ do: `POST ${casino}/fairness/rotate`, by, body: {} }));
};
