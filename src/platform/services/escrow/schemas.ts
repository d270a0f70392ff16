/** Fields that both escrow styles read. */
import { Type } from 'typebox';
import { TxHash, usdcFrom } from '../../../core/http/wire.ts';
import { amountMinMicros, expiresInSeconds } from './terms.ts';

/** An escrow id as sent; an unknown one is NOT_FOUND. */
export const EscrowId = Type.String({ minLength: 1, maxLength: 64 });
/** An agent id or an EVM address (ESC15). */
export const AgentName = Type.String({ minLength: 1, maxLength: 64 });
/** ESC14, ESC20: an amount of at least 0.10 USDC. */
export const Amount = usdcFrom(amountMinMicros);
/** ESC17, gap S10: whole seconds from 60 to 30 days. */
export const ExpiresIn = Type.Integer(expiresInSeconds);
/** ESC16: text that is stored and shown unchanged. */
export const FreeText = Type.String({ maxLength: 4096 });
/** ESC23: the reason of a dispute. */
export const Reason = Type.String({ minLength: 1, maxLength: 4096 });
/** A URL or a hash (ESC24). */
export const Evidence = Type.String({ minLength: 1, maxLength: 2048 });

/** The state as shown: policy `escrow.disputedName` names that of a dispute (gap S2). */
export const Status = Type.String({
  description: 'locked, released, refunded, expired, or frozen by a dispute',
});
/** Null until the escrow has ended. */
export const EndHash = Type.Union([TxHash, Type.Null()]);
