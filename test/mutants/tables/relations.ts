import { mutantsOf } from '../mutant.ts';

/** Bugs that no model sees, as the fields they change are drawn: a second run that has to answer alike shows them. */
export const relationMutants = mutantsOf('relations', [
  [
    'simulation-drawn-by-caller',
    'Records.simulateKelly',
    '`casino/simulation/${request.seed}`',
    '`casino/simulation/${request.seed}/${caller.agentId}`',
  ],
  [
    'slippage-drawn-by-transfer',
    'InstantSwap.#movedBasisPoints',
    '`wallet/slippage/${agentId}/${clock.nowMs}`',
    '`wallet/slippage/${platform.ledger.transferCount}`',
  ],
  [
    'tool-call-loses-its-headers',
    'restRequest',
    '{ ...carrier, rawBody: undefined, ...tool.requestOf(input) }',
    "{ ...carrier, headers: { authorization: carrier.headers['authorization'] ?? '' }, rawBody: undefined, ...tool.requestOf(input) }",
  ],
]);
