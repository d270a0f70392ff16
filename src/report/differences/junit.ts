/**
 * A comparison as JUnit XML, for CI: one test case an operation, which fails with its unexplained differences, one a
 * threshold, and one for everything else that a comparison needs to hold.
 */
import { failed, junitSuite, passed, type TestCase } from '../junit.ts';
import { measured } from '../numbers.ts';
import { verdictOf } from './html.ts';
import type { DifferencesView, GroupView } from './view.ts';

/** The whole document. The suite's time is the wall time of the comparison; a test case has no time. */
export function differencesJunit(view: DifferencesView): string {
  const suite = `orrery ${view.command} ${view.target}`;
  const cases = [
    wholeCase(suite, view),
    ...view.operations.map(({ call, unexplained }) => operationCase(suite, view, { call, unexplained })),
    ...view.expectations.map(({ metric, threshold, value, ok }) => {
      const name = `${metric} ${threshold}`;
      const message = `expected ${name}, measured ${measured(value)}`;
      return ok ? passed(suite, name) : failed({ suite, name, type: 'expectation', message, detail: '' });
    }),
  ];
  const properties = { target: view.target, comparison: view.comparison, namespace: view.namespace ?? '' };
  return junitSuite({ name: suite, seconds: view.seconds, properties, cases });
}

/** Fails where the comparison did, for any reason: a reader of the others alone would miss what no operation shows. */
function wholeCase(suite: string, view: DifferencesView): TestCase {
  const name = 'the whole comparison';
  if (view.ok) return passed(suite, name);
  return failed({
    suite,
    name,
    type: 'comparison',
    message: verdictOf(view),
    detail: view.troubles.join('\n'),
  });
}

function operationCase(
  suite: string,
  { groups, causes, against }: DifferencesView,
  { call, unexplained }: { call: string; unexplained: number },
): TestCase {
  const name = call === '' ? 'a path that leads nowhere' : call;
  if (unexplained === 0) return passed(suite, name);
  const own = groups.filter((group) => group.call === call && group.explanation === null);
  const side = against === 'recording' ? 'recorded' : 'model';
  const line = ({ kind, field, expected, live, count, cause }: GroupView): string =>
    `${count} x ${kind} ${field}: ${side} ${expected}, target ${live}${causeText(cause, causes)}`;
  const message = `${unexplained} unexplained ${unexplained === 1 ? 'difference' : 'differences'}`;
  return failed({
    suite,
    name,
    type: own[0]?.kind ?? 'difference',
    message,
    detail: own.map(line).join('\n'),
  });
}

const causeText = (cause: number | null, causes: DifferencesView['causes']): string =>
  cause === null ? '' : ` (cause ${cause + 1}: ${causes[cause]?.about ?? ''})`;
