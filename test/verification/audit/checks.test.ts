/** Named checks: no evidence is not run, and each kind of fault fails the check that names it. */
import { describe, expect, it } from 'vitest';
import { logChecks } from '../../../src/verification/audit/checks/log-checks.ts';
import { checksLine } from '../../../src/report/audit/checks-line.ts';
import { shippedChecks } from '../../../src/verification/audit/checks/shipped-checks.ts';
import { auditExactly } from '../../../src/verification/audit/exact-audit.ts';
import type { LogAudit } from '../../../src/verification/audit/log/audit-log.ts';
import { replayChunk } from '../../../src/verification/audit/replay/chunk.ts';
import { samplePlayer } from '../../../src/verification/audit/replay/player.ts';
import { judge } from '../../../src/verification/audit/replay/replay.ts';
import type { AuditCheck } from '../../../src/verification/audit/result-schema.ts';

const resultOf = (checks: readonly AuditCheck[], name: string): string | undefined =>
  checks.find((check) => check.name === name)?.result;

const player = samplePlayer('wheel', 'published');
const replay = judge([{ player, tallies: [replayChunk(player, { seed: '1', chunk: 0, rounds: 1000 })] }]);
const wheel = { exact: auditExactly('published', new Set(['wheel'])), mapped: [], replay };

describe('the checks of the shipped games', () => {
  it('have no result without evidence: no proof, too few rounds, no deployment', () => {
    const checks = shippedChecks(wheel);
    expect(checksLine(checks)).toBe('passed 7, failed 0, not run 9');
    expect(resultOf(checks, 'unbiased mapping and payouts')).toBe('not run');
    expect(resultOf(checks, 'chance of the outcomes')).toBe('not run');
    expect(resultOf(checks, 'availability on wins')).toBe('not run');
    expect(checksLine(shippedChecks({ ...wheel, replay: [] }))).toBe('passed 2, failed 0, not run 14');
    expect(checks.every(({ tested, amount, blind }) => tested !== '' && amount !== '' && blind !== '')).toBe(
      true,
    );
  });

  it.each([
    ['nonce 4 after 2', 'nonces in sequence'],
    ['the server seed changed after the client seed', 'commitment before play'],
    ['the client seed is not the one that was sent', 'client-seed influence'],
    ['the next commitment is not in the chain of the last', 'rotation'],
    ['the last round cannot be recomputed', 'recomputation from the record'],
    ['a complaint that no check names', 'recomputation from the record'],
  ])('"%s" fails the check "%s" alone', (complaint, name) => {
    const checks = shippedChecks({ ...wheel, replay: [{ ...replay[0]!, complaints: [complaint] }] });
    expect(checks.filter(({ result }) => result === 'failed').map((check) => check.name)).toEqual([name]);
  });

  it('a game that pays the player is a failed check, whatever else passed', () => {
    const keno = { exact: auditExactly('published', new Set(['keno'])), mapped: [], replay: [] };
    expect(resultOf(shippedChecks(keno), 'stated, printed and shipped agree')).toBe('failed');
  });
});

describe('the checks of a log', () => {
  const audit: LogAudit = {
    bets: 25,
    recomputed: 25,
    unrevealed: 0,
    players: 0,
    timed: 0,
    keptClientSeeds: 0,
    verdicts: [],
    findings: [],
    notes: [],
  };
  const finding = (code: string) => ({ code, game: null, count: 1, line: 1, sentence: 'x' });

  it('those that need a live casino are not run; without revealed seeds, most are not', () => {
    expect(checksLine(logChecks(audit, undefined))).toBe('passed 5, failed 0, not run 13');
    expect(checksLine(logChecks({ ...audit, recomputed: 0 }, undefined))).toBe(
      'passed 2, failed 0, not run 16',
    );
  });

  it.each([
    ['nonce-skipped', 'nonces in sequence'],
    ['payout-capped', 'payouts'],
    ['commitment-late', 'times of commitments'],
    ['a-code-of-tomorrow', 'recomputation and unbiased mapping'],
  ])('%s fails "%s"', (code, name) => {
    const checks = logChecks({ ...audit, findings: [finding(code)] }, undefined);
    expect(checks.filter(({ result }) => result === 'failed').map((check) => check.name)).toEqual([name]);
  });
});
