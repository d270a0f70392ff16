/** The exact audit of the games of cards and curves, of which each is walked or solved once. */
import { describe } from 'vitest';
import { auditExactly, betLine } from '../../../src/verification/audit/exact-audit.ts';
import { judgedFinding } from '../../../src/verification/audit/finding.ts';
import { describeKept, type KeptSubject } from '../../kept-digests.ts';

function* auditOf(game: string): Iterable<unknown> {
  const { rows, judged, findings, disagreements } = auditExactly('published', new Set([game]));
  yield [findings, disagreements, judged.map(judgedFinding), rows.length];
  for (const [at, row] of rows.entries()) if (at % 499 === 0 || row.strategy === 'best') yield betLine(row);
}

describe('the audit of', () => {
  describeKept(
    new URL('exact-cards.json', import.meta.url),
    ['crash', 'blackjack', 'video_poker', 'baccarat'].map((game): KeptSubject => ({
      name: game,
      made: () => auditOf(game),
    })),
  );
});
