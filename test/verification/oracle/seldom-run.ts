/** A run of a few calls under an oracle, and what that says. */
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import type { OperationSource } from '../../../src/simulation/scenario/schema.ts';
import { execute } from '../../../src/verification/check/execute.ts';
import type { ScenarioSource } from '../../../src/verification/check/source.ts';

/** Calls with all that they need. */
export interface SeldomRun {
  readonly seed: string;
  readonly lasts: string;
  readonly start?: string;
  readonly agent?: string;
  readonly profile?: 'consistent';
  readonly network?: Readonly<Record<string, number>>;
  readonly policies?: Readonly<Record<string, string>>;
  readonly relation?: string;
  readonly faults?: Exclude<ScenarioSource['faults'], undefined>;
  /** By that agent, unless another one is named. */
  readonly operations: readonly (Omit<OperationSource, 'by'> & { readonly by?: string })[];
}

/** The messages of all broken properties. */
export async function broken({
  agent = 'alice',
  lasts,
  operations,
  relation,
  ...rest
}: SeldomRun): Promise<readonly string[]> {
  const register = { do: 'POST /faucet/register', body: { agent_id: agent }, as: agent };
  const calls = [register, ...operations].map((call) => ({ by: agent, ...call }));
  const related =
    relation === undefined ? {} : { [`property_violations{relation:${relation}}`]: ['value==0'] };
  const expected = { property_violations: ['value==0'], ...related };
  const source = { name: 'seldom', for: lasts, ...rest, operations: calls, expect: expected };
  const { violations } = await execute(source, scenarioHost);
  return violations.map(({ message }) => message);
}
