/** The mistakes of files as SARIF. */
import { disarmed } from '../../../core/base/plain-text.ts';
import { sarifLog } from '../../../report/sarif.ts';
import { fromHere } from '../files/from-here.ts';
import { packageVersion } from '../process/package-version.ts';
import type { ValidateResult } from '../result-schema.ts';

const rule = { id: 'input-file', about: 'A file is what its command expects' };

/** Each mistake at its line and column. */
export const sarifOf = ({ mistakes }: ValidateResult): string =>
  disarmed(
    sarifLog({
      version: packageVersion(),
      rules: [rule],
      findings: mistakes.map((mistake) => ({
        ...mistake,
        rule: rule.id,
        level: 'error',
        file: fromHere(mistake.file),
      })),
    }),
  );
