/** A trace replayed to a target that answers as recorded, but for ids of its own and what is altered by chance. */
import { createHash } from 'node:crypto';
import { scenarioHost } from '../../../../src/host/app/run/scenario-host.ts';
import { NoiseMask } from '../../../../src/live/traffic/compare/explain.ts';
import type { RawAnswer } from '../../../../src/live/traffic/http/answer-parser.ts';
import { makePlan } from '../../../../src/live/traffic/plan/plan.ts';
import { spareOf } from '../../../../src/live/traffic/plan/planned-spending.ts';
import { asRecorded, Schedule, type ScheduleOptions } from '../../../../src/live/traffic/plan/schedule.ts';
import type { ScriptedRequest } from '../../../../src/live/traffic/plan/scripted-request.ts';
import { TraceScript } from '../../../../src/live/traffic/plan/trace-script.ts';
import { readTarget, type Target } from '../../../../src/live/traffic/target/target.ts';
import { buildFromValue } from '../../../../src/simulation/scenario/load.ts';
import { ScenarioRun } from '../../../../src/simulation/scenario/run.ts';
import { Capture } from '../../../../src/simulation/trace/capture.ts';
import type { TraceRecord } from '../../../../src/simulation/trace/format.ts';
import { TraceReader } from '../../../../src/simulation/trace/reader.ts';
import type { ScenarioSource } from '../../../../src/verification/check/source.ts';
import { Dice } from '../../../by-chance.ts';
import { headerLine, traceFile } from '../traces.ts';

export const clocks = ['real', 'sandbox'] as const;

/** How a replay is called; each of these says otherwise than the plain one. */
export interface Way {
  /** Lines of the target file in place of `limits: ignore`. */
  readonly lines?: string;
  readonly target?: Partial<Target>;
  readonly schedule?: ScheduleOptions;
  readonly script?: Partial<
    Pick<
      ConstructorParameters<typeof TraceScript>[0],
      'keepsThinkTime' | 'keepsOrder' | 'sendsAddresses' | 'warmUpMs' | 'hasFaults' | 'limitWaitMs' | 'callOf'
    >
  >;
  /** Sessions of this remainder by three alone. */
  readonly only?: number;
  /** Values of a first run that are noise. */
  readonly noise?: ReadonlyMap<string, string>;
}

const targetText = (clock: (typeof clocks)[number], lines = 'limits: ignore\n'): string =>
  `name: there
hosts: [127.0.0.1]
allow: writes
${lines}clock: ${clock}
sandbox: "http://127.0.0.1:1"
`;

export async function traceOf(source: ScenarioSource): Promise<string> {
  const scenario = await buildFromValue(source, scenarioHost);
  const capture = new Capture({ startMs: scenario.startMs, behaviourOf: () => 'scripted' });
  const lines: string[] = [];
  const run = new ScenarioRun(scenario, {
    onRawExchange: (request, response) => capture.onRawExchange(request, response),
    onEvent: (event) => void lines.push(`${JSON.stringify(capture.record(event))}\n`),
  });
  while (run.step(1_000)) continue;
  return traceFile(lines, headerLine({ start: new Date(scenario.startMs).toISOString() }));
}

/** Ids of the target: as long as the recorded ones, of the same kind, with their characters backwards. */
const othersIds = (text: string): string =>
  text.replaceAll(
    /\b([a-z]{2,6}_)(\w{8,})\b/g,
    (_, kind: string, id: string) => kind + id.split('').toReversed().join(''),
  );

const failures = ['timeout', 'reset'] as const;

