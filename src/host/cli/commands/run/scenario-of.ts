/** The scenario of a call: its file, and the options that replace values of it. */
import { FileMistake } from '../../../../core/base/file-mistake.ts';
import type { Profile } from '../../../../core/base/profile.ts';
import { Refusal } from '../../../../core/base/refusal.ts';
import { policyMistake } from '../../../../core/policy/policies.ts';
import { loadScenario } from '../../../../simulation/scenario/load.ts';
import type { Scenario, ScenarioSetting } from '../../../../simulation/scenario/scenario.ts';
import { parseSetting } from '../../../../simulation/sweep/axes.ts';
import { CallMistake } from '../../../app/process/exit.ts';
import { scenarioHost } from '../../../app/run/scenario-host.ts';

/** The options as text; `with` and `set` are not checked yet. */
export interface ScenarioOptions {
  seed?: string;
  profile?: Profile;
  set: Record<string, string>;
  with: readonly string[];
}

/**
 * Loads the scenario under the options. A mistake that the file has only because of `--with` is one of that option; a
 * wrong policy is one of `--set`.
 */
export async function scenarioOf(file: string, options: ScenarioOptions): Promise<Scenario> {
  for (const [name, value] of Object.entries(options.set)) {
    const wrong = policyMistake(name, value);
    if (wrong !== undefined) throw new CallMistake(`--set ${name}=${value}: ${wrong}`);
  }
  const settings = settingsOf(options);
  const load = (values: readonly ScenarioSetting[]): Promise<Scenario> => {
    const { seed, profile, set: policies } = options;
    return loadScenario(file, scenarioHost, { seed, profile, policies, values });
  };
  try {
    return await load(settings);
  } catch (error) {
    if (settings.length === 0 || !(error instanceof FileMistake)) throw error;
    const { reason } = error;
    if ((await reasonAgainst(load([]))) === reason) throw error;
    const alone = await Promise.all(settings.map((setting) => reasonAgainst(load([setting]))));
    const at = alone.indexOf(reason);
    const blamed = at < 0 ? options.with : options.with.slice(at, at + 1);
    throw new CallMistake(`${blamed.map((text) => `--with ${text}`).join(' ')}: ${reason}`);
  }
}

/** Why a scenario does not load; undefined where it does. */
const reasonAgainst = async (loading: Promise<Scenario>): Promise<string | undefined> =>
  loading.then(
    () => undefined,
    (error: unknown) => (error instanceof FileMistake ? error.reason : String(error)),
  );

function settingsOf(options: ScenarioOptions): readonly ScenarioSetting[] {
  return options.with.map((text) => {
    const setting = parseSetting(text);
    if (setting instanceof Refusal) throw new CallMistake(`--with ${text}: ${setting.message}`);
    return setting;
  });
}
