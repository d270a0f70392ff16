import type { CommandRow } from '../../command.ts';
import { quiet } from '../../options/common-options.ts';

/** Writes three files into the current folder and no JSON. */
export const init: CommandRow = {
  name: 'init',
  about: 'a starter scenario, behaviour and property in the current folder',
  options: [quiet],
  examples: ['orrery init && orrery run scenario.yaml'],
  exitCodes: { held: 'the files were written' },
  isBrief: true,
  load: async () => (await import('./init.ts')).initCommand,
};
