/** The form of a bet that another call carries: that of the call that would have placed it by itself. */
import type { Case } from '../case.ts';
import { formMistakes } from '../facts/forms.ts';
import { mayBeRefused } from '../facts/meanings.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

/** A bet by the id of its game. */
interface CarriedBet {
  readonly game: string;
  readonly sent: Body;
}

/** The name of the rules of form for a single bet on a game. */
export const betName = (game: string): string => `casino/${game.replaceAll('_', '-')}`;

const singleOf = (exchange: AuditedExchange, { game, sent }: CarriedBet): AuditedExchange => ({
  ...exchange,
  style: 'A',
  operation: 'bet',
  path: `/casino/games/${game.replaceAll('_', '-')}`,
  body: sent,
});

/** The fields that are not of their form. */
export const betMistakes = (file: Case, exchange: AuditedExchange, bet: CarriedBet): string[] =>
  formMistakes(file, singleOf(exchange, bet));

/** True where no bet on the game could be refused for its parameters. */
export function isBetOfForm(file: Case, exchange: AuditedExchange, { game, sent }: CarriedBet): boolean {
  // The least amount is above no limit.
  const single = singleOf(exchange, { game, sent: { ...sent, amount: 0.01 } });
  const { policies } = file.setting;
  if (sent['client_seed'] !== undefined || formMistakes(file, single).length > 0) return false;
  return !mayBeRefused(betName(game), { exchange: single, caller: undefined, policies });
}
