/** The commands with their options and examples. Each command's code is loaded only when it is called. */
import { Argument, Command, Option } from 'commander';
import { checkCall, RequiredOption } from './call-check.ts';
import type { CommandName } from './command-table.ts';
import { helpSections, helpStyle } from './command-help.ts';
import { CallMistake } from '../app/exit.ts';
import { complain, say } from './output.ts';
import { packageVersion } from '../app/package-version.ts';

/** Gathers `--set NAME=VALUE`. */
function assignment(text: string, before: Record<string, string>): Record<string, string> {
  const equals = text.indexOf('=');
  if (equals < 1) throw new CallMistake(`--set ${text}: expected POLICY=VALUE`);
  return { ...before, [text.slice(0, equals)]: text.slice(equals + 1) };
}

/** Gathers an option that may be repeated. */
const gathered = (text: string, before: readonly string[]): string[] => [...before, text];

/** An option that may be given several times. */
const repeated = (flags: string, description: string): Option =>
  new Option(flags, description).argParser(gathered).default([], 'none');

/** An option that may be left out; `without` says what then happens, for the help text. */
const optional = (flags: string, description: string, without: string): Option =>
  new Option(flags, description).default(undefined, without);

const seedOr = (without: string): Option =>
  optional('--seed <seed>', 'the seed, a number or a text', without);
const profileOr = (without: string): Option =>
  optional('--profile <profile>', 'the set of policies', without).choices(['published', 'consistent']);
const seedOption = seedOr('that of the scenario, or 1');
const profileOption = profileOr('that of the scenario, or published');
const setOption = new Option('--set <policy=value>', 'one policy; may be repeated')
  .argParser(assignment)
  .default({}, 'none');
const withOption = repeated(
  '--with <path=value>',
  'one value of the scenario file, such as population.0.count=5; may be repeated',
);
const outOption = optional(
  '--out <folder>',
  'the report folder itself: a new or empty one, or an earlier report',
  'a folder in reports/, named after the run',
);
const jsonOption = new Option('--json', 'print the result object, alone, on stdout');
const quietOption = new Option('--quiet', 'print nothing but errors');

/** What a command ended with. */
export interface Ended {
  code: number;
}

/** Runs a command of the table and gives its exit code. */
export type Perform = (name: CommandName, ...words: readonly unknown[]) => Promise<number>;

