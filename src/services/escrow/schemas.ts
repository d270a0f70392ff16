/** Fields that both escrow styles read. */
import { Type } from 'typebox';

export const EscrowId = Type.String({ minLength: 1, maxLength: 64 });
/** An agent id or an EVM address (P:49). */
export const AgentName = Type.String({ minLength: 1, maxLength: 64 });
export const FreeText = Type.String({ maxLength: 4096 });
export const Reason = Type.String({ minLength: 1, maxLength: 4096 });
/** A URL or a hash (P:59). */
export const Evidence = Type.String({ minLength: 1, maxLength: 2048 });
