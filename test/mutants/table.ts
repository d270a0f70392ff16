/** Every mutant, folder by folder. */
import type { Mutant } from './mutant.ts';
import { casinoMutants } from './tables/casino.ts';
import { coreMutants } from './tables/core.ts';
import { responseDifferences } from './tables/differences.ts';
import { domainMutants } from './tables/domains.ts';
import { escrowMutants } from './tables/escrow.ts';
import { faucetMutants } from './tables/faucet.ts';
import { httpMutants } from './tables/http.ts';
import { referralMutants } from './tables/referral.ts';
import { relationMutants } from './tables/relations.ts';
import { tradingMutants } from './tables/trading.ts';
import { walletMutants } from './tables/wallet.ts';

/** What `orrery check` has to find. */
export const mutants: readonly Mutant[] = [
  ...escrowMutants,
  ...faucetMutants,
  ...domainMutants,
  ...casinoMutants,
  ...tradingMutants,
  ...walletMutants,
  ...referralMutants,
  ...httpMutants,
  ...coreMutants,
];

/** With those that only a relation between two runs shows, and the differences that only `orrery conform` finds. */
export const allMutants: readonly Mutant[] = [...mutants, ...relationMutants, ...responseDifferences];

/** Must be found, or the checker itself is broken. */
export const canary = 'escrow-fee-not-charged';

/** Throws for a name that is in no table. */
export function mutantNamed(name: string): Mutant {
  const found = allMutants.find((mutant) => mutant.name === name);
  if (found === undefined) throw new Error(`${name}: no mutant has this name`);
  return found;
}
