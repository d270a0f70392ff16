/** The report folder of an audit: one page, `games.csv`, and the whole result object. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { join, relative } from 'node:path';
import { disarmed } from '../../../core/base/plain-text.ts';
import { assert } from '../../../core/base/assert.ts';
import { Refusal } from '../../../core/base/refusal.ts';
import type { Profile } from '../../../core/base/profile.ts';
import { resolvePolicies } from '../../../core/policy/policies.ts';
import { policyHash } from '../../../platform/world/policy-hash.ts';
import { gamesCsv, gamesHeader } from '../../../report/audit-csv.ts';
import { claimStatements } from '../../../verification/audit/documents/claim-texts.ts';
import type { AuditOrigin } from '../../../report/audit/checks-section.ts';
import { betLine } from '../../../verification/audit/exact-audit.ts';
import type { LogRow } from '../../../verification/audit/log/logged-bet.ts';
import { auditHtml } from '../../../report/audit-html.ts';
import { logHtml, type LogView } from '../../../report/log-html.ts';
import { pageScript } from '../../serve/page-script.ts';
import { allFindings, auditJson, type WholeAudit } from './audit-json.ts';
import { auditSarif, logSarif } from './findings-sarif.ts';
import { packageVersion } from '../process/package-version.ts';
import { ReportFolder } from '../files/report-folder.ts';

interface LogFiles {
  readonly out: string | undefined;
  readonly json: string;
  readonly rows: readonly LogRow[] | undefined;
  readonly unreadable: readonly LogRow[];
}

/** Numbers such as 1e999, for which JSON has no text, stand there as text: they are evidence. */
const ndjson = (rows: readonly LogRow[]): string =>
  rows.map((row) => `${disarmed(JSON.stringify(row, finite))}\n`).join('');

const finite = (_name: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;

/** The audit of a log or of a live casino: the page, the result object, and the bets as evidence where we placed them. */
export function writeLogReport(view: LogView, { out, json, rows, unreadable }: LogFiles): string {
  const folder = new ReportFolder(out === undefined ? reportsFolder : join(out, '..'));
  try {
    folder.write('audit.json', disarmed(json));
    folder.write('findings.sarif', logSarif(view));
    if (rows !== undefined) folder.write('bets.ndjson', ndjson(rows));
    if (unreadable.length > 0) folder.write('unreadable.ndjson', ndjson(unreadable));
    folder.write(
      'report.html',
      disarmed(
        logHtml(
          {
            ...view,
            origin: originOf(view.profile as Profile, {
              result: json,
              log: view.target === undefined ? view.name : undefined,
            }),
          },
          { script: pageScript('plain') },
        ),
      ),
    );
    const digest = createHash('sha256').update(json).digest('hex').slice(0, 32);
    const name = `audit-${view.name.replaceAll(/[^\w.-]/g, '_').slice(-40)}-${digest.slice(0, 8)}`;
    const place = out ?? join(reportsFolder, name);
    const manifest = {
      ...headOf(view.profile as Profile, { digest, command: view.command }),
      configuration: {},
    };
    return relative('.', folder.finish(place, manifest));
  } catch (error) {
    folder.discard();
    throw error;
  }
}

/** Where an audit's report goes: `out`, or `reports/audit-<seed>-<digest8>` where undefined. */
export interface AuditReportCall {
  readonly out: string | undefined;
  readonly seed: string;
  readonly command: string;
}

const reportsFolder = 'reports';
const linesAtOnce = 5000;

/** Writes the folder beside its place and renames it; where it stands, from here. */
export function writeAuditReport(audit: WholeAudit, { out, seed, command }: AuditReportCall): string {
  const folder = new ReportFolder(out === undefined ? reportsFolder : join(out, '..'));
  try {
    const hash = createHash('sha256');
    for (const part of auditJson(audit)) {
      hash.update(part);
      folder.append('audit.json', part);
    }
    const digest = hash.digest('hex').slice(0, 32);
    writeGames(folder, audit);
    folder.write('findings.sarif', auditSarif(audit));
    const { exact, kelly, mapped, replay, checks, ok } = audit;
    const view = {
      exact,
      kelly,
      mapped,
      replay,
      checks,
      ok,
      seed,
      command,
      findings: allFindings(audit),
      origin: originOf(exact.profile),
    };
    folder.write('report.html', auditHtml(view, { script: pageScript('report') }));
    const name = `audit-${seed.replaceAll(/[^\w.-]/g, '_').slice(0, 40)}-${digest.slice(0, 8)}`;
    const place = out ?? join(reportsFolder, name);
    return relative('.', folder.finish(place, manifestOf(audit, { seed, command, digest })));
  } catch (error) {
    folder.discard();
    throw error;
  }
}

function writeGames(folder: ReportFolder, { exact: { rows } }: WholeAudit): void {
  folder.append('games.csv', gamesHeader);
  for (let from = 0; from < rows.length; from += linesAtOnce) {
    folder.append('games.csv', gamesCsv(rows.slice(from, from + linesAtOnce).map(betLine)));
  }
}

const manifestOf = (
  { exact: { profile }, replay }: WholeAudit,
  { seed, command, digest }: { seed: string; command: string; digest: string },
): Record<string, unknown> => ({
  ...headOf(profile, { digest, command }),
  seed,
  configuration: { games: replay.map(({ game }) => game), rounds: replay[0]?.rounds ?? 0 },
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The date is on the page alone, so that equal audits have equal results and digests. */
function originOf(profile: Profile, files: { result?: string; log?: string | undefined } = {}): AuditOrigin {
  const { result, log } = files;
  const policies = resolvePolicies(profile);
  return {
    date: new Date().toISOString(),
    version: packageVersion(),
    hashes: {
      'the statements of the documents that findings name': sha256(JSON.stringify(claimStatements)),
      'the configuration (policies)': sha256(JSON.stringify(policies)),
      ...(log === undefined ? {} : { [log]: hashOfFile(log) }),
      ...(result === undefined ? {} : { 'audit.json': sha256(result) }),
    },
  };
}

/** In parts: a log may be larger than what a buffer holds. */
function hashOfFile(file: string): string {
  const hash = createHash('sha256');
  const part = Buffer.alloc(1 << 20);
  const descriptor = openSync(file, 'r');
  try {
    for (let size = readSync(descriptor, part); size > 0; size = readSync(descriptor, part))
      hash.update(part.subarray(0, size));
  } finally {
    closeSync(descriptor);
  }
  return hash.digest('hex');
}

function headOf(profile: Profile, call: { digest: string; command: string }): Record<string, unknown> {
  const policies = resolvePolicies(profile);
  assert(!(policies instanceof Refusal), 'a profile resolves');
  return {
    orrery: packageVersion(),
    scenario: 'audit',
    seed: '',
    profile,
    policyHash: policyHash(policies),
    digest: call.digest,
    command: call.command,
    policies,
    checkpoints: [],
  };
}
