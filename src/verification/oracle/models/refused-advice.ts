/** Advice about stakes, and simulations of them, that have to be given (KEL04, KEL07). */
import { callOf, outcomeOf, sentMicros, text, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { isBetOfForm } from './bet-forms.ts';
import { gameNamed } from './bet-words.ts';

/** What a simulation does at most: rounds times paths. */
const playsMax = 200_000;
/** A bankroll that covers the least stake of every game, and is within all bounds. */
const plainBankroll = [1_000_000, 1_000_000_000_000] as const;

/** Checks `bet-limits`. Give it exchanges of `kellyOptimal` and `simulateKelly`. */
export function checkAdviceGiven(file: Case, exchange: AuditedExchange, caller: string): void {
  const { body = {}, operation } = exchange;
  if (outcomeOf(exchange) !== 'BAD_REQUEST' || exchange.isRaw) return;
  if (!isBetOfForm(file, exchange, { game: gameNamed(text(body, 'game') ?? ''), sent: body })) return;
  if (operation === 'simulateKelly' && !isPlainSimulation(file, body, caller)) return;
  file.breaks('bet-limits', `${callOf(exchange)} with ${JSON.stringify(body)} is refused as a bad request`);
}

/** Nothing but bounds that are known stands in the request. */
function isPlainSimulation({ books }: Case, body: Body, caller: string): boolean {
  const { rounds, paths, fraction, amount, bankroll } = body;
  if (fraction !== undefined || amount !== undefined || (rounds === undefined) !== (paths === undefined))
    return false;
  const counts = rounds === undefined ? [1, 1] : [Number(rounds), Number(paths)];
  const isFew = counts.every((count) => Number.isInteger(count) && count >= 1 && count <= 10_000);
  const isKnown = bankroll !== undefined || !books.isLoose(caller);
  const micros = bankroll === undefined ? books.available(caller) : sentMicros(body, 'bankroll');
  const [least, most] = plainBankroll;
  const isCovered = micros !== undefined && micros >= least && micros <= most;
  return isFew && counts[0]! * counts[1]! <= playsMax && isKnown && isCovered;
}
