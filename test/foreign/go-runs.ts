/** What the tests of replay and conform at the deployment in Go share: its variants, its target file, its defects and their causes. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { GoOptions } from './launch-go.ts';

/** The traffic of a test: `tour` and `edges` call the faucet and the escrow, `services` trading, domains and the casino. */
export const traffics = ['tour', 'edges', 'services'] as const;
export type Traffic = (typeof traffics)[number];

/** The scenario of a traffic, as a person would write it. */
export const scenarioOf = (traffic: Traffic): unknown =>
  parse(readFileSync(new URL(`${traffic}.yaml`, import.meta.url), 'utf8'));

/** A target file for the deployment at that address; `more` are further lines. */
export function targetText(url: string, more = ''): string {
  const services = ['faucet', 'escrow', 'trading', 'domains', 'casino', 'api'];
  const addresses = services.map((service) => `${service}: "${url}/${service}"`).join(', ');
  return `name: foreign\nhosts: [127.0.0.1]\nallow: writes\nservices: { ${addresses} }\n${more}`;
}

const each = <Value>(values: readonly Value[], index: number): Value =>
  values[index % values.length] as Value;

/** Every form of ids with every form of keys: 20. The other properties change with them. */
export const variants: readonly GoOptions[] = (['uuid', 'ulid', 'int', 'opaque', 'short'] as const).flatMap(
  (ids, one) =>
    (['prefix', 'hex', 'jwt', 'base64'] as const).map((keys, other) => ({
      ids,
      keys,
      instants: each(['ms', 'us', 'ns', 'offset', 'seconds'] as const, one + other),
      numbers: each(['text', 'number'] as const, one + other),
      ownNames: each(['flat', 'nested', 'envelope'] as const, one + other),
      wording: other === 1,
      extraFields: other % 2 === 0,
      fieldOrder: each(['table', 'reverse'] as const, one),
      existing: one * 10,
    })),
);

/** A defect of go/defects.json: the traffic that shows it, and the calls and fields that may name its one cause. */
export interface Shown {
  readonly traffic: Traffic;
  readonly cause: RegExp;
}

const edges = (cause: RegExp): Shown => ({ traffic: 'edges', cause });
const services = (cause: RegExp): Shown => ({ traffic: 'services', cause });

/** By name. Where the documents name no field, the cause has our name for it. */
export const shownBy: Readonly<Record<string, Shown>> = {
  'fee-on-top': edges(/^faucet\/A\/status amount \/balance_usdc$/),
  'double-release-accepted': edges(/^escrow\/B\/release status $/),
  'minimum-exclusive': edges(/^escrow\/B\/create status $/),
  'released-amount-gross': edges(/^escrow\/A\/release amount \/released_amount$/),
  'dispute-does-not-freeze': edges(/^escrow\/B\/refund status $/),
  'expires-in-milliseconds': edges(/^escrow\/B\/create time \/expires_at$/),
  'escrow-referrer-unpaid': edges(/^faucet\/B\/referrals amount \/fees_earned$/),
  'status-filter-ignored': edges(/^escrow\/B\/list shape \/escrows\/\*$/),
  overdraft: edges(/^escrow\/B\/create status $/),
  'missing-key-forbidden': edges(/^escrow\/B\/list status $/),
  'code-lower-case': edges(/^faucet\/B\/register code \/code$/),
  'idempotency-across-agents': edges(/^escrow\/B\/create (?:id \/escrow_id|value \/receiver)$/),
  'agent-ids-fold-case': edges(/^faucet\/B\/register status $/),
  'retry-after-milliseconds': edges(/^faucet\/B\/status amount header retry-after$/),
  'register-cap-plus-one': edges(/^faucet\/B\/register amount header x-ratelimit-limit$/),
  // Which request is the first to meet the shared window depends on when it began: it may be one that leads nowhere.
  'limit-shared-by-keys': edges(/^\S* (?:amount header x-ratelimit-(?:limit|remaining)|status )$/),
  'refused-not-counted': edges(/^escrow\/B\/create amount header x-ratelimit-remaining$/),
  'trading-fee-percent': services(/^trading\/B\/place amount \/fee$/),
  'cancel-keeps-reserve': services(/^faucet\/A\/status amount \/balance_usdc$/),
  'order-amount-number': services(/^trading\/B\/place shape \/amount$/),
  'domain-check-stale': services(/^domains\/A\/check value \/available$/),
  'domain-taken-bad-request': services(/^domains\/A\/register status $/),
  'nonce-stands-still': services(/^casino\/B\/bet amount \/nonce$/),
  'revealed-seed-mismatch': services(/^casino\/A\/rotate id \/revealed\/server_seed$/),
  'history-total-of-page': services(/^casino\/B\/history amount \/total$/),
};
