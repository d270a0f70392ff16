/** The whole script of each shell, for commands that have each kind of option and argument once. */
import { expect, it } from 'vitest';
import type { CommandRow } from '../../../src/host/cli/command.ts';
import { completionCommand, type Shell } from '../../../src/host/cli/commands/completion/completion.ts';
import { completed } from '../../../src/host/cli/commands/completion/completed-command.ts';
import { games } from '../../../src/platform/games/registry.ts';
import { policyNames } from '../../../src/core/policy/policies.ts';
import { hear } from './heard.ts';

const plain = {
  options: [],
  examples: [],
  exitCodes: { held: 'x' },
  load: () => Promise.reject(new Error('not called')),
};
const rows: readonly CommandRow[] = [
  {
    ...plain,
    name: 'go',
    about: "what's [new]: all \\ of it's [parts]: two",
    options: [
      { flags: '--out <folder>', about: "where 'it' [goes]: \\ here" },
      { flags: '--name <name>', about: 'a name', isRequired: true },
      { flags: '--shape <shape>', about: 'the shape', choices: ['round', 'square'] },
      { flags: '--quiet', about: 'say ‘nothing’' },
    ],
  },
  {
    ...plain,
    name: 'stop',
    about: 'stops',
    arguments: [
      { flags: '<file>', about: 'x' },
      { flags: '[when]', about: 'x', choices: ['now', 'later'] },
    ],
  },
];

function scriptOf(shell: Shell): string[] {
  const { stdout } = hear();
  expect(completionCommand(rows, shell)).toBe(0);
  return stdout.join('').split('\n');
}

it('bash', () =>
  expect(scriptOf('bash')).toMatchInlineSnapshot(`
  [
    "# orrery completion bash > ~/.local/share/bash-completion/completions/orrery",
    "_orrery() {",
    "  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" values="" words="" flags="" files=""",
    "  COMPREPLY=()",
    "  if [ "$COMP_CWORD" -eq 1 ]; then",
    "    COMPREPLY=($(compgen -W "go stop help --help --version" -- "$current"))",
    "    return",
    "  fi",
    "  case "\${COMP_WORDS[1]}" in",
    "    go)",
    "      case "$previous" in",
    "        --shape) values="round square" ;;",
    "        -o|--out|--name) files=1 ;;",
    "        *) words=""; flags="-o --out --name --shape -q --quiet -h --help" ;;",
    "      esac ;;",
    "    stop)",
    "      case "$previous" in",
    "        *) words="now later"; flags="-h --help" ;;",
    "      esac ;;",
    "    help)",
    "      case "$previous" in",
    "        *) words="go stop"; flags="" ;;",
    "      esac ;;",
    "  esac",
    "  if [ -n "$values" ]; then",
    "    case "$values" in *=*) compopt -o nospace 2>/dev/null ;; esac",
    "    COMPREPLY=($(compgen -W "$values" -- "$current"))",
    "  elif [ -z "$files" ] && [ "\${current#-}" != "$current" ]; then",
    "    COMPREPLY=($(compgen -W "$flags" -- "$current"))",
    "  elif [ -z "$files" ] && [ -n "$words" ]; then",
    "    COMPREPLY=($(compgen -W "$words" -- "$current"))",
    "  else",
    "    compopt -o filenames 2>/dev/null",
    "    COMPREPLY=($(compgen -f -- "$current"))",
    "  fi",
    "}",
    "complete -F _orrery orrery",
    "",
  ]
`));

it('zsh', () =>
  expect(scriptOf('zsh')).toMatchInlineSnapshot(`
  [
    "#compdef orrery",
    "# orrery completion zsh > "\${fpath[1]}/_orrery"",
    "_orrery() {",
    "  local -a commands",
    "  commands=(",
    "    'go:what’s (new)\\: all \\ of it’s (parts)\\: two'",
    "    'stop:stops'",
    "    'help:show how a command is called'",
    "  )",
    "  if (( CURRENT == 2 )); then",
    "    _describe command commands",
    "  else",
    "    local command=$words[2]",
    "    shift words",
    "    (( CURRENT-- ))",
    "    case $command in",
    "      go)",
    "        _arguments \\",
    "        '*-o[where ’it’ (goes)\\: \\ here]:value:_files' \\",
    "        '*--out[where ’it’ (goes)\\: \\ here]:value:_files' \\",
    "        '*--name[a name]:value:_files' \\",
    "        '*--shape[the shape]:value:(round square)' \\",
    "        '*-q[say ‘nothing’]' \\",
    "        '*--quiet[say ‘nothing’]' \\",
    "        '*-h[show how]' \\",
    "        '*--help[show how]' \\",
    "        '*:file:_files' ;;",
    "      stop)",
    "        _arguments \\",
    "        '*-h[show how]' \\",
    "        '*--help[show how]' \\",
    "        '*:word:(now later)' ;;",
    "      help)",
    "        _arguments \\",
    "        '*:word:(go stop)' ;;",
    "    esac",
    "  fi",
    "}",
    "if [ "$funcstack[1]" = "_orrery" ]; then _orrery "$@"; else compdef _orrery orrery; fi",
    "",
  ]
`));

