/** Pages of a list of tournaments, whose order the documents leave open. */
import { expect, it } from 'vitest';
import { TournamentModel } from '../../../src/verification/oracle/models/tournaments.ts';
import { caseOf, exchangeOf } from './said.ts';

const openIds = ['one', 'two', 'three'];

/** What is said of a page of at most two, after three tournaments have been made. */
function saidOf(ids: readonly string[], page: string): readonly string[] {
  const { file, said } = caseOf({
    books: { available: () => 1_000_000_000, move: () => undefined },
    timers: { at: () => () => undefined },
  });
  const model = new TournamentModel(file);
  const body = {
    game: 'coin_flip', prize_pool: 0, entry_fee: 0, max_agents: 2,
    starts_at: '2026-01-01T01:00:00.000Z', ends_at: '2026-01-01T02:00:00.000Z',
  }; // prettier-ignore
  for (const id of openIds)
    model.answered(exchangeOf('casino/A/createTournament', { body, answer: { tournament_id: id } }), 'alice');
  const record = { status: 'upcoming', entrants: 0, entered: false, prize: 0, created_by: 'alice' };
  const tournaments = ids.map((id) => ({ ...record, tournament_id: id }));
  const answer = { tournaments, total: openIds.length, page: Number(page) };
  model.answered(exchangeOf('casino/A/tournaments', { query: { limit: '2', page }, answer }), 'alice');
  return said;
}

it('a page of tournaments has as many as it has room for, each of them open and none twice', () => {
  expect(saidOf(['one', 'three'], '1')).toEqual([]);
  expect(saidOf(['two'], '2')).toEqual([]);
  expect(saidOf(['two'], '1')).not.toEqual([]);
  expect(saidOf(['two', 'two'], '1')).not.toEqual([]);
  expect(saidOf(['two', 'over'], '1')).not.toEqual([]);
  expect(saidOf(['one', 'two'], '2')).not.toEqual([]);
});
