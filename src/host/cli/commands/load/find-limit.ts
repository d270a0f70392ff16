/** `orrery load --find-limit`: a line for each step, and the limit. */
import { loadLimitText, stepLine } from '../../../../live/load/limit/text.ts';
import { findLimit } from '../../../app/load/find-limit.ts';
import type { LoadSettings } from '../../../app/load/load-settings.ts';
import { writeLimitReport } from '../../../app/load/limit-folder.ts';
import type { Observe } from '../../../app/load/run-load.ts';
import { exitCode } from '../../../app/process/exit.ts';
import { wallOption, wholeOption } from '../../options/option-values.ts';
import { complain, say, sayJson } from '../../output/output.ts';

/** What the command has been given. */
export interface FindLimitOptions {
  readonly findLimit: string;
  readonly step: string;
  readonly out: string | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
}

const levelMax = 1_000_000;

/** Resolves with 1 where no level held. */
export async function findLimitCommand(
  settings: LoadSettings,
  options: FindLimitOptions,
  observe: Observe,
): Promise<number> {
  const { json, quiet, out } = options;
  const to = wholeOption('--find-limit', options.findLimit, [1, levelMax]);
  const stepMs = wallOption('--step', options.step, { leastMs: 1_000 });
  const talks = !json && !quiet;
  const result = await findLimit({
    settings,
    to,
    stepMs,
    observe,
    onStep: (step, searched) => {
      if (talks) complain(`${stepLine(step, searched)}\n`);
    },
  });
  if (out !== undefined) writeLimitReport(result, out);
  if (json) sayJson(result);
  else if (talks) say(loadLimitText(result));
  return result.ok ? exitCode.held : exitCode.failed;
}
