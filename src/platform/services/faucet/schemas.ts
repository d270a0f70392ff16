/** Fields that both faucet styles read. */
import { Type } from 'typebox';

/** Chosen by the caller (gap A8). */
export const AgentId = Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}$', description: 'unique agent id' });

/** As issued at registration (AUT04, AUT06, gap A4). */
export const ApiKey = Type.String({ pattern: '^sk_live_[0-9a-z]{32}$', description: 'API key' });

/** An agent id or an EVM address (FAU10). */
export const Referrer = Type.Optional(Type.String({ minLength: 1, maxLength: 64 }));
