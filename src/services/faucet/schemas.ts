/** Fields that both faucet styles read. */
import { Type } from 'typebox';

/** Chosen by the caller (gap A8). */
export const AgentId = Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}$', description: 'unique agent id' });

/** An agent id or an EVM address (P:29). */
export const Referrer = Type.Optional(Type.String({ minLength: 1, maxLength: 64 }));
