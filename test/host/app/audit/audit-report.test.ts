/** The report folders of audits: the result object, tables and findings whole, and what the manifest says. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '../../../../src/core/base/refusal.ts';
import { resolvePolicies } from '../../../../src/core/policy/policies.ts';
import { auditGames } from '../../../../src/host/app/audit/audit-games.ts';
import {
  allFindings,
  auditJson,
  logJson,
  type WholeAudit,
} from '../../../../src/host/app/audit/audit-json.ts';
import { writeAuditReport, writeLogReport } from '../../../../src/host/app/audit/audit-report.ts';
import { auditSarif, logSarif } from '../../../../src/host/app/audit/findings-sarif.ts';
import { CallMistake } from '../../../../src/host/app/process/exit.ts';
import { packageVersion } from '../../../../src/host/app/process/package-version.ts';
import { policyHash } from '../../../../src/platform/world/policy-hash.ts';
import { gamesCsv, gamesHeader } from '../../../../src/report/audit-csv.ts';
import { verdictSentence } from '../../../../src/report/audit/verdict-sentence.ts';
import type { LogView } from '../../../../src/report/log-html.ts';
import { logChecks } from '../../../../src/verification/audit/checks/log-checks.ts';
import { claimStatements } from '../../../../src/verification/audit/documents/claim-texts.ts';
import { betLine } from '../../../../src/verification/audit/exact-audit.ts';
import { judgedFinding } from '../../../../src/verification/audit/finding.ts';
import type { LogAudit } from '../../../../src/verification/audit/log/audit-log.ts';
import type { ReplayVerdict } from '../../../../src/verification/audit/replay/replay.ts';
import { folderWith } from '../../../folder-with.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const policies = resolvePolicies('published');
if (policies instanceof Refusal) throw new Error(policies.message);
const head = {
  orrery: packageVersion(),
  scenario: 'audit',
  profile: 'published',
  policyHash: policyHash(policies),
  policies: JSON.parse(JSON.stringify(policies)) as unknown,
  checkpoints: [],
};

let whole: WholeAudit;
let replayed: ReplayVerdict;
beforeAll(async () => {
  const audited = await auditGames({ profile: 'published', seed: '1', games: new Set(['coin_flip']), rounds: 20, workers: 1, resume: undefined, isProved: false });
  // Drawing the curves is most of what a page takes.
  whole = { ...audited, kelly: { ...audited.kelly, curves: [], years: [] } };
  replayed = whole.replay[0]!;
}); // prettier-ignore

const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');
const manifestIn = (folder: string) => JSON.parse(read(folder, 'manifest.json')) as Record<string, unknown>;
const hashesOf = (folder: string, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, sha256(read(folder, name))]));

function lineOf(verdict: ReplayVerdict) {
  const { game, bet, rounds, mean, low, high, verdict: word, roundsNeeded, claimed, level, tolerance } = verdict;
  return { game, bet, rounds, mean, low, high, verdict: word, roundsNeeded, claimed, level, tolerance, sentence: verdictSentence(verdict) };
} // prettier-ignore

/** What the parts of an audit's result are together. */
function objectOf({ exact, kelly: { bets, ...kelly }, mapped, replay, checks, ok }: WholeAudit): string {
  return `${JSON.stringify({
    profile: exact.profile,
    bets: exact.rows.map(betLine),
    kelly: { ...kelly, bets },
    mapping: mapped,
    replay: replay.map(lineOf),
    findings: allFindings({ exact, mapped, replay }),
    judged: exact.judged.map(judgedFinding),
    checks,
    ok,
  })}\n`;
}

describe('the result object of an audit', () => {
  it('is one line of JSON in parts', () => {
    expect([...auditJson(whole)].join('')).toBe(objectOf(whole));
    expect([...auditJson({ ...whole, ok: false, replay: [] })].join('')).toBe(
      objectOf({ ...whole, ok: false, replay: [] }),
    );
  });

  it('has at most 2000 rows in a part', () => {
    const bet = whole.kelly.bets[0]!;
    const bets = Array.from({ length: 4001 }, () => bet);
    const parts = [...auditJson({ ...whole, kelly: { ...whole.kelly, bets } })];
    const text = JSON.stringify(bet);
    expect(parts.slice(3, 6)).toEqual([
      Array(2000).fill(text).join(','),
      `,${Array(2000).fill(text).join(',')}`,
      `,${text}`,
    ]);
    expect(parts[6]?.startsWith(']},"mapping":')).toBe(true);
  });

  it('says what is wrong in sentences', () => {
    const exact = { ...whole.exact, findings: ['a finding'], disagreements: ['one and another'] };
    const mapped = [{ ...(whole.mapped[0] ?? { game: 'x', bets: 0, outcomes: 0 }), differences: ['2 for 1'] }] as unknown as WholeAudit['mapped'];
    const replay = [{ ...replayed, complaints: ['a nonce', 'a seed'] }];
    expect(allFindings({ exact, mapped, replay })).toEqual([
      'a finding',
      'the code pays otherwise: 2 for 1',
      'two exact ways disagree: one and another',
      'coin_flip, replayed: a nonce',
      'coin_flip, replayed: a seed',
    ]);
  }); // prettier-ignore
});

