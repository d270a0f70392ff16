/** The row that a settled bet of a live audit has in its log; its seed is filled in when it is revealed. */
import { usdcNumber } from '../../../core/base/money.ts';
import type { LogRow } from '../log/logged-bet.ts';
import type { LiveBet, RoundEnd, RoundSent } from './round.ts';

/** One settled bet; `payout` and `nonce` as the house shows them, or as they follow from what it shows. */
export interface SettledBet {
  readonly bet: LiveBet;
  readonly sent: RoundSent;
  readonly end: RoundEnd;
  readonly payout: unknown;
  readonly nonce: unknown;
  readonly commitment: string;
  readonly player: string;
}

/** Amounts in USDC. */
export const liveRow = ({ bet, sent, end, payout, nonce, commitment, player }: SettledBet): LogRow => ({
  game: bet.entry.game.id,
  bet: end.params,
  stake: usdcNumber(sent.stakeMicros),
  payout,
  server_seed_hash: commitment,
  server_seed: '',
  client_seed: sent.clientSeed,
  // Where neither is known the bet cannot be recomputed, and is kept apart.
  nonce: nonce ?? 0,
  result: end.answer.body.get('result'),
  player,
});
