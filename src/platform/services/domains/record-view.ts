import type { Static } from 'typebox';
import type { ResourceRecord } from './resource-record.ts';
import type { RecordAnswer } from './answers.ts';

/** A DNS record as both styles show it, in the words of the call that sets it (gap N5). */
export const recordView = ({
  type,
  host,
  value,
  ttlSeconds,
}: ResourceRecord): Static<typeof RecordAnswer> => ({
  type,
  name: host,
  value,
  ttl: ttlSeconds,
});
