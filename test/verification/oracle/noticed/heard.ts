/** What the oracle is told in a run, to be told again with one field of one answer changed. */
import { vi } from 'vitest';
import { scenarioHost } from '../../../../src/host/app/run/scenario-host.ts';
import { fieldsIn } from '../../../../src/verification/check/answer-fields.ts';
import { execute } from '../../../../src/verification/check/execute.ts';
import type { ScenarioSource } from '../../../../src/verification/check/source.ts';
import { callOf } from '../../../../src/verification/oracle/case.ts';
import type { AuditedExchange } from '../../../../src/verification/oracle/exchange.ts';
import { Oracle } from '../../../../src/verification/oracle/oracle.ts';
import type { Violation } from '../../../../src/verification/oracle/properties.ts';
import { altered, type Alteration } from './alterations.ts';

const methods = ['opened', 'arrived', 'answered', 'finish', 'walletMade', 'toolAnswered'] as const;

interface Told {
  readonly method: (typeof methods)[number];
  readonly args: readonly unknown[];
}

/** One run, as its oracle hears it. */
export interface Heard {
  readonly setting: Oracle['setting'];
  readonly told: readonly Told[];
}

/** What an oracle hears otherwise, and where. */
export interface Altering {
  /** Among what was told. */
  readonly at: number;
  readonly alteration: Alteration;
}

/** Throws where a property breaks in the run itself. */
export async function heardIn(source: ScenarioSource): Promise<Heard> {
  const told: Told[] = [];
  let setting: Oracle['setting'] | undefined;
  const spies = methods.map((method) => {
    const real = Object.getOwnPropertyDescriptor(Oracle.prototype, method)?.value as (
      ...args: unknown[]
    ) => void;
    return vi.spyOn(Oracle.prototype, method).mockImplementation(function (this: Oracle, ...args: unknown[]) {
      ({ setting } = this);
      told.push({ method, args });
      Reflect.apply(real, this, args);
    });
  });
  try {
    const { violations } = await execute(source, scenarioHost);
    if (violations[0] !== undefined) throw new Error(violations[0].message);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  if (setting === undefined) throw new Error('nothing was told to an oracle');
  return { setting, told };
}

/** The first violation of what was told, with at most one thing of it altered; undefined where there is none. */
export function violationOf({ setting, told }: Heard, altering?: Altering): Violation | undefined {
  const oracle = new Oracle(setting);
  for (const [index, { method, args }] of told.entries()) {
    const given = index === altering?.at ? altered(args, altering.alteration) : args;
    Reflect.apply(oracle[method] as (...all: readonly unknown[]) => void, oracle, given);
    if (oracle.violations.length > 0) return oracle.violations[0];
  }
  return undefined;
}

/** What is said of an alteration; undefined too where the model cannot read the answer, which its schema refuses before. */
export function sayingOf(heard: Heard, altering: Altering): string | undefined {
  try {
    const violation = violationOf(heard, altering);
    return violation === undefined ? undefined : `${violation.property}: ${violation.message}`;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** The fields among `known` that answers of a run have: field and place. */
export function* fieldsHeard(
  { told }: Heard,
  known: ReadonlySet<string>,
): Iterable<{ field: string; at: number }> {
  for (const [at, { method, args }] of told.entries()) {
    if (method !== 'answered') continue;
    const exchange = args[0] as AuditedExchange;
    if (exchange.status >= 300) continue;
    for (const field of new Set(fieldsIn(callOf(exchange), exchange.answer, known))) yield { field, at };
  }
}
