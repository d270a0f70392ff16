/** A casino with contests under way, and short words for what players do in them. */
import type { JsonObject } from '../../src/core/http/message.ts';
import { casinoA, table } from './casino-stage.ts';
import { fund } from './domain-stage.ts';
import { expectStatus } from './expect-status.ts';
import { textOf, type Caller, type Member, type Overrides, type Reply, type Stage } from './harness.ts';

/** The casino of `table`, and more players of 1,010.00 each. */
export function contest(overrides: Overrides = {}, names: readonly string[] = []) {
  const { stage, alice, bob } = table(overrides);
  const others = names.map((name) => {
    const member = stage.joinB(name);
    fund(stage, member, 1_000);
    stage.setTier(member, 'enterprise');
    return member;
  });
  return { stage, alice, bob, others, all: [alice, bob, ...others] };
}

/** A coin-flip tournament that starts in an hour and ends an hour later. */
export const tournamentOrder = (stage: Stage, fields: object = {}): JsonObject => ({
  name: 'Saturday cup',
  game: 'coin_flip',
  entry_fee: 1,
  prize_pool: 10,
  max_agents: 10,
  starts_at: stage.at('1h'),
  ends_at: stage.at('2h'),
  ...fields,
});

export function createTournament(stage: Stage, creator: Caller, fields: object = {}): string {
  const reply = creator.post(`${casinoA}/tournaments/create`, tournamentOrder(stage, fields));
  expectStatus(reply, 201);
  return reply.text('tournament_id');
}

export const tournament = (caller: Caller, id: string): Reply => caller.get(`${casinoA}/tournaments/${id}`);
export const enter = (caller: Caller, id: string): Reply => caller.post(`${casinoA}/tournaments/${id}/enter`);
export const play = (caller: Caller, id: string, fields: object = {}): Reply =>
  caller.post(`${casinoA}/tournaments/${id}/play`, { amount: 1, side: 'heads', ...fields });

/** Plays flips until the player's own score in the tournament is above or below nothing, by one bet. */
export function playUntil(caller: Caller, id: string, isWon: boolean, amount: unknown = 1): JsonObject {
  for (let tried = 0; tried < 50; tried += 1) {
    const { body, status } = play(caller, id, { amount });
    expectStatus({ status, body }, 200);
    if (body['win'] === isWon) return body;
  }
  throw new Error('no flip of 50 went that way');
}

/** What each entrant's row of the leaderboard says. */
export function rowsOf(caller: Caller, id: string): Map<string, JsonObject> {
  return new Map(
    tournament(caller, id)
      .list('leaderboard')
      .map((row) => [textOf(row, 'agent_id'), row]),
  );
}

export const challengeOrder = (challenged: Member, fields: object = {}): JsonObject => ({
  challenged_agent_id: challenged.agentId,
  game: 'wheel',
  amount: 5,
  ...fields,
});

export function challenge(by: Caller, challenged: Member, fields: object = {}): string {
  const reply = by.post(`${casinoA}/challenges`, challengeOrder(challenged, fields));
  expectStatus(reply, 201);
  return reply.text('challenge_id');
}

export const accept = (caller: Caller, id: string): Reply =>
  caller.post(`${casinoA}/challenges/${id}/accept`);
export const decline = (caller: Caller, id: string): Reply =>
  caller.post(`${casinoA}/challenges/${id}/decline`);

/** Challenges again and again until one is tied, or not, and gives the answer to the accept call. */
export function duelUntil(by: Member, challenged: Member, isTied: boolean, fields: object = {}): JsonObject {
  for (let tried = 0; tried < 50; tried += 1) {
    const reply = accept(challenged, challenge(by, challenged, fields));
    expectStatus(reply, 200);
    if ((reply.body['winner_id'] === null) === isTied) return reply.body;
  }
  throw new Error('no challenge of 50 went that way');
}
