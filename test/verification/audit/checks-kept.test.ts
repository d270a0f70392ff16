/** Every named check with its words, for drawn facts and for each code of a finding; and the result against its published schema. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tamperings } from '../../../docs/log-tamperings.ts';
import { logChecks } from '../../../src/verification/audit/checks/log-checks.ts';
import { shippedChecks, type ShippedAudit } from '../../../src/verification/audit/checks/shipped-checks.ts';
import type { AuditFinding } from '../../../src/verification/audit/finding.ts';
import type { LogAudit } from '../../../src/verification/audit/log/audit-log.ts';
import { AuditSchema, type LiveSummary } from '../../../src/verification/audit/result-schema.ts';
import { describeKept, drawFrom, oneOf, type DrawBelow } from '../../kept-digests.ts';

const method = readFileSync(new URL('../../../docs/audit-method.md', import.meta.url), 'utf8');
const bookOfLogs = readFileSync(new URL('../../../docs/bet-log.md', import.meta.url), 'utf8');
/** Every code that the documents name. */
const codes = [...new Set([...tamperings.map(({ code }) => code), ...[method, bookOfLogs].flatMap((text) =>
  [...text.matchAll(/`([a-z]+(?:-[a-z0-9]+)+)`/g)].map(([, code = '']) => code))])].toSorted(); // prettier-ignore

const clean: LogAudit = {
  bets: 25, recomputed: 25, unrevealed: 0, players: 2, timed: 9, keptClientSeeds: 0, verdicts: [], findings: [], notes: [],
}; // prettier-ignore
const finding = (code: string) => ({ code, game: null, count: 1, line: 1, sentence: 'x' });

const comparisons = [
  'commitments', 'clientSeeds', 'nonces', 'stakes', 'balances', 'balanceReads', 'ledgerAmounts', 'verifications', 'rotations',
  'roundCounts', 'limits', 'refusedStakes', 'replaced', 'unexplained', 'unseen', 'aside',
] as const; // prettier-ignore

function drawnTarget(draw: DrawBelow): LiveSummary | undefined {
  if (draw(3) === 0) return undefined;
  const tested = Object.fromEntries(comparisons.map((name) => [name, oneOf(draw, [0, 0, 1, 2, 12_345])]));
  const some = Object.fromEntries(Object.entries(tested).filter(() => draw(8) > 0));
  const missed = { computed: draw(3), won: draw(3), expected: draw(100) / 7, result: oneOf(draw, ['contradicted', 'undecided', 'consistent'] as const) };
  return { tested: some, stakesSent: draw(3), stakesRefused: draw(5), stakesLost: draw(5), missed } as unknown as LiveSummary;
} // prettier-ignore

const drawnAudit = (draw: DrawBelow): LogAudit => ({
  ...clean,
  bets: oneOf(draw, [0, 1, 25, 1_234]),
  recomputed: oneOf(draw, [0, 1, 25]),
  players: draw(4),
  timed: draw(3),
  keptClientSeeds: draw(3),
  verdicts: Array.from({ length: draw(4) }, () => ({
    rounds: 20 + draw(3_000),
    verdict: oneOf(draw, ['consistent', 'undecided', 'contradicted'] as const),
  })) as unknown as LogAudit['verdicts'],
  findings: Array.from({ length: draw(3) }, () => finding(oneOf(draw, codes))),
});

function drawnShipped(draw: DrawBelow): ShippedAudit {
  const loss = (micros: number) => ({ expectedPerDay: { numerator: BigInt(micros) }, shortfallPerDay: { numerator: 0n } });
  const judged = Array.from({ length: draw(3) }, () => ({ loss: oneOf(draw, [undefined, loss(0), loss(5)]) }) as unknown as AuditFinding);
  const rows = Array.from({ length: draw(1_200) }, (_, at) => ({ strategy: at % 5 === 0 ? 'best' : 'single', closedForm: at % 3 === 0 ? undefined : 1 }));
  const complaints = ['nonce 4 after 2', '7 rounds are claimed', 'the server seed changed after the client seed', 'the revealed seed is not the one committed to', 'the client seed is not the one that was sent', 'the next commitment is not in the chain of the last', 'the last round cannot be recomputed', 'another'];
  return {
    exact: { rows, judged, disagreements: draw(4) === 0 ? ['x'] : [] },
    mapped: Array.from({ length: draw(3) }, () => ({ game: 'a', outcomes: draw(5_000), differences: draw(3) === 0 ? ['x'] : [] })),
    replay: Array.from({ length: draw(4) }, () => ({ rounds: draw(2) * 5_000, verdict: oneOf(draw, ['consistent', 'consistent', 'undecided', 'contradicted']), complaints: draw(2) === 0 ? [] : [oneOf(draw, complaints)] })),
  } as unknown as ShippedAudit;
} // prettier-ignore

const times = <Made>(count: number, name: string, make: (draw: DrawBelow) => Made): Made[] =>
  Array.from({ length: count }, (_, at) => make(drawFrom(`${name} ${at}`)));

describe('the checks', () => {
  describeKept(new URL('checks-kept.json', import.meta.url), [
    { name: 'of drawn logs and live casinos', made: () => times(200, 'log', (draw) => logChecks(drawnAudit(draw), drawnTarget(draw))) },
    { name: 'of drawn audits of the shipped games', made: () => times(200, 'shipped', (draw) => shippedChecks(drawnShipped(draw))) },
    { name: 'that fail on each code', made: () => codes.map((code) => [code, failedBy(code)]) },
  ]); // prettier-ignore
});

const failedBy = (code: string): string[] =>
  logChecks({ ...clean, findings: [finding(code)] }, undefined)
    .filter(({ result }) => result === 'failed')
    .map(({ name }) => name);

it.each(codes)('%s fails one check or more', (code) => {
  expect(failedBy(code).length).toBeGreaterThan(0);
});

it('the result has the schema that is published', () => {
  const { $schema, title, ...published } = JSON.parse(
    readFileSync(new URL('../../../docs/schemas/audit.json', import.meta.url), 'utf8'),
  ) as Record<string, unknown>;
  expect([$schema, title]).toEqual(['https://json-schema.org/draft/2020-12/schema', 'orrery audit --json']);
  expect(JSON.parse(JSON.stringify(AuditSchema))).toEqual(published);
});
