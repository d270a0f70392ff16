/** Whether a run has the default reading of the documents for one service. */
import type { Case } from '../case.ts';

/** Policies of other names that also decide how a service answers. */
const alsoDecided: Readonly<Record<string, readonly string[]>> = {
  casino: ['kelly.', 'tournaments.', 'challenges.', 'leaderboard.', 'stats.'],
};

/** True where a policy of the service is another one than the profile's: forms and fixed fields may differ. */
export const isOtherReading = (file: Case, service: string): boolean =>
  [`${service}.`, ...(alsoDecided[service] ?? [])].some((prefix) =>
    file.setting.changed.some((name) => name.startsWith(prefix)),
  );
