/** The pages and schemas that are made from tables. `test/tidy/docs.test.ts` holds the committed files against them. */
import { commandPage, optionPage } from './command-page.ts';
import { metricsPage } from './metric-page.ts';
import { controlPage, scenariosPage } from './shipped-pages.ts';
import { agentApiPage, scenarioPage } from './reference-pages.ts';
import { tamperingsPage } from './log-tamperings.ts';
import { outcomesPage } from './outcome-page.ts';
import { parameterLines, type BehaviourPage } from './behaviour-page.ts';
import { policyNames, policyRow } from '../src/core/policy/policies.ts';
import { ScenarioSchema } from '../src/simulation/scenario/schema.ts';
import { RequestFileSchema } from '../src/live/traffic/bench/requests/schema.ts';
import { TargetSchema } from '../src/live/traffic/target/schema.ts';
import { TraceLineSchema } from '../src/simulation/trace/format.ts';
import {
  auditSchema,
  benchSchema,
  checkSchema,
  checkWorkSchema,
  compareSchema,
  conformSchema,
  diffSchema,
  errorSchema,
  dryRunSchema,
  harSchema,
  sessionResultSchema,
  loadSchema,
  loadLimitSchema,
  loadWorkSchema,
  recordProxySchema,
  manifestSchema,
  metricsSchema,
  policiesSchema,
  replaySchema,
  runSchema,
  serveSchema,
  sessionSchema,
  validateSchema,
} from './result-schemas.ts';
import { dashboard } from './dashboard.ts';
import {
  sweepManifestSchema,
  sweepPlanSchema,
  sweepPointSchema,
  sweepSchema,
  sweepWorkSchema,
} from './sweep-schemas.ts';

const generated = '<!-- generated from the tables in src; see docs/generate.ts -->';

/** The published schemas stay without our own format, which nobody else's validator knows. */
const withoutOwnFormat = (key: string, part: unknown): unknown =>
  key === 'format' && part === 'whole-milliseconds' ? undefined : part;

const json = (value: unknown): string => `${JSON.stringify(value, withoutOwnFormat, 2)}\n`;

/** File name below `docs/` to content. */
export function generatedFiles(behaviours: readonly BehaviourPage[]): Record<string, string> {
  return {
    'commands.md': commandPage(generated),
    'options.md': optionPage(generated),
    'metrics.md': metricsPage(generated),
    'policies.md': policiesPage(),
    'agents.md': agentsPage(behaviours),
    'control-calls.md': controlPage(generated),
    'shipped-scenarios.md': scenariosPage(generated),
    'log-tamperings.md': tamperingsPage(generated),
    'outcomes.md': outcomesPage(generated),
    'scenario.md': scenarioPage(generated),
    'agent-api.md': agentApiPage(generated),
    'schemas/scenario.json': json({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...ScenarioSchema,
    }),
    'schemas/target.json': json({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...TargetSchema,
    }),
    'schemas/requests.json': json({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...RequestFileSchema,
    }),
    'schemas/trace.json': json({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...TraceLineSchema,
    }),
    'schemas/bench.json': json(benchSchema),
    'schemas/validate.json': json(validateSchema),
    'schemas/conform.json': json(conformSchema),
    'schemas/dry-run.json': json(dryRunSchema),
    'schemas/har.json': json(harSchema),
    'schemas/session-result.json': json(sessionResultSchema),
    'grafana-load.json': json(dashboard),
    'schemas/load.json': json(loadSchema),
    'schemas/load-limit.json': json(loadLimitSchema),
    'schemas/load-work.json': json(loadWorkSchema),
    'schemas/record-proxy.json': json(recordProxySchema),
    'schemas/replay.json': json(replaySchema),
    'schemas/run.json': json(runSchema),
    'schemas/audit.json': json(auditSchema),
    'schemas/policies.json': json(policiesSchema),
    'schemas/check.json': json(checkSchema),
    'schemas/check-work.json': json(checkWorkSchema),
    'schemas/diff.json': json(diffSchema),
    'schemas/compare.json': json(compareSchema),
    'schemas/metrics.json': json(metricsSchema),
    'schemas/error.json': json(errorSchema),
    'schemas/serve.json': json(serveSchema),
    'schemas/session.json': json(sessionSchema),
    'schemas/manifest.json': json(manifestSchema),
    'schemas/sweep.json': json(sweepSchema),
    'schemas/sweep-work.json': json(sweepWorkSchema),
    'schemas/sweep-plan.json': json(sweepPlanSchema),
    'schemas/sweep-point.json': json(sweepPointSchema),
    'schemas/sweep-manifest.json': json(sweepManifestSchema),
  };
}

/** Ids of claims and open points as links into the specification. */
const claimLinks = (ids: string): string =>
  ids.replaceAll(/\b[A-Z]{3}\d+\b/g, '[$&](spec/specification.md#$&)');
const gapLinks = (ids: string): string =>
  ids.replaceAll(/\b[A-Z]\d+\b/g, '[$&](spec/specification.md#gap-$&)');

function policiesPage(): string {
  const sections = policyNames.map((name) => {
    const { question, gap, lines, options, default: fallback } = policyRow(name);
    const choices =
      options === 'usdc'
        ? [`- an amount of USDC; default ${fallback}`]
        : Object.entries(options).map(
            ([option, meaning]) => `- \`${option}\`${option === fallback ? ' (default)' : ''}: ${meaning}`,
          );
    return [
      `## ${name}`,
      `${question} (gap ${gapLinks(gap)}; ${claimLinks(lines)})`,
      '',
      ...choices,
      '',
    ].join('\n');
  });
  return [
    '# Policies',
    generated,
    '',
    'The specification leaves some points open. Each policy selects how Orrery reads one of them.',
    '',
    ...sections,
  ].join('\n');
}

function agentsPage(behaviours: readonly BehaviourPage[]): string {
  const sections = behaviours.map((behaviour) =>
    [`## ${behaviour.name}`, behaviour.about, '', ...parameterLines(behaviour)].join('\n'),
  );
  return ['# Shipped behaviours', generated, '', ...sections].join('\n');
}
