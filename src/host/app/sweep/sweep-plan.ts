/** From a call of `orrery sweep` to its plan. Everything that can be wrong is found here, before anything runs. */
import { Refusal, type Outcome } from '../../../core/base/refusal.ts';
import type { Profile } from '../../../core/base/profile.ts';
import { policyMistake } from '../../../core/policy/policies.ts';
import { buildScenario } from '../../../simulation/scenario/build.ts';
import { FileMistake } from '../../../core/base/file-mistake.ts';
import { readLayers } from '../../../simulation/scenario/load.ts';
import type { Layers } from '../../../simulation/scenario/layers.ts';
import type { ScenarioSetting } from '../../../simulation/scenario/scenario.ts';
import { varied } from '../../../simulation/scenario/vary.ts';
import {
  axesMistake,
  cellCount,
  parseAxis,
  settingsOf,
  settingText,
} from '../../../simulation/sweep/axes.ts';
import type { Axis, SweepPlan } from '../../../simulation/sweep/result-schema.ts';
import { pointCount, pointsMax } from '../../../simulation/sweep/plan.ts';
import { parseSeeds } from '../../../simulation/sweep/seeds.ts';
import { hashBehaviours } from '../run/behaviour-hashes.ts';
import { CallMistake } from '../process/exit.ts';
import { packageVersion } from '../process/package-version.ts';
import { scenarioHost } from '../run/scenario-host.ts';

/** The options that decide which points a sweep has, as text from the command line. */
export interface PlanOptions {
  readonly seeds?: string;
  readonly grid: readonly string[];
  readonly profile?: Profile;
  readonly set: Readonly<Record<string, string>>;
}

/**
 * A checked plan and the files it was made from: the scenario of every cell of the grid has been built once without
 * a mistake.
 */
export interface PlannedSweep {
  readonly plan: SweepPlan;
  readonly layers: Layers;
}

/** Reads and checks the scenario, the grid and every cell of it. Throws `CallMistake` or `FileMistake`. */
export async function planSweep(file: string, options: PlanOptions): Promise<PlannedSweep> {
  for (const [name, value] of Object.entries(options.set)) {
    const wrong = policyMistake(name, value);
    if (wrong !== undefined) throw new CallMistake(`--set ${name}=${value}: ${wrong}`);
  }
  if (options.seeds === undefined && options.grid.length === 0)
    throw new CallMistake('a sweep of nothing; expected --seeds 1..100, or --grid PATH=VALUE,VALUE, or both');
  const axes = axesOf(options);
  const layers = readLayers(file, scenarioHost);
  const overrides = { profile: options.profile, policies: options.set };
  const scenario = await buildScenario(layers, scenarioHost, overrides);
  const seeds =
    options.seeds === undefined ? [scenario.seed] : orMistake(parseSeeds(options.seeds), '--seeds');
  if (pointCount({ axes, seeds }) > pointsMax)
    throw new CallMistake(
      `${pointCount({ axes, seeds })} points; expected at most ${pointsMax} in one sweep`,
    );
  const behaviours = new Map<string, string>();
  await checkCells({ axes, layers, overrides }, (cell) => hashBehaviours(cell, behaviours));
  return {
    plan: {
      version: 1,
      orrery: packageVersion(),
      scenario: scenario.name,
      file,
      source: scenario.resolved,
      behaviours: Object.fromEntries(behaviours),
      profile: options.profile ?? null,
      policies: options.set,
      axes,
      seeds,
      expectations: scenario.expectations.map(({ name, threshold, aggregate }) => {
        return { metric: name, threshold, aggregate };
      }),
    },
    layers,
  };
}

function orMistake<T>(outcome: Outcome<T>, option: string): T {
  if (outcome instanceof Refusal) throw new CallMistake(`${option}: ${outcome.message}`);
  return outcome;
}

function axesOf({ grid, profile, set }: PlanOptions): readonly Axis[] {
  const axes = grid.map((text) => orMistake(parseAxis(text), `--grid ${text}`));
  const mistake = axesMistake(axes);
  if (mistake !== undefined) throw new CallMistake(`--grid: ${mistake}`);
  const fixedBy = ({ path }: Axis): string | undefined => {
    if (path === 'profile' && profile !== undefined) return '--profile';
    return Object.keys(set).some((name) => path === `policy:${name}` || path === 'policies')
      ? '--set'
      : undefined;
  };
  for (const axis of axes) {
    const option = fixedBy(axis);
    if (option === undefined) continue;
    throw new CallMistake(
      `--grid ${axis.path}: ${option} sets the same value for all points; expected one of the two`,
    );
  }
  return axes;
}

interface Cells {
  readonly axes: readonly Axis[];
  readonly layers: Layers;
  readonly overrides: {
    readonly profile?: Profile | undefined;
    readonly policies: Readonly<Record<string, string>>;
  };
}

/** Checks each value alone first, so that a mistake names its option; then every cell. */
async function checkCells(cells: Cells, onCell: (layers: Layers) => void): Promise<void> {
  for (const { path, values } of cells.axes) {
    for (const value of values) await buildCell(cells, [{ path, value }]);
  }
  for (let cell = 0; cell < cellCount(cells.axes); cell++) {
    onCell(await buildCell(cells, settingsOf(cells.axes, cell)));
  }
}

async function buildCell(
  { layers, overrides }: Cells,
  settings: readonly ScenarioSetting[],
): Promise<Layers> {
  const call = `--grid ${settings.map(settingText).join(' --grid ')}`;
  const settled = orMistake(varied(layers, settings), call);
  try {
    await buildScenario(settled, scenarioHost, overrides);
  } catch (error) {
    if (settings.length > 0 && error instanceof FileMistake)
      throw new CallMistake(`${call}: ${error.reason}`);
    throw error;
  }
  return settled;
}