interface Sarif {
  readonly runs: readonly [
    {
      readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
      readonly results: readonly Record<string, unknown>[];
    },
  ];
}
const resultsOf = (text: string) =>
  (JSON.parse(text) as Sarif).runs[0].results.map(({ ruleId, level, message }) => ({
    ruleId,
    level,
    message,
  }));

describe('the findings of an audit', () => {
  it('are errors where they cost the house or are of the code, and else warnings', () => {
    const finding = { game: undefined, sentence: 'a finding', change: 'Change it.', loss: undefined };
    const exact = { ...whole.exact, judged: [finding], findings: ['a finding'], disagreements: ['x'] };
    const text = auditSarif({ ...whole, exact });
    expect(resultsOf(text)).toEqual([
      { ruleId: 'statement', level: 'warning', message: { text: 'a finding Change it.' } },
      { ruleId: 'implementation', level: 'error', message: { text: 'two exact ways disagree: x' } },
    ]);
    expect((JSON.parse(text) as Sarif).runs[0].tool.driver.rules).toMatchObject([
      { id: 'statement', shortDescription: { text: 'What is stated and printed is what the rules give' } },
      {
        id: 'implementation',
        shortDescription: {
          text: 'The game pays what its rules give, in every exact way and in replayed rounds',
        },
      },
    ]);
    expect(text).toContain('"platform"');
  });
});

describe('the report of an audit', () => {
  const names = ['audit.json', 'findings.sarif', 'games.csv', 'report.html'];
  it('has its files, and a manifest with their hashes', () => {
    const out = join(folderWith(), 'new', 'report');
    const place = writeAuditReport(whole, { out, seed: '1', command: 'npx orrery audit' });
    expect(place).toBe(relative('.', out));
    expect(readdirSync(out).toSorted()).toEqual([...names.slice(0, 3), 'manifest.json', 'report.html']);
    expect(read(out, 'audit.json')).toBe(objectOf(whole));
    expect(read(out, 'games.csv')).toBe(gamesHeader + gamesCsv(whole.exact.rows.map(betLine)));
    expect(read(out, 'findings.sarif')).toBe(auditSarif(whole));
    expect(manifestIn(out)).toEqual({
      ...head,
      seed: '1',
      digest: sha256(objectOf(whole)).slice(0, 32),
      command: 'npx orrery audit',
      configuration: { games: ['coin_flip'], rounds: 20 },
      files: hashesOf(out, names),
    });
    const page = read(out, 'report.html');
    expect(page).toContain(`the statements of the documents that findings name: SHA-256 <code>${sha256(JSON.stringify(claimStatements))}`);
    expect(page).toContain(`the configuration (policies): SHA-256 <code>${sha256(JSON.stringify(policies))}`);
    expect(page).toContain('npx orrery audit');
  }); // prettier-ignore

  it('names no games where none was replayed', () => {
    const out = join(folderWith(), 'report');
    writeAuditReport({ ...whole, replay: [] }, { out, seed: '1', command: 'c' });
    expect(manifestIn(out)['configuration']).toEqual({ games: [], rounds: 0 });
  });

  it('is named after its seed and its result unless it is given a place', () => {
    const seed = `a/b c.${'x'.repeat(40)}`;
    const place = writeAuditReport(whole, { out: undefined, seed, command: 'c' });
    rmSync(place, { recursive: true });
    expect(place).toBe(`reports/audit-a_b_c.${'x'.repeat(34)}-${sha256(objectOf(whole)).slice(0, 8)}`);
  });

  it('leaves nothing where it cannot stand in its place', () => {
    const parent = folderWith();
    writeFileSync(join(parent, 'mine'), 'x');
    const call = { out: join(parent, 'mine'), seed: '1', command: 'c' };
    expect(() => writeAuditReport(whole, call)).toThrow(
      new CallMistake(
        `${call.out} exists and is no report folder; expected --out to name a new or an empty folder`,
      ),
    );
    expect(readdirSync(parent)).toEqual(['mine']);
  });
});

const audit: LogAudit = { bets: 1, recomputed: 1, unrevealed: 0, players: 0, timed: 0, keptClientSeeds: 0, verdicts: [], findings: [], notes: ['a note'] }; // prettier-ignore
const finding = { code: 'nonce-skipped', game: 'dice', count: 2, line: 7, sentence: 'a round was hidden' };