/** What is answered to a request, or that nothing is. */
function answerTo(
  { answer }: TraceRecord,
  dice: Dice,
  more: Readonly<Record<string, string>> = {},
): RawAnswer {
  const body = othersIds(JSON.stringify(dice.isOne(5) ? dice.altered(answer.body) : answer.body));
  const bytes = Buffer.from(body);
  const status = dice.isOne(25) ? (dice.pick([200, 400, 404, 409, 429, 500]) ?? 200) : answer.status;
  const lines = Object.entries({ 'content-type': 'application/json', ...answer.headers, ...more });
  const head = [`HTTP/1.1 ${status} X`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  return {
    status,
    head: head.map((line) => `${line}\r\n`).join(''),
    bytes,
    start: 0,
    end: bytes.length,
    keepsAlive: true,
    encoding: '',
  };
}

/** The answer of a target that refuses the request for its rate. */
function refusedFor(answer: RawAnswer, dice: Dice): RawAnswer {
  const bytes = Buffer.from(dice.pick(['{"error":"too many","code":"RATE_LIMITED"}', '{}']) ?? '');
  return { ...answer, status: dice.pick([429, 503]) ?? 429, bytes, end: bytes.length };
}

/** How many differences there are, and a digest of all that was sent and is said of the answers. */
export async function misanswered(
  source: ScenarioSource,
  clock: (typeof clocks)[number],
  way?: Way,
): Promise<string> {
  const trace = await traceOf(source);
  const target = { ...readTarget('there.yaml', targetText(clock, way?.lines)), ...way?.target };
  const schedule = new Schedule(way?.schedule ?? { ...asRecorded, speed: 'max' });
  const isChosen = way?.only === undefined ? undefined : new Set(Array.from({ length: 100 }, (_, n) => n).filter((n) => n % 3 === way.only)); // prettier-ignore
  const planned = await makePlan(trace, target, { schedule, only: isChosen, namespace: 'mis', callOf: way?.script?.callOf }).catch((error: unknown) => (error as Error).message); // prettier-ignore
  if (typeof planned === 'string') return `refused: ${planned.replace(/^\S+: /, '')}`;
  const plan = planned;
  const { reader } = await TraceReader.open(trace);
  const hash = createHash('sha256');
  const script = new TraceScript({
    reader, plan, target, schedule,
    endpoints: { indexOf: ({ basePath }) => basePath.length },
    mask: new NoiseMask(way?.noise),
    keepsThinkTime: true,
    keepsOrder: false,
    sendsAddresses: clock === 'sandbox',
    only: isChosen,
    warmUpMs: 0,
    hasFaults: clock === 'sandbox',
    limitWaitMs: 0,
    spare: spareOf(target.budget, plan.spending),
    callOf: undefined,
    ...way?.script,
  }); // prettier-ignore
  const dice = new Dice(`${source.seed} ${clock}`);
  /** A request that was refused for its rate is sent again. */
  const heard = (request: ScriptedRequest): string => {
    const waits: number[] = [];
    for (let count = 0; count < 5; count++) {
      const after = {
        'retry-after': dice.pick(['1', '0', '30', 'x']) ?? '',
        date: dice.pick(['Thu, 01 Jan 2026 00:00:00 GMT', 'x']) ?? '',
      };
      const answer = answerTo(request.record, dice, after);
      const againMs = script.answered(request, dice.isOne(6) ? refusedFor(answer, dice) : answer, 5);
      waits.push(againMs);
      if (againMs <= 0) break;
      hash.update(`${script.textOf(request)}\n`);
    }
    return waits.join();
  };
  const answer = (request: ScriptedRequest): void => {
    const text = script.textOf(request);
    hash.update(`${text}\n`);
    const failure = dice.isOne(60) ? dice.pick(failures) : undefined;
    if (text === undefined) script.unsent(request, 'unresolved');
    else if (failure !== undefined) script.failed(request, failure);
    else if (way === undefined) script.answered(request, answerTo(request.record, dice), 5);
    else
      hash.update(
        `${request.session} ${request.dueMs} ${request.isMeasured} ${request.isAlone} ${heard(request)}\n`,
      );
    script.work(Number.POSITIVE_INFINITY);
  };
  for (let batch = await script.next(); batch.length > 0; batch = await script.next()) batch.forEach(answer);
  const { judge, meter } = script;
  const said = {
    plan: { ...plan, header: undefined, names: undefined, needs: undefined, taken: undefined },
    same: judge.same,
    differences: judge.differences.state(),
    hidden: judge.hidden.list(),
    shown: judge.shown,
    open: judge.open,
    evidence: judge.evidence.state(),
    fields: judge.fields.counts,
    tallies: meter.thresholds.tallies(),
    requests: meter.requests.tallies.plain(),
  };
  hash.update(JSON.stringify(said, (_, value: unknown) => (value instanceof Map ? [...value] : value)));
  return `${judge.open.length} of ${judge.open.length + judge.same} ${hash.digest('hex').slice(0, 16)}`;
}
