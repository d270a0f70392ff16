/** Swaps of readings that no client can notice, each with the reason, by the name of the swap. */
const ofClient = 'what a client does on its own, which no answer shows';
const statistical =
  'prices under either are of the documented form; only a statistic over many minutes differs';

export const alike: Readonly<Record<string, string>> = {
  'client.backoff retry-after for max': ofClient,
  'client.backoff max for retry-after': ofClient,
  'trading.volatility constant for clustered': statistical,
  'trading.volatility clustered for constant': statistical,
};
