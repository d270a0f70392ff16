/** CSV: every table opens in a spreadsheet as what it says, whatever an agent is called. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  agentsCsv,
  csv,
  eventsCsv,
  eventsHeader,
  ledgerCsv,
  ledgerHeader,
  limitsCsv,
} from '../../src/report/csv.ts';
import type { EventRow, LedgerRow } from '../../src/report/rows.ts';
import { anyCharacter } from '../any-character.ts';
import { emptyRun, fixtureRun } from './fixture.ts';

const event: EventRow = {
  event: 12,
  at: '2026-01-01T00:00:00.000Z',
  agent: 'buyer-1',
  behaviour: 'escrow-buyer',
  service: 'escrow',
  style: 'A',
  operation: 'create',
  method: 'POST',
  path: '/escrow/api/v1/escrow/create',
  status: 201,
  code: '',
  replayed: false,
  answer: '0a1b2c3d',
};
const transfer: LedgerRow = {
  id: 3,
  at: '2026-01-01T00:00:00.000Z',
  debit: 'pool',
  credit: 'agent 1',
  amount: '10.00',
  kind: 'faucet-welcome',
  phase: 'single',
  resolves: '',
};

/** A reader of RFC 4180 that shares nothing with the writer. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  for (const line of text.matchAll(/((?:"(?:[^"]|"")*"|[^"\r\n])*)\r\n/g)) {
    const cells = [...(line[1] ?? '').matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)];
    rows.push(cells.map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? ''));
  }
  return rows;
}

describe('streamed tables', () => {
  test('a header and any number of chunks make one table', () => {
    const rows = parse(eventsHeader + eventsCsv([event]) + eventsCsv([event, event]));
    expect(rows).toHaveLength(4);
    expect(rows[0]).toEqual(Object.keys(event));
    expect(rows[1]).toEqual(Object.values(event).map(String));
  });

  test('a ledger row keeps its amount as text and an empty cell for a transfer that ends none', () => {
    expect(ledgerHeader).toBe('id,at,debit,credit,amount,kind,phase,resolves\r\n');
    expect(ledgerCsv([transfer, { ...transfer, resolves: 0 }])).toBe(
      '3,2026-01-01T00:00:00.000Z,pool,agent 1,10.00,faucet-welcome,single,\r\n' +
        '3,2026-01-01T00:00:00.000Z,pool,agent 1,10.00,faucet-welcome,single,0\r\n',
    );
  });

  test('no rows are no text', () => {
    expect(eventsCsv([]) + ledgerCsv([])).toBe('');
  });
});

describe('a line that is joined without the writer', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 6 }),
    fc
      .array(
        fc.constantFrom(
          'a',
          '7',
          '/',
          '.',
          ':',
          '-',
          '_',
          ' ',
          ',',
          '"',
          '=',
          '+',
          '@',
          '\t',
          '\r',
          '\n',
          '＝',
        ),
        {
          maxLength: 6,
        },
      )
      .map((letters) => letters.join('')),
  );

  test('is what the writer makes of it', () => {
    const rows = fc.record({
      event: fc.oneof(fc.integer(), fc.double()),
      agent: text,
      path: text,
      answer: text,
    });
    fc.assert(
      fc.property(fc.array(rows, { maxLength: 3 }), (changes) => {
        const changed = changes.map((change) => ({ ...event, ...change }));
        expect(eventsCsv(changed)).toBe(csv(changed.map((row) => Object.values(row))));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('spreadsheets', () => {
  test.each(['=1+1', '+1', '-1+2', '@SUM(A1)', '\t=1', '\r=1', '=cmd|"/c calc"!A1'])(
    '%j is text, not a formula',
    (agent) => {
      const [cells] = parse(eventsCsv([{ ...event, agent }]));
      expect(cells?.[2]).toBe(`'${agent}`);
    },
  );

  test.each(['a,b', 'say "hi"', 'two\nlines', 'two\r\nlines', 'é 漢 🙂'])(
    '%j comes back as it was',
    (agent) => {
      const [cells] = parse(eventsCsv([{ ...event, agent }]));
      expect(cells?.[2]).toBe(agent);
      expect(cells).toHaveLength(13);
    },
  );

  test('numbers stay numbers, negative ones too', () => {
    const run = fixtureRun({ agents: 2 });
    const agents = run.agents.map((agent) => ({ ...agent, balanceMicros: -1_500_000 }));
    expect(parse([...agentsCsv({ ...run, agents })].join(''))[1]?.[10]).toBe('-1.5');
  });
});

describe('tables of a result', () => {
  test('agents.csv has a line an agent, amounts in USDC', () => {
    const run = fixtureRun({ agents: 30 });
    const rows = parse([...agentsCsv(run)].join(''));
    expect(rows).toHaveLength(31);
    expect(rows[0]?.slice(-2)).toEqual(['balance_usdc', 'held_usdc']);
    for (const [index, agent] of run.agents.entries()) {
      expect(rows[index + 1]?.[0]).toBe(agent.name);
      expect(Math.round(Number(rows[index + 1]?.[10]) * 1_000_000)).toBe(agent.balanceMicros);
    }
  });

  test('limits.csv has a line for each window, and one for a quota that refused nothing', () => {
    const run = fixtureRun();
    const rows = parse(limitsCsv(run)).slice(1);
    const windows = run.limits.map((limit) => Math.max(1, Object.keys(limit.windows).length));
    expect(rows).toHaveLength(windows.reduce((total, count) => total + count, 0));
    expect(rows).toContainEqual(['pro', 'escrow', 'A', '6204', '0', '', '0']);
  });

  test('an empty run leaves headers alone', () => {
    expect(parse([...agentsCsv(emptyRun())].join(''))).toHaveLength(1);
    expect(parse(limitsCsv(emptyRun()))).toHaveLength(1);
  });
});
