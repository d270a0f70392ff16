/** `_info`, which the wider platform may put on every response (VER13, VER15; policy `http.info`). */
import type { JsonObject } from './message.ts';

/** The record for one service: service, docs, referral, version (VER13, VER15, VER16). */
export const infoOf = (service: string): JsonObject => ({
  service,
  docs: `https://docs.example.invalid/${service}`,
  referral: 'share your agent id or referral code: referred agents earn you a part of their fees',
  version: '1.0.0',
});
