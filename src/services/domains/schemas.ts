/** Fields that both domain styles read. */
import { Type } from 'typebox';

/** As long as a name can be; what a name is, `readDomainName` says. */
export const DomainText = Type.String({ minLength: 1, maxLength: 253, description: 'a domain name' });
/** Whole, from 1 to 10; 1 when left out (P:87). */
export const Years = Type.Optional(Type.Number({ description: 'whole years from 1 to 10, 1 when left out' }));
/** An agent id or an EVM address (P:87). */
export const AgentName = Type.String({ minLength: 1, maxLength: 64 });
