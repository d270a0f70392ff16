import { describe, expect, it } from 'vitest';
import { properties } from '../../src/verification/oracle/properties.ts';
import { replayed } from '../../src/verification/check/replayed.ts';
import type { ScenarioSource } from '../../src/verification/check/source.ts';
import { scenarioHost } from '../../src/host/app/run/scenario-host.ts';
import { checkHtml, type CheckReport } from '../../src/report/check-html.ts';
import { sequenceMarkup } from '../../src/report/html/sequence.ts';
import { fixtureSequence, hostileText } from './fixture.ts';

const source: ScenarioSource = {
  name: 'two-calls',
  seed: '1',
  for: '1d',
  operations: [
    { by: 'alice', do: 'POST /faucet/register', body: { agent_id: 'alice' } },
    { at: '1h', by: 'bob', do: 'POST /escrow/escrow', body: { receiver: 'alice', amount: 1 } },
  ],
};

const reportOf = async (message: string, atMs?: number): Promise<CheckReport> => {
  const { startMs, steps } = await replayed(source, scenarioHost);
  return {
    findings: [
      {
        property: 'escrow-terms',
        promise: properties['escrow-terms'],
        message,
        atMs: atMs ?? steps[1]?.atMs ?? 0,
        operations: 2,
        startMs,
        steps,
        command: 'npx orrery run escrow-terms-1.yaml',
        yaml: message,
        curl: message,
        mermaid: message,
      },
    ],
    seed: message,
    runs: 1,
    operations: 2,
    properties: 49,
    coverage: { operations: { reached: 2, total: 3, missing: [message] } },
    command: 'npx orrery check',
  };
};

/** Groups of the drawing, one a request or note. */
const groupsOf = (page: string): string[] =>
  [...page.matchAll(/<g class="([^"]*)">([\s\S]*?)<\/g>/g)].map(
    ([, name, body]) => `${name}|${(body ?? '').replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')}`,
  );

describe('a sequence diagram', () => {
  it('shows caller, service, request, response and time, without keys', async () => {
    const { steps } = await replayed(source, scenarioHost);
    expect(steps.map(({ agent, service, call, status }) => [agent, service, call, status])).toEqual([
      ['alice', 'faucet', 'POST /faucet/register', 201],
      ['bob', 'escrow', 'POST /escrow/escrow', 401],
    ]);
    const page = checkHtml(await reportOf('escrow/B/create is answered UNAUTHORIZED'), { script: '' });
    const [first = '', second = '', note = ''] = groupsOf(page);
    expect(first).toMatch(/start POST \/faucet\/register .*agent_id.*201/);
    expect(second).toMatch(/\+1h POST \/escrow\/escrow .*401 UNAUTHORIZED/);
    expect(second).toMatch(/^broken/);
    expect(note).toMatch(/^note.*✗ escrow-terms: escrow\/B\/create is answered UNAUTHORIZED/);
    expect(page).not.toMatch(/agent_[a-z]+_[0-9a-z]{16}/);
    expect(page).toContain('api_key&quot;:&quot;[redacted]');
  });

  it('puts what no request showed below all of them, with its time', async () => {
    const page = checkHtml(await reportOf('the books disagree', Date.UTC(2026, 0, 1, 5)), { script: '' });
    const groups = groupsOf(page);
    expect(groups).toHaveLength(3);
    expect(groups.filter((group) => group.startsWith('broken'))).toEqual([]);
    expect(groups[2]).toMatch(/^note\| \+5h ✗ escrow-terms: the books disagree/);
  });

  it('lets no text out of its place', async () => {
    const page = checkHtml(await reportOf(hostileText), { script: '' });
    expect(page).not.toContain('<img');
    expect(page.match(/<script/g)).toHaveLength(2);
    const steps = fixtureSequence.map((step) => ({ ...step, agent: hostileText, service: hostileText }));
    const broken = { text: hostileText, step: 0, atMs: 0 };
    expect(sequenceMarkup({ name: hostileText, steps, startMs: 0, broken }).text).not.toContain('<img');
  });

  it('says so where nothing broke', async () => {
    const report = await reportOf('x');
    expect(checkHtml({ ...report, findings: [] }, { script: '' })).toContain('All 49 properties held.');
  });
});
