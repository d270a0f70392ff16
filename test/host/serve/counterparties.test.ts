/** Agents that join a served world at the request of a client: they act, belong to the session, and come back after a rewind. */
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/core/base/refusal.ts';
import { allBehaviours } from '../../../src/host/app/run/behaviours.ts';
import { openSession } from '../../../src/host/serve/session/open-session.ts';
import { readSession } from '../../../src/host/serve/session/session-file.ts';
import { addAgents, membersMax } from '../../../src/simulation/scenario/added-agents.ts';
import { newSandbox, serving, type Answer, type Serving } from './serving.ts';
import { smallScenario } from './small-scenario.ts';

const behaviours = await allBehaviours();
const post = ({ call }: Serving, path: string, body: unknown, key = ''): Promise<Answer> =>
  call('POST', path, { body, ...(key === '' ? {} : { headers: { authorization: `Bearer ${key}` } }) });
const ask = (served: Serving, body: unknown): Promise<Answer> => post(served, '/_sim/agents', body);
const advance = (served: Serving, by: string): Promise<Answer> => post(served, '/_sim/clock/advance', { by });

const idsOf = ({ sandbox }: Serving): string[] =>
  [...sandbox.world.agents.all()].map(({ agentId }) => agentId);

describe('POST /_sim/agents', () => {
  it('gives a client of an empty world counterparties, and says how they are known', async () => {
    const served = await serving({ behaviours });
    const { status, body } = await ask(served, { agent: 'escrow-seller', count: 2, with: { every: '1h' } });
    expect(status).toBe(201);
    const sellers = body['agents'] as string[];
    expect(body).toMatchObject({ group: 'escrow-seller', agent: 'escrow-seller', count: 2 });
    const joined = await post(served, '/faucet/register', { agent_id: 'outside' });
    const key = String(joined.body['api_key']);
    expect(idsOf(served)).toEqual([...sellers, 'outside']);
    const sent = { amount: '1.00', receiver: sellers[1] };
    expect((await post(served, '/escrow/escrow', sent, key)).status).toBe(201);
    const { requestCount } = served.sandbox.world;
    await advance(served, '1d');
    expect(served.sandbox.world.requestCount).toBeGreaterThan(requestCount + 24);
    expect(served.broken).toEqual([]);
  });

  it('names a second group with a number, counts arrivals from now on, and lets it know the first', async () => {
    const served = await serving({ behaviours });
    await advance(served, '3h');
    await ask(served, { agent: 'escrow-seller' });
    const second = await ask(served, { agent: 'escrow-seller', count: 4, arrive: { at: '1h', over: '2h' } });
    expect(second.body['group']).toBe('escrow-seller-2');
    const buyers = await ask(served, { agent: 'escrow-buyer', name: 'buyers', with: { every: '1h' } });
    expect(buyers.body['agents']).toEqual([expect.stringMatching(/_buyers-1$/)]);
    await advance(served, '59m');
    expect(served.sandbox.world.agents.count).toBe(2);
    await advance(served, '2h');
    expect(served.sandbox.world.agents.count).toBe(6);
    await advance(served, '2d');
    expect(served.sandbox.feed.happenings.map(({ event }) => event).join()).not.toContain('threw');
    expect(served.sandbox.world.ledger.transferCount).toBeGreaterThan(20);
  });

  it('is part of the session: executed elsewhere, and after a rewind, the world is the same to the digest', async () => {
    const scenario = await smallScenario();
    const served = await serving({ scenario, behaviours });
    await advance(served, '2h');
    await ask(served, { agent: 'faucet-claimer', count: 5, name: 'more' });
    await post(served, '/_sim/checkpoints', { name: 'asked' });
    await advance(served, '8h');
    await ask(served, { agent: 'escrow-buyer', count: 2, name: 'late', with: { every: '1h' } });
    await advance(served, '8h');
    const file = (await served.call('GET', '/_sim/session')).body;
    const digest = served.sandbox.world.digest();

    const origin = { version: 'unreleased', behaviours: {} };
    const session = readSession(structuredClone(file), { origin, scenario });
    if (session instanceof Refusal) throw new Error(session.message);
    const other = newSandbox({ scenario, behaviours });
    const opening = openSession(other, session);
    while (!opening.step()) continue;
    expect(opening.finish()).toBeUndefined();
    expect(other.world.digest()).toEqual(digest);

    const back = await post(served, '/_sim/rewind', { to: 'asked' });
    expect(back.status).toBe(200);
    await advance(served, '10m');
    expect(idsOf(served).filter((id) => id.includes('_more-'))).toHaveLength(5);
    expect(idsOf(served).some((id) => id.includes('_late-'))).toBe(false);
    await post(served, '/_sim/reset', {});
    expect(served.sandbox.served.population.groupNames).not.toContain('more');
  });

  it('changes nothing for the agents that are there already', async () => {
    const scenario = await smallScenario();
    const balances = (joins: boolean): unknown[] => {
      const sandbox = newSandbox({ scenario, behaviours });
      if (joins) sandbox.served.addAgents({ agent: 'idler', count: 10 });
      sandbox.advance(sandbox.nowMs + 36 * 3_600_000);
      const { agents, ledger } = sandbox.world;
      return [...agents.all()]
        .filter(({ agentId }) => !agentId.includes('_idler-'))
        .map(({ agentId, account }) => [agentId, ledger.available(account)]);
    };
    expect(balances(true)).toEqual(balances(false));
  });

  it.each([
    [{ agent: 'escrow-seler' }, 404, /no agent "escrow-seler"; did you mean "escrow-seller"\?/],
    [{ agent: './mine.ts' }, 404, /there is no agent ".\/mine.ts"; expected a shipped behaviour or one of/],
    [{ count: 2 }, 400, /"agent" is missing/],
    [{ agent: 'idler', count: 0 }, 400, /count is 0; expected a whole number of agents from 1 to 10000/],
    [{ agent: 'idler', count: 10_001 }, 400, /count is 10001; expected/],
    [{ agent: 'idler', cuont: 2 }, 400, /unknown key "cuont"; did you mean "count"\?/],
    [{ agent: 'idler', arrive: { over: '1x' } }, 400, /over is "1x"; expected/],
    [{ agent: 'escrow-buyer', with: { evry: '1h' } }, 400, /no parameter "evry"; did you mean "every"\?/],
    [{ agent: 'escrow-buyer', with: { every: 5 } }, 400, /every is 5; expected a duration such as/],
    [{ agent: 'idler', name: 'faucet-claimer' }, 409, /there is a group "faucet-claimer" in this world/],
    [{ agent: 'idler', name: '../x' }, 400, /name is "..\/x"; expected a short name/],
    ['{', 400, /./],
  ])('%j is refused with %i, and no agent joins', async (body, status, message) => {
    const served = await serving({ scenario: await smallScenario(), behaviours });
    const before = served.sandbox.served.population.members.length;
    const answer = await ask(served, body);
    expect(answer.status).toBe(status);
    expect(answer.body['error']).toMatch(message);
    expect(served.sandbox.served.population.members).toHaveLength(before);
    expect(served.sandbox.world.kernel.processCount).toBe(before);
  });

  it('has a bound on the agents of one world', async () => {
    const served = await serving({ behaviours });
    const full = { agent: 'idler', count: membersMax, arrive: { at: '1d' } };
    expect(addAgents(served.sandbox.served.population, behaviours, full)).not.toBeInstanceOf(Refusal);
    const last = await ask(served, { agent: 'idler' });
    expect(last).toMatchObject({ status: 409 });
    expect(last.body['error']).toMatch(/more than 200000 agents; expected at most 0 more/);
  });
});
