/**
 * Mutants that were placed by hand by others, who knew the sources and not the tests, and that no test noticed at first;
 * docs/testing.md says of how many.
 */
import { kind, type NoticedMutant } from '../noticed-mutant.ts';

export const unseenNoticed: readonly NoticedMutant[] = [
  ...kind(
    'what is kept of secrets, letters and folders',
    [
      'live/traffic/record/secret-placeholders.test.ts',
      'simulation/trace/reader-mistakes.test.ts',
      'host/app/files/report-folder.test.ts',
    ],
    [
      [
        'secrets-in-lists-recorded',
        'SecretPlaceholders.#body',
        'return value.map((item: Json) => this.#body(item, kind, at));',
        'return value.map((item: Json) => this.#body(item, null, at));',
      ],
      [
        'letters-cut-at-chunks',
        'chunksOf',
        'yield decoder.decode(chunk as Buffer, { stream: true });',
        'yield decoder.decode(chunk as Buffer);',
      ],
      [
        'current-folder-replaced',
        'assertReplaceable',
        'if (isEmpty && !isCurrent) return;',
        'if (isEmpty) return;',
      ],
    ],
  ),
  ...kind(
    'when a step, a comparison and a ceiling hold',
    [
      'live/traffic/bench/step.test.ts',
      'live/traffic/compare/rules.test.ts',
      'live/traffic/write-order.test.ts',
      'host/app/audit/live/sent-calls.test.ts',
    ],
    [
      [
        'waits-left-out-of-a-step',
        'Step.#verdict',
        'const isInTime = percentiles(measures.response).p99 < p99MsMax;',
        'const isInTime = percentiles(measures.service).p99 < p99MsMax;',
      ],
      [
        'tolerance-of-the-larger-value',
        'isWithin',
        "kind === 'share' ? Math.abs(one) * most : most",
        "kind === 'share' ? Math.max(Math.abs(one), Math.abs(other)) * most : most",
      ],
      [
        'overlap-on-both-sides-is-an-order',
        'mayBeOther',
        "return recorded === 'unknown' || live === 'unknown' || recorded !== live;",
        'return recorded !== live;',
      ],
      [
        'pauses-of-an-audit-made-up-for',
        'LiveSender.#once',
        'this.#nextAtMs = Math.max(this.#nextAtMs, performance.now()) + 1000 / callsPerSecond;',
        'this.#nextAtMs += 1000 / callsPerSecond;',
      ],
    ],
  ),
  ...kind(
    'what an audit concludes of odd bets',
    [
      'verification/audit/live/parts.test.ts',
      'verification/audit/log/seed-table.test.ts',
      'verification/audit/log/chance-ledger.test.ts',
    ],
    [
      [
        'lost-bets-are-consistent',
        'Availability.result',
        'this.totals.computed > 0 || this.refused + this.lost === 0',
        'this.totals.computed > 0 || this.refused === 0',
      ],
      [
        'repeated-nonces-draw',
        'LogAuditor.#recompute',
        'if (!isRepeat) this.#drawn.add(law, drawn, { stakeMicros, player });',
        'this.#drawn.add(law, drawn, { stakeMicros, player });',
      ],
      [
        'draws-by-what-was-paid',
        'BetVerdicts.add',
        `    if (drawn === undefined) tally.unrevealed[paid]! += 1;
    else tally.drawn[drawn]! += 1;`,
        `    if (drawn === undefined) tally.unrevealed[paid]! += 1;
    else tally.drawn[paid]! += 1;`,
      ],
    ],
  ),
  ...kind(
    'what a check makes of a run',
    [
      'verification/oracle/timers.test.ts',
      'verification/check/shrink.test.ts',
      'verification/check/coverage.test.ts',
    ],
    [
      [
        'cancelled-event-is-the-latest',
        'Timers.advance',
        'if (first.isOff) continue;',
        'this.#latest = first; if (first.isOff) continue;',
      ],
      [
        'shrinking-moves-operations',
        'whole',
        'if ([...labelsIn(operation)].some((label) => !known.has(label))) continue;',
        'if ([...labelsIn(operation)].some((label) => !known.has(label))) { lastMs = atMs; continue; }',
      ],
      [
        'coverage-counts-any-name',
        'reachedOf',
        'return { reached: all.length - missing.length, total: all.length, missing };',
        'return { reached: Math.min(seen.size, all.length), total: all.length, missing };',
      ],
    ],
  ),
  ...kind(
    'what is shared out and summed up',
    [
      'platform/services/casino-contests.test.ts',
      'core/http/tier-change.test.ts',
      'simulation/sweep/summary-whole.test.ts',
    ],
    [
      [
        'unclaimed-places-to-the-winner',
        'placesWorth',
        '  const left = isWhole ? prizeMicros - sum(worth) : 0;',
        '  const left = held.length > 0 ? prizeMicros - sum(worth) : 0;',
      ],
      [
        'tiers-share-a-scaled-row',
        'QuotaPlans.#plan',
        'const name = `row ${row?.name} ${bucket} ${scaled.perMinute}`;',
        'const name = `row ${row?.name} ${bucket}`;',
      ],
      ['crashed-sweep-is-ok', 'summaryOf', 'failures.length === 0', "count('failed') === 0"],
    ],
  ),
];
