/** Comparisons with any number of differences, as a report gets them. */
import { shownAnswers } from '../../src/live/traffic/compare/shown-answer.ts';
import type {
  CauseView,
  DifferencesView,
  DifferenceView,
  GroupView,
} from '../../src/report/differences/view.ts';
import { fixtureSequence } from './fixture.ts';

const calls = ['faucet/B/register', 'escrow/B/create', 'escrow/A/release', 'trading/B/place', 'casino/A/bet'];
const fields = ['/fee', '/status', '/escrows/*/net', '/positions/*/liquidation_price', '/next_claim'];

/** A body as wide as answers get. */
const bodyOf = (index: number, fee: string) => ({
  escrow_id: `esc_${String(index).padStart(16, 'a')}`,
  status: 'locked',
  fee,
  list: Array.from({ length: 60 }, (_, item) => ({ id: `item_${item}`, net: `${item}.50`, note: 'as agreed "between both" & <others>' })),
}); // prettier-ignore

const causeOf = (index: number, text: string): CauseView => {
  const call = calls[index % calls.length] ?? '';
  const difference = { kind: 'amount', field: '/fee', recorded: '"0.01"', live: '"0.02"' } as const;
  return {
    subject: 'amount',
    about: `${call}: /fee is "0.02", the recording says "0.01"${text}`,
    call,
    request: `POST /escrow/escrow${text}`,
    answers: shownAnswers(
      { status: 201, body: bodyOf(index, '0.01') },
      { status: 201, body: bodyOf(index, `0.02${text}`) },
      [difference],
    ),
    fields: [{ kind: 'amount', field: `/fee${text}`, expected: '"0.01"', live: '"0.02"' }],
    extent: '5 of this kind, 8 follow from it; first at request 17',
    sequence: "Requests that led there, with their recorded answers; the last answer is the target's.",
    steps: Array.from({ length: 12 }, (_, step) => ({
      ...(fixtureSequence[step % fixtureSequence.length] ?? fixtureSequence[0]!),
      atMs: step * 1_000,
    })),
    startMs: 0,
    readings: index === 0 ? ['escrow.expiryState=refunded'] : [],
    files: index === 0 ? [{ title: 'The smallest sequence as a scenario', text: `name: x${text}` }] : [],
  };
};

/** `count` differences, each of a group of its own, of `causes` causes; `text` is in everything that a target can choose. */
export function fixtureDifferences(count: number, causes: number, text = ''): DifferencesView {
  const differences = Array.from({ length: count }, (_, index): DifferenceView => ({
    call: `${calls[index % calls.length]}`,
    kind: 'amount',
    field: `${fields[index % fields.length]}${Math.floor(index / 25)}${text}`,
    explanation: index % 2 === 0 ? null : 'time',
    run: '',
    n: index,
    expected: `"${'x'.repeat(index % 100)}${text}"`,
    live: `"${'"'.repeat(index % 40)}${text}"`,
    cause: index % 2 === 0 ? index % causes : null,
  }));
  const unexplained = differences.filter(({ explanation }) => explanation === null).length;
  return {
    command: 'replay',
    target: `staging${text}`,
    against: 'recording',
    comparison: 'full',
    engine: 'open',
    ok: count === 0,
    about: `71 requests in 5 sessions, 3.2 s, 22 a second of 22 offered.${text}`,
    meta: `trace recorded/trace.ndjson.gz · engine open${text}`,
    troubles: count === 0 ? [] : ['2 requests were not sent.'],
    requests: 5_000,
    unsent: count === 0 ? 0 : 2,
    same: 5_000 - count,
    explained: count - unexplained,
    unexplained,
    seconds: 3.2,
    statusCounts: { '200': 4_000, '409': 1_000 },
    namespace: 'k7m2x9ab',
    notes: [`The certificate expires tomorrow.${text}`],
    causes: count === 0 ? [] : Array.from({ length: causes }, (_, index) => causeOf(index, text)),
    groups: differences.map((each): GroupView => ({ ...each, count: 1 })),
    differences,
    operations: calls.map((call, index) => ({
      call: `${call}${text}`,
      requests: 1_000,
      same: 1_000 - index,
      explained: 0,
      unexplained: count === 0 ? 0 : index,
    })),
    hidden: fields.map((field) => ({ rule: 'extra field', field: `${field}${text}`, count: 341 })),
    timeRules: [
      { rule: 'a claim is due again a day after the last one', after: '1d', outcome: 'not reached', why: "takes 1d at least; the target's clock went on by 3m" },
      { rule: 'a rate limit opens again', after: '1m', outcome: 'tested', why: null },
    ],
    times: [{ name: 'response time', p50: 1, p90: 2.25, p99: 10.5, max: 1_200 }],
    expectations: [{ metric: 'http_req_failed', threshold: 'rate<0.05', value: 0.01, ok: true }],
    findings: count === 0 ? [] : [`alice: refused: ${text}`],
    repeat: `npx orrery replay trace.ndjson.gz --target staging.yaml${text}`,
  };
} // prettier-ignore