function logView(name: string, change: Partial<LogView> = {}): LogView {
  return { audit, checks: logChecks(audit, undefined), name, profile: 'published', target: undefined, command: 'npx orrery audit --bets', ok: true, ...change };
} // prettier-ignore

describe('the report of the audit of a log', () => {
  const json = '{"a":1}\n';
  it('has its files, with the hash of the log on its page', () => {
    const folder = folderWith();
    const [log, out] = [join(folder, 'log.csv'), join(folder, 'out')];
    writeFileSync(log, 'x'.repeat(2 ** 20 + 5));
    const view = logView(log, { audit: { ...audit, findings: [finding] } });
    const place = writeLogReport(view, { out, json, rows: undefined, unreadable: [] });
    expect(place).toBe(relative('.', out));
    const names = ['audit.json', 'findings.sarif', 'report.html'];
    expect(manifestIn(out)).toEqual({
      ...head,
      seed: '',
      digest: sha256(json).slice(0, 32),
      command: view.command,
      configuration: {},
      files: hashesOf(out, names),
    });
    expect(read(out, 'audit.json')).toBe(json);
    expect(read(out, 'findings.sarif')).toBe(logSarif(view));
    const page = read(out, 'report.html');
    expect(page).toContain(`${log}: SHA-256 <code>${sha256('x'.repeat(2 ** 20 + 5))}`);
    expect(page).toContain(`audit.json: SHA-256 <code>${sha256(json)}`);
  });

  it('has the bets of a live audit, and what could not be read, with numbers that JSON has no text for', () => {
    const out = join(folderWith(), 'out');
    const target = { name: 'toy', requests: 1, budget: '1', stakesSent: 1, staked: '1', stakesConfirmed: 1, confirmed: '1', returned: '0', stakesRefused: 0, stakesLost: 0, missed: { bets: 0, expected: 0, result: 'none' }, players: 1, tested: {}, seeds: 1, refusals: [], ended: 'x' } as unknown as LogView['target'];
    const rows = [{ a: Infinity, b: -Infinity, c: 1.5, d: 'x\u202E' }, { a: NaN }];
    writeLogReport(logView('toy', { target }), { out, json, rows, unreadable: [{ e: 1 }] });
    expect(read(out, 'bets.ndjson')).toBe('{"a":"Infinity","b":"-Infinity","c":1.5,"d":"x\\u202e"}\n{"a":"NaN"}\n');
    expect(read(out, 'unreadable.ndjson')).toBe('{"e":1}\n');
    expect(read(out, 'report.html')).not.toContain('toy: SHA-256');
    expect(Object.keys(manifestIn(out)['files'] as object)).toEqual(['audit.json', 'bets.ndjson', 'findings.sarif', 'report.html', 'unreadable.ndjson']);
  }); // prettier-ignore

  it('is named after the log and its result unless it is given a place', () => {
    const log = join(folderWith(), `${'y'.repeat(45)} z.csv`);
    writeFileSync(log, 'x');
    const place = writeLogReport(logView(log), { out: undefined, json, rows: undefined, unreadable: [] });
    rmSync(place, { recursive: true });
    const name = basename(log).slice(-40).replace(' ', '_');
    expect(place).toBe(`reports/audit-${name}-${sha256(json).slice(0, 8)}`);
  });

  it('leaves nothing where the log cannot be read', () => {
    const folder = folderWith();
    const call = { out: join(folder, 'out'), json, rows: undefined, unreadable: [] };
    expect(() => writeLogReport(logView(join(folder, 'none')), call)).toThrow(/ENOENT/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('has findings by their codes, with the line of a log and without one of a live casino', () => {
    const view = logView('log.csv', { audit: { ...audit, findings: [finding] } });
    expect(JSON.parse(logSarif(view))).toMatchObject({
      runs: [
        {
          results: [
            {
              ruleId: 'nonce-skipped',
              level: 'error',
              message: { text: 'a round was hidden' },
              locations: [{ physicalLocation: { artifactLocation: { uri: 'log.csv' }, region: { startLine: 7 } } }],
            },
          ],
        },
      ],
    });
  }); // prettier-ignore

  it('has a result object', () => {
    const checks = logChecks(audit, undefined);
    const call = { profile: 'published', checks, target: undefined, ok: false } as const;
    const judged = {
      ...audit,
      findings: [finding],
      verdicts: [{ ...replayed, expected: 0.98, logEvidence: 0 }],
    };
    expect(logJson(judged, call)).toBe(
      `${JSON.stringify({
        profile: 'published',
        bets: [],
        replay: [lineOf(replayed)],
        log: { bets: 1, recomputed: 1, unrevealed: 0, findings: [finding], notes: ['a note'] },
        findings: ['a round was hidden'],
        checks,
        ok: false,
      })}\n`,
    );
  });
});
