/** The data that the control room's page embeds, and the state it shows. */
export type {
  AgentInFull as ShownAgentInFull,
  AgentPage as ShownAgentPage,
  EventLine as ShownEvent,
  ExchangeInFull as ShownExchange,
  RequestLine as ShownRequest,
  RoomCharts as ShownCharts,
  Snapshot as State,
} from '../../room-state.ts';

/** One policy of the table: `lines` are the lines of the documents, `gap` the id of the open question. */
export interface ShownPolicy {
  readonly name: string;
  readonly question: string;
  readonly gap: string;
  readonly lines: string;
  /** The meaning of each option, or `usdc` for an amount. */
  readonly options: 'usdc' | Readonly<Record<string, string>>;
  /** The default of the profiles `published` and `consistent`. */
  readonly defaults: readonly [string, string];
}

/** The embedded data, which does not change while the page is open. */
export interface RoomData {
  readonly services: readonly string[];
  readonly tiers: readonly string[];
  readonly policies: readonly ShownPolicy[];
}

/** `2026-01-05 10:00:00` from an instant. */
export const clockText = (instant: string): string => instant.slice(0, 19).replace('T', ' ');

/** `escrowExpired` is shown as `escrow expired`. */
export const eventName = (event: string): string =>
  event.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
