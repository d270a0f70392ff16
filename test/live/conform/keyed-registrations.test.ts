/** Registrations that accounts of a target file stand for: what is answered, and under which names. */
import { describe, expect, it } from 'vitest';
import {
  accountOf,
  KeyedRegistrations,
  registrationsIn,
} from '../../../src/live/conform/keyed-registrations.ts';
import { AccountPool } from '../../../src/live/traffic/correlation/account-pool.ts';
import { Namespace } from '../../../src/live/traffic/correlation/namespace.ts';
import type { RequestEffect } from '../../../src/simulation/population/agent-effects.ts';
import type { ScriptedCall } from '../../../src/simulation/population/script.ts';
import { answerOf } from './exchanges.ts';

const files = { file: 'toy.yaml', keysFile: 'keys.csv' };
const account = { agentId: 'acc-1', apiKey: 'key-1', fields: { agent_address: '0x1' } };

const registering = (body: object | undefined): RequestEffect =>
  ({ method: 'POST', path: '/faucet/register', query: {}, headers: {}, body }) as unknown as RequestEffect;

const issued = { status: 201, headers: {}, body: { agent_id: 'agent_1', api_key: 'sk', tier: 'free' } };

describe('an account that stands for a registration', () => {
  const answered = (body: object | undefined) => {
    const names = new Namespace('tests');
    const accounts = new KeyedRegistrations(new AccountPool(files, [account], 'tests'), names, {
      mayRegister: false,
    });
    const answer = accounts.answer(3, registering(body), { model: issued, agentCount: 1 });
    return { answer, names, accounts };
  };
  const given = { agent_address: '0x1', api_key: 'key-1', tier: 'free' };

  it('has the name that the agent asks for, and its own where the agent asks for none', () => {
    const { answer, names, accounts } = answered({ agent_id: 'alice' });
    expect(answer).toStrictEqual({ kind: 'answer', status: 201, head: '', body: { ...given, agent_id: 'alice' }, serviceMs: 0 });
    expect([names.toTarget('alice'), accounts.taken.has(3)]).toEqual(['acc-1', true]);
    for (const body of [{}, undefined, { agent_id: 7 }])
      expect(answered(body).answer).toStrictEqual({ kind: 'answer', status: 201, head: '', body: { ...given, agent_id: 'acc-1' }, serviceMs: 0 });
  }); // prettier-ignore

  it('keeps the name that it has where another agent asks for none', () => {
    const names = new Namespace('tests');
    const pool = new AccountPool(files, [account, account], 'tests');
    const accounts = new KeyedRegistrations(pool, names, { mayRegister: false });
    const how = { model: issued, agentCount: 2 };
    for (const [n, body] of [{ agent_id: 'alice' }, {}].entries())
      expect(accounts.answer(n, registering(body), how)).toMatchObject({ body: { agent_id: 'alice' } });
    accounts.giveBack();
    expect(pool.isEmpty).toBe(false);
  });

  it('is what a registration at the target has made, in the names of the target', () => {
    const names = new Namespace('tests');
    names.take('alice', 'acc-1');
    const made = (body: object, live: unknown) => accountOf(registering(body), answerOf(live), names);
    expect(made({ agent_id: 'alice' }, { agent_id: 'alice', api_key: 'k', agent_address: '0x1', n: 1 })).toStrictEqual({
      agentId: 'acc-1', apiKey: 'k', fields: { agent_address: '0x1' },
    });
    expect(made({}, { agent_id: 'other', api_key: 'k', agent_address: 7 })).toStrictEqual({ agentId: 'other', apiKey: 'k', fields: {} });
    expect([made({}, { api_key: 'k' }), made({}, { agent_id: 'other', api_key: 7 }), made({}, null)]).toEqual([undefined, undefined, undefined]);
    expect(accountOf(registering({}), { kind: 'failed', reason: 'timeout' }, names)).toBeUndefined();
  }); // prettier-ignore

  it('is counted once for each name of a scenario', () => {
    const calls = [{ agent_id: 'a' }, { agent_id: 'a' }, { agent_id: 'b', referrer: 'x' }, {}, {}].map(
      registering,
    );
    expect(registrationsIn(calls as unknown as ScriptedCall[])).toBe(3);
  });
});
