/** What is declared as looked at is looked at. */
import { expect, it, vi } from 'vitest';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { fieldsIn } from '../../../src/verification/check/answer-fields.ts';
import { scenarioOf } from '../../../src/verification/check/campaign.ts';
import { execute } from '../../../src/verification/check/execute.ts';
import type { AuditedExchange, Balances } from '../../../src/verification/oracle/exchange.ts';
import { declaredFields } from '../../../src/verification/oracle/fields/declared-fields.ts';
import { Oracle } from '../../../src/verification/oracle/oracle.ts';

const declared = declaredFields();

type Heard = readonly [exchange: AuditedExchange, balances: Balances];

/** What the oracle of one run was given, and the setting of the run. */
async function heardIn(run: number): Promise<{ heard: Heard[]; setting: Oracle['setting'] | undefined }> {
  const heard: Heard[] = [];
  let setting: Oracle['setting'] | undefined;
  const real = Object.getOwnPropertyDescriptor(Oracle.prototype, 'answered')?.value as Oracle['answered'];
  const spy = vi.spyOn(Oracle.prototype, 'answered').mockImplementation(function (
    this: Oracle,
    exchange,
    balances,
  ) {
    ({ setting } = this);
    heard.push([exchange, balances]);
    real.call(this, exchange, balances);
  });
  await execute(scenarioOf('fields', run), scenarioHost);
  spy.mockRestore();
  return { heard, setting };
}

const parameterOf = (value: unknown): unknown => {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return `${String(value)}1`;
};

/** The answer with one top-level field changed. */
const withChanged = (exchange: AuditedExchange, name: string): AuditedExchange => ({
  ...exchange,
  answer: { ...exchange.answer, [name]: parameterOf(exchange.answer[name]) },
});

function isNoticed(setting: Oracle['setting'], heard: readonly Heard[], at: number, name: string): boolean {
  const oracle = new Oracle(setting);
  for (const [index, [exchange, balances]] of heard.entries()) {
    oracle.answered(index === at ? withChanged(exchange, name) : exchange, balances);
    if (oracle.violations.length > 0) return true;
  }
  return false;
}

it('most changes of single fields that are declared as looked at break a property', async () => {
  const known = new Set(declared.keys());
  const seen = new Map<string, boolean>();
  for (let run = 1; run <= 30; run += 1) {
    const { heard, setting } = await heardIn(run);
    if (setting === undefined || heard.length > 150) continue;
    for (const [at, [exchange]] of heard.entries()) {
      const call = `${exchange.service}/${exchange.style}/${exchange.operation}`;
      for (const field of exchange.status < 300 ? fieldsIn(call, exchange.answer, known) : []) {
        const name = field.split(' /')[1] ?? '';
        const isWatched = ['predicted', 'constrained'].includes(declared.get(field) ?? '');
        if (!isWatched || name.includes('/') || seen.get(field) === true) continue;
        seen.set(field, isNoticed(setting, heard, at, name));
      }
    }
  }
  const missed = [...seen].filter(([, noticed]) => !noticed).map(([field]) => field);
  expect(seen.size).toBeGreaterThan(100);
  expect(missed.length / seen.size, missed.join(', ')).toBeLessThan(0.25);
});
