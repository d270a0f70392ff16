/** Every page of the site in the order of its sidebar; `test/site/pages.test.ts` holds it to the files that there are. */

/** Pages are files of the project, from its folder; a title is needed where the heading of the page is too long. */
export interface NavigationGroup {
  readonly title: string;
  readonly pages: readonly (readonly [file: string, title?: string])[];
}

export const navigation: readonly NavigationGroup[] = [
  {
    title: 'Start',
    pages: [
      ['README.md', 'Overview'],
      ['docs/install.md'],
      ['docs/tutorial.md', 'Tutorial'],
      ['docs/coming-from.md'],
      ['docs/faq.md'],
    ],
  },
  {
    title: 'Simulate',
    pages: [
      ['docs/scenario.md'],
      ['docs/shipped-scenarios.md'],
      ['docs/agent-api.md'],
      ['docs/agents.md'],
      ['docs/policies.md'],
      ['docs/metrics.md'],
      ['docs/compare.md'],
      ['docs/sweep.md'],
      ['docs/scale.md', 'Scale'],
      ['docs/sandbox.md'],
      ['docs/control-calls.md', 'Control calls'],
    ],
  },
  {
    title: 'Verify',
    pages: [
      ['docs/check.md'],
      ['docs/audit-method.md', 'Audit'],
      ['docs/bet-log.md', 'Bet logs'],
      ['docs/outcomes.md'],
    ],
  },
  {
    title: 'Live deployments',
    pages: [
      ['docs/target-file.md'],
      ['docs/record-proxy.md', 'Record real clients'],
      ['docs/replay-method.md', 'Replay'],
      ['docs/conform.md', 'Conform'],
      ['docs/answer-comparison.md', 'How answers are compared'],
      ['docs/load.md'],
      ['docs/bench.md', 'Bench'],
      ['docs/foreign-deployments.md', 'Other deployments'],
    ],
  },
  {
    title: 'CI and configuration',
    pages: [['docs/recipes.md'], ['docs/commands.md'], ['docs/options.md'], ['docs/configuration.md']],
  },
  {
    title: 'Background',
    pages: [
      ['docs/spec/specification.md', 'Specification'],
      ['docs/spec/gaps.md', 'Open points'],
      ['docs/spec/README.md', 'Registers'],
      ['docs/claims-open.md', 'Claims without a proof'],
      ['docs/market-model.md'],
      ['docs/wallet-chains.md', 'Simulated chains'],
      ['docs/performance.md'],
    ],
  },
  {
    title: 'Project',
    pages: [
      ['docs/extending.md'],
      ['docs/testing.md'],
      ['docs/planted-bugs.md'],
      ['docs/planted-differences.md'],
      ['docs/generated-mutants.md'],
      ['docs/log-tamperings.md', 'Tampered bet logs'],
      ['CONTRIBUTING.md'],
      ['SECURITY.md'],
      ['CODE_OF_CONDUCT.md'],
      ['CHANGELOG.md'],
      ['LICENSE', 'License'],
    ],
  },
];
