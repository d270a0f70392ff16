/** The outcome of a dispute (gaps S3, S5), decided when it opens, from a separate stream. */
import type { Platform } from '../ports.ts';
import type { Escrow } from './escrow-record.ts';

/** When a dispute ends on the escrow's clock, and for which party: `release` pays the receiver. */
export interface Ruling {
  atMs: number;
  outcome: 'release' | 'refund';
}

/**
 * The ruling of a dispute by policies `escrow.arbiter` and `escrow.expiryWhileDisputed`; it is at most `windowMs`
 * after the opening.
 */
export function planRuling(
  platform: Platform,
  dispute: { escrow: Escrow; openedAtMs: number; windowMs: number },
): Ruling {
  const { escrow, openedAtMs, windowMs } = dispute;
  const ruling = rulingOf(platform, { transfer: escrow.holding.net, openedAtMs, windowMs });
  const expiresFirst = escrow.expiresAtMs <= ruling.atMs;
  if (platform.policies['escrow.expiryWhileDisputed'] === 'runs' && expiresFirst) {
    return { atMs: escrow.expiresAtMs, outcome: 'refund' };
  }
  return ruling;
}

function rulingOf(
  platform: Platform,
  dispute: { transfer: number; openedAtMs: number; windowMs: number },
): Ruling {
  const endsAtMs = dispute.openedAtMs + dispute.windowMs;
  switch (platform.policies['escrow.arbiter']) {
    case 'timeout-refund':
      return { atMs: endsAtMs, outcome: 'refund' };
    case 'timeout-release':
      return { atMs: endsAtMs, outcome: 'release' };
    case 'seeded': {
      const stream = platform.stream(`arbiter/${dispute.transfer}`);
      const atMs = dispute.openedAtMs + 1 + stream.integer(dispute.windowMs);
      return { atMs, outcome: stream.integer(2) === 0 ? 'release' : 'refund' };
    }
  }
}
