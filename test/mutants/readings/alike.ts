/** Swaps of readings that no client can notice, each with the reason, by the name of the swap. */
const ofClient = 'what a client does on its own, which no answer shows';

export const alike: Readonly<Record<string, string>> = {
  'client.backoff retry-after for max': ofClient,
  'client.backoff max for retry-after': ofClient,
};
