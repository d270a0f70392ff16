/** The answers of the calls that the control room reads. Texts in them come from agents: data, never markup. */
import { Type } from 'typebox';
import { InstantText, UsdcText } from '../../core/http/wire.ts';

const Quota = Type.Object({
  service: Type.String(),
  limit: Type.Integer(),
  remaining: Type.Integer(),
});

const Counts = Type.Object({
  requests: Type.Integer(),
  ok: Type.Integer(),
  refused: Type.Integer(),
  limited: Type.Integer(),
  failed: Type.Integer(),
});

/** One agent of a list. `meters` are the quotas that its requests have shown, the most used up first. */
export const AgentLineView = Type.Object({
  number: Type.Integer(),
  id: Type.String(),
  joined: InstantText,
  tier: Type.String(),
  balance: UsdcText,
  held: UsdcText,
  counts: Counts,
  meters: Type.Optional(Type.Array(Quota)),
});

/** One request with its answer, without bodies. */
export const RequestLineView = Type.Object({
  number: Type.Integer(),
  event: Type.Integer({ description: 'its number among the events of the digest' }),
  at: InstantText,
  agent: Type.Union([Type.Integer(), Type.Null()]),
  by: Type.String({ description: 'the agent id; empty without a key' }),
  method: Type.String(),
  path: Type.String(),
  status: Type.Integer(),
  code: Type.String(),
  isKept: Type.Boolean({ description: 'whether it can be asked for in full' }),
});

const Escrow = Type.Object({
  id: Type.String(),
  role: Type.Enum(['sender', 'receiver']),
  other: Type.String(),
  amount: UsdcText,
  state: Type.String(),
  until: Type.Union([InstantText, Type.Null()]),
});

const Position = Type.Object({
  market: Type.String(),
  side: Type.Enum(['long', 'short', 'spot']),
  size: Type.String(),
  mark: Type.String(),
  margin: Type.Union([UsdcText, Type.Null()]),
  gain: Type.Union([Type.String(), Type.Null()], { description: 'USDC at the mark price' }),
  liquidation: Type.Union([Type.String(), Type.Null()]),
});

const Order = Type.Object({
  id: Type.String(),
  market: Type.String(),
  side: Type.Enum(['buy', 'sell']),
  size: Type.String(),
  limit: Type.Union([Type.String(), Type.Null()]),
});

/** A list that may be longer than what is shown of it. */
const partOf = <Item extends Parameters<typeof Type.Array>[0]>(item: Item) =>
  Type.Object({ total: Type.Integer(), rows: Type.Array(item) });

/** One agent without its key. */
export const AgentInFullView = Type.Object({
  agent: AgentLineView,
  address: Type.String(),
  referrer: Type.Union([Type.String(), Type.Null()]),
  quotas: Type.Array(Quota),
  escrows: partOf(Escrow),
  orders: partOf(Order),
  positions: Type.Array(Position),
  requests: partOf(RequestLineView),
});

const Happened = Type.Object({ event: Type.String(), amount: Type.String() });

/** One request with its answer in full. */
export const ExchangeView = Type.Object({
  line: RequestLineView,
  service: Type.String(),
  operation: Type.String(),
  slowness_ms: Type.Number({ description: 'how long a fault delays the answer, in virtual milliseconds' }),
  asked: Type.String(),
  answered: Type.String(),
  headers: Type.Record(Type.String(), Type.String()),
  events: Type.Array(Happened, { description: 'what happened on the platform because of it' }),
  sequence: Type.Record(Type.String(), Type.Unknown(), {
    description: 'a drawing of it and of what its caller asked before: elements of SVG',
  }),
  curl: Type.String(),
  step: Type.String(),
});

const Figures = Type.Object({
  caption: Type.String(),
  columns: Type.Array(Type.Object({ title: Type.String(), isNumber: Type.Optional(Type.Boolean()) })),
  rows: Type.Array(Type.Array(Type.Union([Type.String(), Type.Number()]))),
});

const Chart = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  legend: Type.Array(
    Type.Object({
      name: Type.String(),
      label: Type.String(),
      colour: Type.String(),
      isDashed: Type.Optional(Type.Boolean()),
    }),
  ),
  height: Type.String(),
  unit: Type.String(),
  isTimed: Type.Boolean(),
  option: Type.Record(Type.String(), Type.Unknown()),
  figures: Figures,
});

/** The charts that have something to show, and the slices of time that they are drawn in. */
export const ChartsView = Type.Object({
  charts: Type.Array(Chart),
  start: InstantText,
  slice_ms: Type.Integer(),
  events: Type.Array(Type.Union([Type.Integer(), Type.Null()]), {
    description: 'the first event of each slice; null where there was none',
  }),
});
