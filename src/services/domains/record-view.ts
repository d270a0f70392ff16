import type { JsonObject } from '../../http/message.ts';
import type { ResourceRecord } from './resource-record.ts';

/** A DNS record as both styles show it, in the words of the call that sets it (gap N5). */
export const recordView = ({ type, host, value, ttlSeconds }: ResourceRecord): JsonObject => ({
  type,
  name: host,
  value,
  ttl: ttlSeconds,
});
