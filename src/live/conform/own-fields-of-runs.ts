/** Fields that the documents do not name, over all runs of a comparison. */
import { OwnFields } from '../traffic/compare/own-fields.ts';
import type { FieldNames } from '../traffic/names/field-names.ts';
import type { ConformedRun } from './conform-call.ts';

/** What the target means by such fields, from every successful response that both sides gave with the same status. */
export function ownFieldsOf(runs: readonly ConformedRun[], names: FieldNames | undefined): OwnFields {
  const fields = new OwnFields(names);
  for (const { call, differences, isSameStatus, live } of runs.flatMap(({ exchanges }) => exchanges)) {
    if (isSameStatus && live.kind === 'answer' && live.status < 300)
      fields.add(
        call,
        differences.map(({ field }) => field),
      );
  }
  return fields;
}

/** The run with differences in fields that mean something else at the target explained. */
export const withoutOwnFields = (run: ConformedRun, fields: OwnFields): ConformedRun => ({
  ...run,
  exchanges: run.exchanges.map((exchange) => ({
    ...exchange,
    differences: exchange.differences.map((each) =>
      each.explanation === null && fields.isTheirs(exchange.call, each)
        ? { ...each, explanation: 'undocumented' as const }
        : each,
    ),
  })),
});
