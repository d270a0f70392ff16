/** A target of which a test says what differs, in place of one that is asked: its tries run nothing. */
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { causesOf, type FinishedRun, type Search } from '../../../src/live/conform/causes.ts';
import type { Exchange, FoundDifference } from '../../../src/live/conform/exchange.ts';
import type { Try } from '../../../src/live/conform/smallest.ts';
import { buildFromValue } from '../../../src/simulation/scenario/load.ts';
import type { Scenario } from '../../../src/simulation/scenario/scenario.ts';
import type { OperationSource } from '../../../src/simulation/scenario/schema.ts';
import { exchangeAt } from './exchanges.ts';

/** What differs in the response to a request `/service/style/operation`, after those requests. */
export type Differs = (call: string, before: readonly string[]) => readonly FoundDifference[];

const callOf = ({ do: request }: OperationSource): string => request.slice(request.indexOf('/') + 1);

function exchangesOf({ resolved }: Scenario, differs: Differs): Exchange[] {
  const operations = resolved.operations ?? [];
  const calls = operations.map(callOf);
  return operations.map((operation, n) =>
    exchangeAt(n, {
      operation,
      call: calls[n] ?? '',
      differences: differs(calls[n] ?? '', calls.slice(0, n)),
    }),
  );
}

/** Tries end with the first exchange that is enough, as a run against a target does. */
export function plannedTry(differs: Differs): Try {
  return (scenario, isEnough) => {
    const exchanges = exchangesOf(scenario, differs);
    const end = exchanges.findIndex(isEnough);
    return Promise.resolve(end < 0 ? exchanges : exchanges.slice(0, end + 1));
  };
}

export const operation = (call: string, by = 'alice'): OperationSource => ({ by, do: `GET /${call}` });

/** A run of one request after the other. */
export async function plannedRun(
  operations: readonly OperationSource[],
  differs: Differs,
  settings: object = {},
): Promise<FinishedRun> {
  const written = { name: 'planned', seed: 1, for: '1h', ...settings, operations };
  const scenario = await buildFromValue(written, scenarioHost);
  return { scenario, exchanges: exchangesOf(scenario, differs) };
}

/** The causes of one run with these requests. */
export async function plannedCauses(
  calls: readonly string[],
  differs: Differs,
  search: Partial<Search> = {},
): ReturnType<typeof causesOf> {
  const run = await plannedRun(
    calls.map((call) => operation(call)),
    differs,
  );
  return causesOf([run], {
    host: scenarioHost, attempt: plannedTry(differs), causesMax: 20, over: () => undefined, reuses: false, ...search,
  }); // prettier-ignore
}