it('fish', () =>
  expect(scriptOf('fish')).toMatchInlineSnapshot(`
  [
    "# orrery completion fish > ~/.config/fish/completions/orrery.fish",
    "complete -c orrery -f -n __fish_use_subcommand -a go -d 'what\\'s [new]: all \\\\ of it\\'s [parts]: two'",
    "complete -c orrery -n '__fish_seen_subcommand_from go' -l out -s o -r -d 'where \\'it\\' [goes]: \\\\ here'",
    "complete -c orrery -n '__fish_seen_subcommand_from go' -l name -r -d 'a name'",
    "complete -c orrery -n '__fish_seen_subcommand_from go' -l shape -x -a 'round square' -d 'the shape'",
    "complete -c orrery -n '__fish_seen_subcommand_from go' -l quiet -s q -d 'say ‘nothing’'",
    "complete -c orrery -n '__fish_seen_subcommand_from go' -l help -s h -d 'show how'",
    "complete -c orrery -f -n __fish_use_subcommand -a stop -d 'stops'",
    "complete -c orrery -n '__fish_seen_subcommand_from stop' -l help -s h -d 'show how'",
    "complete -c orrery -f -n '__fish_seen_subcommand_from stop' -a 'now later'",
    "complete -c orrery -f -n __fish_use_subcommand -a help -d 'show how a command is called'",
    "complete -c orrery -f -n '__fish_seen_subcommand_from help' -a 'go stop'",
    "",
  ]
`));

it('powershell', () =>
  expect(scriptOf('powershell')).toMatchInlineSnapshot(`
  [
    "# in $PROFILE: orrery completion powershell | Out-String | Invoke-Expression",
    "Register-ArgumentCompleter -Native -CommandName orrery, orrery-sim -ScriptBlock {",
    "    param($wordToComplete, $commandAst, $cursorPosition)",
    "    $commands = [ordered]@{",
    "        'go' = @{",
    "            About = 'what''s [new]: all \\ of it''s [parts]: two'",
    "            Words = @()",
    "            Options = [ordered]@{",
    "                '-o' = @{ About = 'where ''it'' [goes]: \\ here'; TakesValue = $true; Values = @() }",
    "                '--out' = @{ About = 'where ''it'' [goes]: \\ here'; TakesValue = $true; Values = @() }",
    "                '--name' = @{ About = 'a name'; TakesValue = $true; Values = @() }",
    "                '--shape' = @{ About = 'the shape'; TakesValue = $true; Values = @('round', 'square') }",
    "                '-q' = @{ About = 'say ‘‘nothing’’'; TakesValue = $false; Values = @() }",
    "                '--quiet' = @{ About = 'say ‘‘nothing’’'; TakesValue = $false; Values = @() }",
    "                '-h' = @{ About = 'show how'; TakesValue = $false; Values = @() }",
    "                '--help' = @{ About = 'show how'; TakesValue = $false; Values = @() }",
    "            }",
    "        }",
    "        'stop' = @{",
    "            About = 'stops'",
    "            Words = @('now', 'later')",
    "            Options = [ordered]@{",
    "                '-h' = @{ About = 'show how'; TakesValue = $false; Values = @() }",
    "                '--help' = @{ About = 'show how'; TakesValue = $false; Values = @() }",
    "            }",
    "        }",
    "        'help' = @{",
    "            About = 'show how a command is called'",
    "            Words = @('go', 'stop')",
    "            Options = [ordered]@{",
    "",
    "            }",
    "        }",
    "    }",
    "    $before = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.Extent.Text })",
    "    $offers = [ordered]@{}",
    "    if ($before.Count -le 1) {",
    "        foreach ($name in $commands.Keys) { $offers[$name] = $commands[$name].About }",
    "    } elseif ($commands.Contains($before[1])) {",
    "        $command = $commands[$before[1]]",
    "        $option = if ($before.Count -gt 2) { $command.Options[$before[-1]] }",
    "        if ($null -ne $option -and $option.TakesValue) {",
    "            foreach ($value in $option.Values) { $offers[$value] = $value }",
    "        } elseif ($wordToComplete.StartsWith('-')) {",
    "            foreach ($flag in $command.Options.Keys) { $offers[$flag] = $command.Options[$flag].About }",
    "        } else {",
    "            foreach ($word in $command.Words) { $offers[$word] = $word }",
    "        }",
    "    }",
    "    foreach ($offer in $offers.Keys) {",
    "        if ($offer.StartsWith($wordToComplete, [System.StringComparison]::Ordinal)) {",
    "            [System.Management.Automation.CompletionResult]::new($offer, $offer, 'ParameterValue', $offers[$offer])",
    "        }",
    "    }",
    "}",
    "",
  ]
`));

it('a game and a policy are completed by their names', () => {
  const row: CommandRow = {
    ...rows[1]!,
    arguments: [{ flags: '[game...]', about: 'x' }],
    options: [{ flags: '--set <policy=value>', about: 'y', gathers: 'assignments' }],
  };
  const help = { flag: '--help', letter: '-h', about: 'show how', takesValue: false, values: [] };
  const values = policyNames.map((name) => `${name}=`);
  expect(completed(row)).toEqual({
    name: 'stop',
    about: 'stops',
    options: [{ flag: '--set', letter: '', about: 'y', takesValue: true, values }, help],
    words: games.map(({ game }) => game.id),
  });
});
