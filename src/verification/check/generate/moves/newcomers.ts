/** Agents that come later: more than a list of the most active shows (gap F7), and some that are called what another one is called by. */
import type { Draw } from '../draw.ts';
import type { OperationDraft } from '../model-state.ts';
import type { CallSeries, SeriesCall, SeriesPause } from './series.ts';

/** Two more than either list has. */
const newcomersCount = 22;

const looks: readonly OperationDraft[] = [
  { do: 'GET /faucet/agents' },
  { do: 'GET /faucet/referrals' },
  { do: 'GET /faucet/referrals', query: { page: 2 } },
  { do: 'GET /wallet/v1/referral/stats' },
  { do: 'GET /wallet/v1/gossip' },
];

/** Registered in either style, in few frameworks, mostly brought by one agent. */
function registration(by: string, referrer: string, draw: Draw): OperationDraft {
  const brought = draw.chance(70) ? { referrer } : {};
  if (draw.chance(30)) return { do: 'POST /faucet/api/v1/agents/register', by, body: { agent_id: by, ...brought } };
  const metadata = draw.chance(60) ? { metadata: { framework: draw.pick(['langchain', 'crewai']) } } : {};
  return { do: 'POST /faucet/register', by, body: { agent_id: by, ...brought, ...metadata } };
} // prettier-ignore

/** The later ones are the more active, so that the first of them are those that the list leaves out. */
export const newcomers: CallSeries = (model, draw, person) => {
  const first = model.operations.length;
  const names = Array.from({ length: newcomersCount }, (_, index) => `newcomer-${first}-${index}`);
  const asks = names.slice(2).map((by) => ({ do: 'GET /faucet/status', by }));
  const claims = names
    .filter(() => draw.chance(15))
    .map((by) => ({ do: `POST ${draw.pick(['/faucet/claim', '/faucet/api/v1/faucet/claim'])}`, by }));
  return [
    ...names.map((by) => registration(by, person, draw)),
    ...claims,
    ...looks,
    ...(draw.chance(50) ? [...asks, ...looks] : []),
  ];
};

/** All within one second. */
export const newcomersPause: SeriesPause = { stepMs: 1, jumpMs: 0, jumpAt: 1 };

/** Agents whose ids are the code, or the address, of another one: names that the platform gives come first (gap X12). */
export const shadowedCode: CallSeries = (model, draw, person) => {
  const kind = `code-${model.operations.length}`;
  const shown = { do: 'GET /casino/api/v1/auth/referral/code', by: person, makes: { kind, field: 'referral_code' } };
  const joins =
    (by: string, more: (code: string) => object): SeriesCall =>
    (now) => ({ do: `POST ${draw.pick(['/faucet/register', '/faucet/api/v1/agents/register'])}`, by, body: { agent_id: `${by}-${model.operations.length}`, ...more(now.latest(kind)?.reference ?? 'none') } });
  const pays = { do: 'POST /escrow/escrow', by: 'led', body: { receiver: person, amount: 5 } };
  const referrals = [person, 'shadow'].map((by) => ({ do: 'GET /faucet/referrals', by }));
  return [
    shown,
    joins('shadow', (code) => ({ agent_id: code })),
    joins('led', (code) => ({ referrer: code })),
    pays,
    ...referrals,
  ];
}; // prettier-ignore
