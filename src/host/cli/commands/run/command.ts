import type { CommandRow } from '../../command.ts';
import { aScenarioRun } from './scenario-options.ts';

const summary = {
  flags: '--summary <format>',
  about: 'the form of the summary on stdout',
  choices: ['text', 'markdown'],
  default: 'text',
} as const;

const watch = {
  flags: '--watch',
  about:
    'run again when the scenario, a file that it extends or a module beside its behaviours changes; Ctrl-C ends with exit code 0',
} as const;

/** Its JSON result is docs/schemas/run.json. */
export const run: CommandRow = {
  ...aScenarioRun,
  name: 'run',
  about: 'run a scenario under the virtual clock and write a report folder',
  options: [...aScenarioRun.options, summary, watch],
  rules: [{ option: 'summary', excludes: ['json', 'quiet'], why: 'both replace the summary on stdout' }],
  examples: [
    'orrery run first-month',
    'orrery run escrow-expiry --seed 7 --json',
    'orrery run my.yaml --watch',
    'orrery run my.yaml --set limits.burst=x3 --out reports/mine',
    'orrery run my.yaml --summary markdown >> "$GITHUB_STEP_SUMMARY"',
  ],
  load: async () => (await import('./run.ts')).runCommand,
};
