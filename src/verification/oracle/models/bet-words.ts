/** Games and parameters of bets, whatever they were called. */
import { text } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

/** The id of the game, by whatever name it was called. */
export function gameOf({ path, answer }: AuditedExchange, sent: Body | undefined, got: Body): string {
  const named =
    text(got, 'game') ?? text(answer, 'game') ?? text(sent, 'game') ?? path.split('/games/')[1] ?? '';
  const plain = named.replace(/\/(deal|draw|bet|cashout)$/, '').replaceAll('-', '_');
  return plain === 'coinflip' ? 'coin_flip' : plain;
}

/** The parameters of a bet in the words of style A. */
export function paramsOf({ style }: AuditedExchange, sent: Body | undefined): Body {
  if (style !== 'B') return sent ?? {};
  const params = (sent?.['params'] ?? {}) as Body;
  if (params['over'] === undefined) return params;
  return { ...params, direction: params['over'] === true ? 'over' : 'under', threshold: params['target'] };
}
