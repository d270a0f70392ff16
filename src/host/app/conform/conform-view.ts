/** A finished comparison with the model as a report shows it. */
import type { ConformEvidence } from '../../../live/conform/evidence.ts';
import type { CauseResult, ConformResult } from '../../../live/conform/result-schema.ts';
import type { CauseView, DifferencesView } from '../../../report/differences/view.ts';
import { curlOf } from '../../../verification/check/curl.ts';
import { yamlOf } from '../../../verification/check/source.ts';

/** A finished comparison: its result, and what a report shows beside it. */
export interface FinishedConform {
  readonly result: ConformResult;
  readonly evidence: ConformEvidence;
}

/** `repeat` is the command that was called. */
export function conformView({ result, evidence }: FinishedConform, repeat: string): DifferencesView {
  const { differences, causes, notes = [], requests, seconds, same, statusCounts, namespace, ok } = result;
  const { explained, unexplained, groups } = differences;
  return {
    command: 'conform',
    against: 'model',
    comparison: 'full',
    engine: 'open',
    target: result.target,
    ok,
    about: aboutOf(result),
    meta: metaOf(result),
    troubles: troublesOf(result),
    requests,
    unsent: groups.filter(({ kind }) => kind === 'unsent').reduce((sum, { count }) => sum + count, 0),
    same,
    explained,
    unexplained,
    seconds,
    statusCounts,
    namespace,
    notes: [...notes, ...remarksOf(result)],
    causes: causes.map((cause, index) => causeView(cause, evidence.causes[index])),
    groups: groups.map(({ model, target, ...group }) => ({ ...group, expected: model, live: target })),
    differences: evidence.listed.map(({ recorded, live, ...each }) => ({
      ...each,
      expected: recorded,
      live,
    })),
    operations: result.operations,
    hidden: result.notCompared,
    timeRules: result.timeRules,
    times: [],
    expectations: [],
    findings: result.findings,
    repeat,
  };
}

function aboutOf({ requests, agents, runs, calls, seconds, statusCounts }: ConformResult): string {
  const answers = Object.entries(statusCounts).map(([status, count]) => `${status}: ${count}`);
  const list = answers.length === 0 ? '' : ` Answers: ${answers.join(', ')}.`;
  return `${requests} requests of ${agents} agents in ${runs} runs, ${calls} kinds of calls, ${seconds.toFixed(1)} s.${list}`;
}

function metaOf({ seed, clock, sent, policyHash: { model, target } }: ConformResult): string {
  const reading = target === null ? '' : `, of the target ${target}`;
  return `seed ${seed} · clock ${clock} · ${sent} requests sent in all · policies of the model ${model}${reading}`;
}

const troublesOf = ({ stopped, findings, requests }: ConformResult): string[] => [
  ...findings.filter((text) => text.startsWith('the target is gone')),
  ...(stopped === null
    ? []
    : [stopped === 'budget' ? 'The requests of the budget are used up.' : 'It was stopped before its end.']),
  ...(requests === 0 ? ['Nothing was compared.'] : []),
];

/** What a reader of the figures has to know. */
function remarksOf({
  policyHash,
  search: { unexamined },
  unlistedOperations,
  unlisted,
  withheld,
  withheldOperations,
}: ConformResult): string[] {
  const { model, target } = policyHash;
  return [
    ...(target === null || target === model
      ? []
      : ['The target says that it reads the documents differently: its policies are others.']),
    ...(unexamined === 0
      ? []
      : [`${unexamined} kinds of differences were not examined: --causes or --shrink-for was used up.`]),
    ...(unlisted === 0
      ? []
      : [
          `Neither sent nor compared, because the target file does not list their service: ${operationsText(unlistedOperations)}.`,
        ]),
    ...(withheld === 0
      ? []
      : [
          `Neither sent nor compared, because the budget does not cover them: ${operationsText(withheldOperations)}.`,
        ]),
  ];
}

const operationsText = (operations: ConformResult['unlistedOperations']): string =>
  operations.map(({ call, requests }) => `${requests} ${call}`).join(', ');

function causeView(cause: CauseResult, shown: ConformEvidence['causes'][number] | undefined): CauseView {
  const { subject, about, call, kind, field, model, target, readings, differences, followers, scenario } =
    cause;
  const own = shown?.differences.map((each) => ({ ...each, expected: each.recorded })) ?? [];
  const files = scenario === null ? [] : [scenario];
  const follow = followers === 0 ? '' : `, ${followers} more may follow from it`;
  const where = shown === undefined ? '' : `; first at request ${shown.n} of ${shown.run}`;
  return {
    subject,
    about,
    call,
    request: shown?.request ?? '',
    answers: shown?.answers,
    fields: own.length > 0 ? own : [{ kind, field, expected: model, live: target }],
    extent: `${differences} ${differences === 1 ? 'kind of difference' : 'kinds of differences'}${follow}${where}`,
    sequence: sequenceText(cause),
    steps: shown?.steps ?? [],
    startMs: 0,
    readings: readings.map(({ policy, value }) => `${policy}=${value}`),
    files: files.flatMap((each) => [
      { title: 'The smallest sequence as a scenario', text: yamlOf(each) },
      { title: 'The same with curl', text: curlOf(each) },
    ]),
  };
}

const sequenceText = ({ scenario, requests, why }: CauseResult): string =>
  scenario === null
    ? `No smallest sequence: ${why}. Requests of the run that it may depend on, with the target's answers:`
    : `Smallest sequence: ${requests} ${requests === 1 ? 'request' : 'requests'}, with the target's answers.`;