/** The whole command line. Whichever command is called writes its exit code into `ended`. */
export function build(ended: Ended, perform: Perform): Command {
  const program = new Command('orrery')
    .description('A deterministic simulation and load-testing harness for a platform of autonomous agents.')
    .version(packageVersion())
    // Whoever runs the command line prints the error, in one line or as JSON.
    .configureOutput({ writeOut: say, writeErr: complain, outputError: () => undefined });
  program
    .command('run')
    .description('run a scenario under the virtual clock and write a report folder')
    .argument('<scenario>', 'a scenario file')
    .addOption(seedOption)
    .addOption(profileOption)
    .addOption(setOption)
    .addOption(withOption)
    .addOption(outOption)
    .addOption(jsonOption)
    .addOption(quietOption)
    .addHelpText(
      'after',
      '\nExamples:\n  orrery run scenarios/first-month.yaml\n  orrery run scenarios/escrow-expiry.yaml --seed 7 --json\n  orrery run my.yaml --set limits.burst=x3 --out reports/mine',
    )
    .action(async (file: string, options) => {
      ended.code = await perform('run', file, options);
    });
  program
    .command('record')
    .description('run a scenario and keep the trace of every request beside its report')
    .argument('<scenario>', 'a scenario file')
    .addOption(seedOption)
    .addOption(profileOption)
    .addOption(setOption)
    .addOption(withOption)
    .addOption(outOption)
    .addOption(jsonOption)
    .addOption(quietOption)
    .addHelpText('after', '\nExamples:\n  orrery record scenarios/escrow-expiry.yaml --out reports/recorded')
    .action(async (file: string, options) => {
      ended.code = await perform('record', file, options);
    });
  program
    .command('replay')
    .description('send recorded traffic to a live deployment and compare every answer with the recorded one')
    .argument('<trace>', 'the trace.ndjson.gz of a report folder of orrery record')
    .addOption(
      new RequiredOption('--target <file>', 'where to send it, and what may be done there: a target file'),
    )
    .addOption(
      new Option('--engine <engine>', 'what sends it').choices(['open', 'autocannon', 'k6']).default('open'),
    )
    .option(
      '--speed <speed>',
      'how much faster than recorded, such as 1000x; max for as fast as possible',
      '1x',
    )
    .addOption(
      optional(
        '--ramp <duration>',
        'wall time in which the speed rises from nothing',
        'none: full speed from the start',
      ),
    )
    .addOption(
      optional(
        '--from <duration>',
        'trace time to measure from; what comes before is sent at once',
        'the start of the trace',
      ),
    )
    .addOption(optional('--to <duration>', 'trace time to stop at', 'the end of the trace'))
    .addOption(
      new Option('--think <think>', 'the time between the requests of a session')
        .choices(['keep', 'drop'])
        .default('keep'),
    )
    .addOption(
      optional(
        '--warm-up <duration>',
        'wall time at the start that is not measured',
        'none: everything is measured',
      ),
    )
    .addOption(
      optional(
        '--noise <file>',
        'the replay.json of an earlier replay: what differed there is noise',
        'none: every difference counts',
      ),
    )
    .option('--workers <count>', 'threads of --engine open; sessions that need each other share one', '1')
    .option('--machines <count>', 'with --engine k6 and --out: write segments and a TestRun for so many', '4')
    .option('--dry-run', 'send nothing: requests, sessions, writes, hosts and duration')
    .addOption(optional('--out <folder>', 'keep the result there, as replay.json', 'nothing is kept'))
    .addOption(jsonOption)
    .addOption(quietOption)
    .addHelpText(
      'after',
      '\nExamples:\n  orrery replay reports/recorded/trace.ndjson.gz --target target.yaml --dry-run\n  orrery replay trace.ndjson.gz --target target.yaml --speed 1000x --to 1d',
    )
    .action(async (trace: string, options) => {
      ended.code = await perform('replay', trace, options);
    });
  program
    .command('conform')
    .description("run populations against a live deployment and compare every answer with the model's")
    .addOption(
      new RequiredOption('--target <file>', 'where it is, and what may be done there: a target file'),
    )
    .addOption(
      repeated(
        '--scenario <file>',
        'a population to run; may be repeated; without one, made-up sequences of requests',
      ),
    )
    .addOption(optional('--runs <runs>', 'how many made-up sequences to run', '50, or 0 beside a scenario'))
    .option('--for <duration>', 'wall time of a run against a clock that runs by itself', '1m')
    .option('--noise', 'ask a target with a clock of its own everything twice: what then differs is noise')
    .addOption(
      repeated('--ignore <field>', 'a field whose differences say nothing, such as /error; may be repeated'),
    )
    .option('--causes <count>', 'how many causes to look for', '20')
    .addOption(
      optional(
        '--shrink-for <duration>',
        'wall time for making sequences small',
        '2m, or 30s where the clock runs by itself',
      ),
    )
    .addOption(seedOption)
    .addOption(profileOption)
    .addOption(setOption)
    .addOption(
      optional(
        '--out <folder>',
        'keep conform.json, a page and each smallest sequence there',
        'nothing is kept',
      ),
    )
    .addOption(jsonOption)
    .addOption(quietOption)
    .addHelpText(
      'after',
      '\nThe seed, profile and policies are those of the model; the target keeps its own.\n\nExamples:\n  orrery conform --target sandbox.yaml\n  orrery conform --target sandbox.yaml --scenario scenarios/escrow-expiry.yaml --out reports/conform\n  orrery conform --target staging.yaml --scenario smoke.yaml --for 10m --noise',
    )
    .action(async (options) => {
      ended.code = await perform('conform', options);
    });
  program
    .command('har')
    .description('a HAR file as a trace, without its secrets, or a trace as a HAR file')
    .argument('<from>', 'a .har file, or a trace')
    .argument('<to>', 'the other of the two')
    .addOption(
      optional(
        '--target <file>',
        'which addresses of a HAR file are which service: a target file',
        'none: paths begin with the service',
      ),
    )
    .addOption(jsonOption)
    .addOption(quietOption)
    .addHelpText(
      'after',
      '\nExamples:\n  orrery har browser.har trace.ndjson.gz --target target.yaml\n  orrery har reports/recorded/trace.ndjson.gz recorded.har',
    )
    .action(async (from: string, to: string, options) => {
      ended.code = await perform('har', from, to, options);
    });
  program
    .command('bench')
    .description('the highest rate at which live endpoints keep their limits, or how they do at one rate')
    .addOption(
      new RequiredOption('--target <file>', 'where they are, and what may be done there: a target file'),
    )
    .addOption(
      optional(
        '--path <path>',
        'what to read, such as /wallet/v1/wallet/chains',
        'none: --mix is needed then',
      ),
    )
    .addOption(
      optional(
        '--mix <file>',
        'read what a scenario reads, as often: a scenario file or a trace',
        'none: --path is needed then',
      ),
    )
    .addOption(repeated('--header <header>', 'a header to send, NAME: VALUE; may be repeated'))
    .addOption(
      optional(
        '--keys <file>',
        'API keys for the mix, one a line, used in turn',
        'none: accounts are registered',
      ),
    )
    .option('--agents <count>', 'without --keys: register so many agents first (allow: writes)', '20')
    .addOption(
      new Option('--shape <shape>', 'rates that rise until a limit breaks, one rate, or a closed loop')
        .choices(['saturation', 'constant', 'closed'])
        .default('saturation'),
    )
    .option('--rate <rate>', 'requests a second of --shape constant', '100')
    .option('--connections <count>', 'connections of --shape closed', '10')
    .option('--step <duration>', 'how long each rate is kept', '5s')
    .option('--from-rate <rate>', 'requests a second to begin with', '50')
    .option(
      '--to-rate <rate>',
      'requests a second to stop at; never above the ceiling of the target file',
      '10000000',
    )
    .option('--p99 <duration>', 'a rate holds while the p99 of the response time is below this', '200ms')
    .option('--failed <share>', 'and no larger share of requests fails', '0.01')
    .option('--repeats <count>', 'how often the search, or the step, is repeated for its interval', '5')
    .addOption(
      optional(
        '--baseline <file>',
        'the bench.json of an earlier bench: exit 1 where this one is worse',
        'none',
      ),
    )
    .option('--tolerance <share>', 'by how much it may be worse', '0.1')
    .addOption(optional('--out <folder>', 'keep the result there, as bench.json', 'nothing is kept'))
    .addOption(jsonOption)
    .addOption(quietOption)
    .addHelpText(
      'after',
      '\nExamples:\n  orrery bench --target target.yaml --path /wallet/v1/wallet/chains --p99 50ms\n  orrery bench --target target.yaml --mix scenarios/trading-week.yaml --shape constant --rate 200\n  orrery bench --target target.yaml --mix trace.ndjson.gz --out now --baseline before/bench.json',
    )
    .action(async (options) => {
      ended.code = await perform('bench', options);
    });
  program
    .command('check')
    .description('property-based populations until the budget is spent, and minimal scenarios of what breaks')
    .option('--runs <runs>', 'how many scenarios to make up', '200')
    .addOption(optional('--for <duration>', 'stop after so much time, such as 60s', 'no limit of time'))
    .option('--cpu', 'count --for in processor time: a busy machine then finds as much as an idle one')
    .option('--findings <count>', 'stop after so many properties are broken', '5')
    .option('--twice <share>', 'the share of runs that a second process repeats', '0.1')
    .option('--no-regressions', 'without the stored scenarios of earlier findings')
    .addOption(optional('--seed <seed>', 'the seed', 'the commit that is checked out'))
    .addOption(
      optional(
        '--out <folder>',
        'where findings and reports go',
        'findings in scenarios/regressions, no reports',
      ),
    )
    .addOption(jsonOption)
    .addOption(quietOption)
    .addHelpText(
      'after',
      '\nExamples:\n  orrery check\n  orrery check --runs 100000 --for 10m --out reports/check',
    )
    .action(async (options) => {
      ended.code = await perform('check', options);
    });
  program
    .command('audit')
    .description('the exact edge of every bet, then replayed rounds, then a verdict on each game')
    .argument('[game...]', 'ids of games; all 17 if none is named')
    .addOption(profileOr('published'))
    .addOption(seedOr('1; with --target none: client seeds are random'))
    .option('--rounds <rounds>', 'rounds of each game to replay; 0 for the exact part alone', '20000')
    .addOption(
      optional(
        '--workers <workers>',
        'threads to replay with; the verdicts do not depend on it',
        'one, or one a core for many rounds',
      ),
    )
    .addOption(
      optional('--resume <file>', 'keep finished rounds in this file and go on from it', 'nothing is kept'),
    )
    .option(
      '--prove',
      'send every symbolic outcome of each game through its play: the code pays what the table says',
    )
    .addOption(
      optional('--bets <file>', 'audit the bet log of another casino instead: CSV or NDJSON', 'none'),
    )
    .addOption(
      optional(
        '--names <file>',
        'what that log calls its columns, games and parameters: YAML or JSON',
        'our own names',
      ),
    )
    .addOption(
      optional(
        '--target <file>',
        'audit a live casino instead: bet there, then rotate, reveal and verify; its file must say allow: writes',
        'none: the shipped games',
      ),
    )
    .addOption(
      optional('--budget <usdc>', 'with --target: the most to be staked in all', 'none: it must be given'),
    )
    .option('--stake <usdc>', 'with --target: the stake of a bet', '0.01')
    .option('--bets-per-seed <bets>', 'with --target: bets under one server seed', '25')
    .option('--rate <calls>', 'with --target: the most calls a second', '1')
    .addOption(outOption)
    .addOption(jsonOption)
    .addOption(quietOption)
    .addHelpText(
      'after',
      '\nExamples:\n  orrery audit\n  orrery audit keno video_poker --profile consistent\n  orrery audit --profile published --json\n  orrery audit coin_flip --rounds 10000000 --workers 2 --resume coin.ndjson\n  orrery audit --bets log.csv --names names.yaml\n  orrery audit dice crash --target staging.yaml --budget 2.00',
    )
    .action(async (names: string[], options) => {
      ended.code = await perform('audit', names, options);
    });
  program
    .command('serve')
    .description('the whole platform over HTTP on one port, until it is stopped')
    .option('--port <port>', 'the port; 0 finds a free one', '4010')
    .option(
      '--host <host>',
      'the address to listen on; every other than loopback has to be named',
      '127.0.0.1',
    )
    .option('--clock <pace>', 'manual (control calls move it), real, or a factor such as 60x', 'manual')
    .addOption(
      optional('--start <instant>', 'where virtual time begins', '2026-01-01T00:00:00Z if manual, else now'),
    )
    .addOption(
      optional(
        '--id-seed <text>',
        'draw ids, keys and addresses from this instead; nothing else changes',
        'the seed',
      ),
    )
    .addOption(seedOr('1'))
    .addOption(profileOr('published'))
    .addOption(setOption)
    .addOption(jsonOption)
    .addOption(quietOption)
    .addHelpText('after', '\nExamples:\n  orrery serve\n  orrery serve --clock 60x --port 0 --json')
    .action(async (options) => {
      ended.code = await perform('serve', options);
    });
  program
    .command('sweep')
    .description(
      'a scenario with many seeds and a grid of values, over threads, shards or a queue, into one table',
    )
    .argument('<scenario>', 'a scenario file')
    .addOption(
      optional(
        '--seeds <seeds>',
        'how many from 1 (1000), a range (1..1000) or a list (7,8,blue)',
        'the seed of the scenario',
      ),
    )
    .addOption(
      repeated(
        '--grid <path=values>',
        'values to vary, such as population.0.count=5,10 or policy:limits.burst=table,none; may be repeated',
      ),
    )
    .addOption(profileOption)
    .addOption(setOption)
    .addOption(optional('--workers <workers>', 'threads', 'one a core'))
    .addOption(
      optional(
        '--shard <part>',
        'only a part of the points, such as 3/8; orrery merge puts the parts together',
        'all points',
      ),
    )
    .addOption(
      optional(
        '--queue <address>',
        'share the points out over a Redis, such as redis://127.0.0.1:6379',
        'the threads of this process',
      ),
    )
    .option('--work', 'with --queue and the same call elsewhere: help there, and write nothing here')
    .addOption(outOption)
    .addOption(jsonOption)
    .addOption(quietOption)
    .addHelpText(
      'after',
      '\nA sweep that was stopped or killed goes on when it is called again.\n\nExamples:\n  orrery sweep scenarios/escrow-expiry.yaml --seeds 1..100\n  orrery sweep my.yaml --seeds 20 --grid population.0.with.expiresIn=1h,1d --grid policy:limits.burst=table,none\n  orrery sweep my.yaml --seeds 1000 --shard 3/8 --out shard-3',
    )
    .action(async (file: string, options) => {
      ended.code = await perform('sweep', file, options);
    });
  program
    .command('merge')
    .description('the shards of a sweep as one folder, the same as the sweep in one piece')
    .argument('<folder...>', 'the folders of all shards')
    .addOption(new RequiredOption('--out <folder>', 'the folder of the whole sweep'))
    .addOption(jsonOption)
    .addOption(quietOption)
    .addHelpText('after', '\nExamples:\n  orrery merge shard-1 shard-2 shard-3 --out reports/sweep')
    .action(async (folders: string[], options) => {
      ended.code = await perform('merge', folders, options);
    });
  program
    .command('policies')
    .description('every open reading of the documents, its options and its default')
    .argument('[filter]', 'show only names that contain this')
    .addOption(profileOr('published'))
    .addOption(setOption)
    .addOption(jsonOption)
    .addOption(quietOption)
    .addHelpText('after', '\nExamples:\n  orrery policies\n  orrery policies escrow --json')
    .action(async (filter: string | undefined, options) => {
      const { policiesCommand } = await import('./policies-command.ts');
      ended.code = policiesCommand(filter, options);
    });
  program
    .command('compare')
    .description(
      'two runs, or two sets of runs, metric by metric, and whether they differ by more than noise',
    )
    .argument('<a>', 'a report folder, or a folder of report folders')
    .argument('<b>', 'what to set beside it: the same')
    .addOption(
      repeated(
        '--fail-above <metric:bound>',
        'exit 1 where it rises by more, in percent or units; may be repeated',
      ),
    )
    .addOption(repeated('--fail-below <metric:bound>', 'exit 1 where it falls by more; may be repeated'))
    .addOption(optional('--out <file>', 'write the comparison there, as one HTML file', 'no page is written'))
    .option('--all', 'list what is the same too')
    .addOption(jsonOption)
    .addOption(quietOption)
    .addHelpText(
      'after',
      "\nExamples:\n  orrery compare reports/small-market-1-0f3c9a12 reports/small-market-2-77aa01c9\n  orrery compare reports/before reports/after --out compare.html\n  orrery compare before after --fail-above 'http_req_duration{p(99)}:10%' --fail-above http_req_timeouts:0",
    )
    .action(async (left: string, right: string, options) => {
      ended.code = await perform('compare', left, right, options);
    });
  program
    .command('diff')
    .description('the first event at which two runs differ')
    .argument('<a>', 'a report folder')
    .argument('<b>', 'another report folder')
    .addOption(jsonOption)
    .addOption(quietOption)
    .addHelpText(
      'after',
      '\nExamples:\n  orrery diff reports/first-month-7-0f3c9a12 reports/first-month-8-77aa01c9',
    )
    .action(async (left: string, right: string, options) => {
      ended.code = await perform('diff', left, right, options);
    });
  program
    .command('init')
    .description('a starter scenario, behaviour and property in the current folder')
    .addOption(quietOption)
    .addHelpText('after', '\nExamples:\n  orrery init && orrery run scenario.yaml')
    .action(async (options) => {
      const { initCommand } = await import('./init-command.ts');
      ended.code = initCommand(process.cwd(), options);
    });
  program
    .command('completion')
    .description('a script that completes commands, options and names in a shell')
    .addArgument(new Argument('<shell>', 'which one').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      '\nExamples:\n  orrery completion bash > ~/.local/share/bash-completion/completions/orrery\n  orrery completion zsh > "${fpath[1]}/_orrery"\n  orrery completion fish > ~/.config/fish/completions/orrery.fish',
    )
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { completionCommand } = await import('./completion-command.ts');
      ended.code = completionCommand(program, shell);
    });
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureHelp(helpStyle).addHelpText('after', helpSections(command.name()));
  }
  program.hook('preAction', (_program, command) => checkCall(command));
  return program;
}
