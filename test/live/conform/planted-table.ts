/** Differences that are planted in a served platform, and what a comparison has to say of each. */

export interface PlantedDifference {
  /** A mutant of `test/mutants/tables`, or a policy that is read otherwise, as `policy=value`. */
  readonly plant: string;
  /** What it is, for a person. */
  readonly what: string;
  readonly call: RegExp;
  readonly kind: string;
  readonly field: string;
}

/** One served platform with all its differences at once, and the generated sequences it is compared in. */
export interface PlantedServer {
  readonly runs: readonly number[];
  readonly differences: readonly PlantedDifference[];
}

const row = (plant: string, what: string, call: RegExp, kind: string, field: string): PlantedDifference => ({
  plant,
  what,
  call,
  kind,
  field,
}); // prettier-ignore

export const plantedServers: readonly PlantedServer[] = [
  {
    runs: [1, 3, 5, 12, 18, 30],
    differences: [
      row('name-in-another-case', 'a word in capitals', /^trading\/B\/place$/, 'value', '/side'),
      row('escrow-dispute-window-of-47-hours', 'a window', /^escrow\/A\/dispute$/, 'time', '/resolves_at'),
      row('commitment-of-another-seed', 'a commitment', /^casino\/A\/rotate$/, 'id', '/seed_hash'),
      row('field-left-out', 'a field less', /^escrow\/B\/detail$/, 'shape', '/lock_tx_hash'),
      row('checks-in-another-order', 'an order of checks', /^escrow\/B\/create$/, 'status', ''),
      row('field-as-a-number', 'a type', /^faucet\/B\/status$/, 'shape', '/pool_balance'),
    ],
  },
  {
    runs: [1, 3, 4, 36],
    differences: [
      row('trading-fee-half', 'a fee of trades', /^trading\/B\/place$/, 'amount', '/fee'),
      row('error-without-its-status', 'the status of a code', /^trading\/B\/place$/, 'status', ''),
      row('escrow-fee-two-percent', 'a fee of escrows', /^escrow\/B\/create$/, 'amount', '/fee'),
      row('coin-flip-pays-even-money', 'a payout', /^casino\/short\/bet$/, 'amount', '/payout'),
      row('faucet-daily-pays-one', 'an amount', /^faucet\/B\/claimDaily$/, 'amount', '/amount'),
      row('withdrawal-without-a-fee', 'a fee of withdrawals', /^casino\/A\/withdraw$/, 'amount', '/fee'),
      row('code-of-another-refusal', 'a code', /^domains\/A\/register$/, 'status', ''),
      row('domain-eleven-years', 'a maximum', /^domains\/B\/register$/, 'status', ''),
      row('escrow-list-oldest-first', 'an order of a list', /^escrow\/A\/list$/, 'order', '/escrows'),
      row(
        'limit-faucet-row-forgotten',
        'a limit',
        /^faucet\/B\/claimDaily$/,
        'amount',
        'header x-ratelimit-limit',
      ),
    ],
  },
  {
    runs: [1, 2, 3],
    differences: [
      row(
        'header-in-milliseconds',
        'a header',
        /^faucet\/B\/register$/,
        'amount',
        'header x-ratelimit-reset',
      ),
      row('escrow-minimum-excluded', 'a minimum', /^escrow\/B\/create$/, 'status', ''),
      row('cancelled-when-filled', 'a state that ends', /^trading\/A\/cancel$/, 'status', ''),
      row('challenge-expires-late', 'an expiry', /^casino\/A\/createChallenge$/, 'time', '/expires_at'),
      row('repeat-runs-again', 'a repeat that runs again', /^wallet\/B\/send$/, 'id', '/tx_hash'),
    ],
  },
  {
    runs: [1, 4, 5],
    differences: [
      row('trading.takerFee=none', 'another reading of a fee', /^trading\//, 'amount', '/fee'),
      row('errors.faucetClaimedStatus=403', 'another reading of a status', /^faucet\//, 'status', ''),
      row('domains.prices=flat', 'another reading of a price', /^domains\//, 'amount', '/price_usdc'),
      row('escrow.disputedName=frozen', 'another reading of a name', /^escrow\//, 'value', '/status'),
    ],
  },
];
