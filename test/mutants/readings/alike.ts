/** Swaps of readings that no client can notice, each with the reason, by the name of the swap. */
const atAnyInstant = 'an instant that is drawn from a span may be its end, or its beginning';
const ofClient = 'what a client does on its own, which no answer shows';

export const alike: Readonly<Record<string, string>> = {
  'limits.upgrade bound for seeded': atAnyInstant,
  'limits.upgrade immediate for seeded': atAnyInstant,
  'client.backoff retry-after for max': ofClient,
  'client.backoff max for retry-after': ofClient,
};
