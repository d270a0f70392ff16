/** Mutants of what measures and compares. */
import { kind, type NoticedMutant } from '../noticed-mutant.ts';

export const measuresNoticed: readonly NoticedMutant[] = [
  ...kind(
    'the ramp of a replay',
    ['live/traffic/schedule.test.ts'],
    [
      ['ramp-doubled', 'Schedule.dueMs', 'traceMs / speed + rampMs / 2', 'traceMs / speed + rampMs'],
      ['ramp-too-steep', 'Schedule.dueMs', '(2 * rampMs * traceMs) / speed', '(rampMs * traceMs) / speed'],
    ],
  ),
  ...kind(
    'response times of requests without a response',
    ['live/traffic/request-times.test.ts', 'live/load/measures.test.ts'],
    [
      [
        'unanswered-left-out',
        'RequestTimes.failed',
        'recordMs(this.measures.response, nowMs - request.intendedMs);',
        '',
      ],
      [
        'unanswered-from-sending',
        'RequestTimes.failed',
        'nowMs - request.intendedMs',
        'nowMs - request.sentMs',
      ],
      [
        'timeouts-left-out',
        'RequestTally.add',
        'recordMs(this.response, responseMs);',
        "if (code !== 'timeout') recordMs(this.response, responseMs);",
      ],
      [
        'failures-left-out',
        'RequestTally.add',
        'this.sumMs += responseMs;',
        'if (status > 0) this.sumMs += responseMs;',
      ],
    ],
  ),
  ...kind(
    'the bound of the send lag',
    ['live/traffic/lag-gate.test.ts'],
    [
      ['lag-gate-ten-times-as-wide', 'lagVerdict', 'p99 <= allowedMs', 'p99 <= allowedMs * 10'],
      ['lag-allowed-ten-times', 'lagAllowedMs', 'meanIntervalMs / 10', 'meanIntervalMs'],
    ],
  ),
  ...kind(
    'a replay is ok only where everything was sent',
    ['live/traffic/replay-result.test.ts'],
    [
      ['ok-with-requests-unsent', 'openResult', 'unsent === explainedUnsent(differences.groups)', 'true'],
      ['ok-with-failed-requests', 'openResult', 'counts.failed === 0', 'true'],
    ],
  ),
  ...kind(
    'items that a list has in addition',
    ['live/traffic/compare-lists.test.ts'],
    [
      [
        'extra-items-pass',
        'Comparison.#compareMatched',
        "this.#add('shape', `${field}/*`, undefined, item)",
        'undefined',
      ],
      [
        'longer-lists-pass',
        'Comparison.#compareByPosition',
        'recorded.length !== live.length',
        'recorded.length > live.length',
      ],
    ],
  ),
];
