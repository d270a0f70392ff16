/** Fields that both escrow styles read. */
import { Type } from 'typebox';
import { TxHash, usdcFrom } from '../../../core/http/wire.ts';
import { amountMinMicros, expiresInSeconds } from './terms.ts';

export const EscrowId = Type.String({ minLength: 1, maxLength: 64 });
/** An agent id or an EVM address (ESC15). */
export const AgentName = Type.String({ minLength: 1, maxLength: 64 });
/** ESC14, ESC20. */
export const Amount = usdcFrom(amountMinMicros);
export const ExpiresIn = Type.Integer(expiresInSeconds);
export const FreeText = Type.String({ maxLength: 4096 });
export const Reason = Type.String({ minLength: 1, maxLength: 4096 });
/** A URL or a hash (ESC24). */
export const Evidence = Type.String({ minLength: 1, maxLength: 2048 });

/** The state as shown: `disputed` goes by a name of its policy (gap S2). */
export const Status = Type.String({
  description: 'locked, released, refunded, expired, or frozen by a dispute',
});
/** Null until the escrow has ended. */
export const EndHash = Type.Union([TxHash, Type.Null()]);
