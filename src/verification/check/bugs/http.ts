import { bugsOf } from './bug.ts';

const gate = 'core/http/gate';
const caps = 'core/http/limits/published-limits';
const log = 'core/http/limits/sliding-log';
const fixed = 'core/http/limits/fixed-window';
const dispatcher = 'core/http/dispatcher';
const kept = 'core/http/idempotency';

/** Limits, keys, repeats, errors and what is kept of secrets. */
export const httpBugs = bugsOf('http', [
  ['limit-cap-of-the-wrong-tier', caps, 'free: { perMinute: 100, burstPer10s: 50,', 'free: { perMinute: 1_000, burstPer10s: 500,'],
  ['limit-one-too-many', log, 'const back = limit - weight + 1;', 'const back = limit - weight + 2;'],
  ['limit-one-too-few', log, 'into.remaining = limit - (next - head);', 'into.remaining = limit - (next - head) - 1;'],
  ['limit-window-includes-its-end', log, '+ windowMs <= nowMs) head++;', '+ windowMs < nowMs) head++;'],
  ['limit-window-too-short', log, 'into.resetAtMs = head === next ? nowMs : ring[head & mask] + windowMs;', 'into.resetAtMs = head === next ? nowMs : ring[head & mask] + windowMs - 1_000;'],
  ['limit-day-never-ends', fixed, 'this.#used = 0;', ''],
  ['limit-day-from-the-first-request', fixed, 'nowMs - (nowMs % windowMs) + windowMs;', 'nowMs + windowMs;'],
  ['limit-refusals-consume', gate, "else if (this.#policies['limits.rejections'] === 'consume')", "else if (this.#policies['limits.rejections'] === 'free')"],
  ['limit-nothing-counted', gate, 'for (const meter of meters)\n                meter.consume(nowMs);\n        }\n        else', 'meters.length;\n        }\n        else'],
  ['limit-register-per-key', gate, 'const key = `${route.service} ${ip}`;', 'const key = `${route.service}`;'],
  ['limit-faucet-row-forgotten', 'platform/services/faucet/limits', 'perMinute: 10, burstPer10s: 10,', 'perMinute: 100, burstPer10s: 100,'],
  ['limit-headers-of-the-loosest', 'core/http/limits/reading', 'return difference === 0 ? one.windowMs < other.windowMs : difference < 0;', 'return difference === 0 ? one.windowMs < other.windowMs : difference > 0;'],
  ['limit-anonymous-share-a-key', gate, 'let subject = this.#byIp.get(ip);', "let subject = this.#byIp.get('');"],
  ['retry-after-too-soon', 'core/http/limit-refusal', 'Math.ceil((resetAtMs - nowMs) / secondMs)', 'Math.floor((resetAtMs - nowMs) / secondMs) - 1'],
  ['key-not-asked-for', dispatcher, 'return keyless ? keyMissing : undefined;', 'return keyless && route.method === \'POST\' ? keyMissing : undefined;'],
  ['repeat-runs-again', kept, 'return kept !== undefined && nowMs - kept.atMs < dayMs ? kept : undefined;', 'return kept !== undefined && nowMs - kept.atMs < 0 ? kept : undefined;'],
  ['repeat-of-another-request', dispatcher, 'if (kept.fingerprint !== fingerprint)', 'if (kept.fingerprint === undefined)'],
  ['repeat-across-agents', dispatcher, 'return `${principal?.number ?? request.ip}/${route.index}/${key}`;', 'return `${route.index}/${key}`;'],
  ['rollback-lost', dispatcher, "if (fault === 'undone')\n            journal.rollback();", "if (fault === 'undone')\n            journal.commit();"],
  ['error-without-its-status', 'core/http/errors', 'INSUFFICIENT_BALANCE: 422,', 'INSUFFICIENT_BALANCE: 400,'],
  ['outage-lets-requests-in', dispatcher, 'return outage;', 'return undefined;'],
  ['view-key-in-the-trace', 'core/http/secrets/names', 'view key, spend key, mnemonic, ', 'spend key, mnemonic, '],
  ['mnemonic-in-the-trace', 'core/http/secrets/names', 'view key, spend key, mnemonic, ', 'view key, spend key, '],
  ['list-limit-of-none', 'core/http/wire', "if (limit < 1)", "if (limit < 0)"],
  ['amounts-with-seven-decimals', 'core/base/money', "(\\d{1,6}))?$/;", "(\\d{1,7}))?$/;"],
].map((row) => row as [string, string, string, string])); // prettier-ignore
