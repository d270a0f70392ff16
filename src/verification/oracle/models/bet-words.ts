/** Games and parameters of bets, whatever they were called. */
import { text } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { statedEdges } from './paytables.ts';

/** The id of the game, by whatever name it was called. */
export function gameOf({ path, answer }: AuditedExchange, sent: Body | undefined, got: Body): string {
  const named =
    text(got, 'game') ?? text(answer, 'game') ?? text(sent, 'game') ?? path.split('/games/')[1] ?? '';
  return gameNamed(named.replace(/\/(deal|draw|bet|cashout)$/, ''));
}

/** Games of two words, which may be written as one (gap C28), by that word. */
const joined = new Map(Object.keys(statedEdges).map((id) => [id.replace('_', ''), id]));

/** The id of the game that a name in any of its spellings stands for. */
export function gameNamed(name: string): string {
  const plain = name.replaceAll('-', '_');
  return joined.get(plain) ?? plain;
}

/** The parameters of a bet in the words of style A. */
export function paramsOf({ style }: AuditedExchange, sent: Body | undefined): Body {
  if (style !== 'B') return sent ?? {};
  const params = (sent?.['params'] ?? {}) as Body;
  if (params['over'] === undefined) return params;
  return { ...params, direction: params['over'] === true ? 'over' : 'under', threshold: params['target'] };
}
