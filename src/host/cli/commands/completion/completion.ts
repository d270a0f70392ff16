/** `orrery completion SHELL`: a script for the shell, made from the commands themselves. It stands alone: no key press starts Node. */
import { exitCode } from '../../../app/process/exit.ts';
import type { CommandRow } from '../../command.ts';
import { say } from '../../output/output.ts';
import { completed, spellings, type CompletedCommand } from './completed-command.ts';
import { powershellScript } from './powershell.ts';

/** The shells, in the order of the help text. */
export type Shell = 'bash' | 'zsh' | 'fish' | 'powershell';

/** Prints the script on stdout and returns 0; `rows` may be any table of commands. */
export function completionCommand(rows: readonly CommandRow[], shell: Shell): number {
  const named = rows.map(completed);
  const help = {
    name: 'help',
    about: 'show how a command is called',
    options: [],
    words: named.map(({ name }) => name),
  };
  const commands = [...named, help];
  const make = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powershellScript }[shell];
  say(make(commands));
  return exitCode.held;
}

function bashScript(commands: readonly CompletedCommand[]): string {
  const cases = commands.map(({ name, options, words }) => {
    const values = options
      .filter((option) => option.values.length > 0)
      .map((option) => `        ${spellings(option).join('|')}) values="${option.values.join(' ')}" ;;\n`);
    const free = options.filter((option) => option.takesValue && option.values.length === 0);
    const files = free.length === 0 ? '' : `        ${free.flatMap(spellings).join('|')}) files=1 ;;\n`;
    const flags = options.flatMap(spellings).join(' ');
    return `    ${name})\n      case "$previous" in\n${values.join('')}${files}        *) words="${words.join(' ')}"; flags="${flags}" ;;\n      esac ;;\n`;
  });
  return `# orrery completion bash > ~/.local/share/bash-completion/completions/orrery
_orrery() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" values="" words="" flags="" files=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} --help --version" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('')}  esac
  if [ -n "$values" ]; then
    case "$values" in *=*) compopt -o nospace 2>/dev/null ;; esac
    COMPREPLY=($(compgen -W "$values" -- "$current"))
  elif [ -z "$files" ] && [ "\${current#-}" != "$current" ]; then
    COMPREPLY=($(compgen -W "$flags" -- "$current"))
  elif [ -z "$files" ] && [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -F _orrery orrery
`;
}

/** Within single quotes of zsh's specifications: brackets and colons have a meaning. */
const zshText = (text: string): string =>
  text.replaceAll("'", '’').replaceAll('[', '(').replaceAll(']', ')').replaceAll(':', '\\:');

function zshScript(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name, about }) => `    '${name}:${zshText(about)}'\n`).join('');
  const cases = commands.map(({ name, options, words }) => {
    const specs = options.flatMap((option) => {
      const { about, takesValue, values } = option;
      const after = values.length > 0 ? `:value:(${values.join(' ')})` : takesValue ? ':value:_files' : '';
      return spellings(option).map((flag) => `        '*${flag}[${zshText(about)}]${after}'`);
    });
    const rest = words.length > 0 ? `        '*:word:(${words.join(' ')})'` : `        '*:file:_files'`;
    return `      ${name})\n        _arguments \\\n${[...specs, rest].join(' \\\n')} ;;\n`;
  });
  return `#compdef orrery
# orrery completion zsh > "\${fpath[1]}/_orrery"
_orrery() {
  local -a commands
  commands=(
${names}  )
  if (( CURRENT == 2 )); then
    _describe command commands
  else
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in
${cases.join('')}    esac
  fi
}
if [ "$funcstack[1]" = "_orrery" ]; then _orrery "$@"; else compdef _orrery orrery; fi
`;
}

const fishText = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ name, about, options, words }) => {
    const within = `-n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c orrery -f -n __fish_use_subcommand -a ${name} -d ${fishText(about)}`,
      ...options.map(({ flag, letter, about: what, takesValue, values }) => {
        const value = values.length > 0 ? ` -x -a '${values.join(' ')}'` : takesValue ? ' -r' : '';
        return `complete -c orrery ${within} -l ${flag.replace(/^--/, '')}${letter.replace('-', ' -s ')}${value} -d ${fishText(what)}`;
      }),
      ...(words.length > 0 ? [`complete -c orrery -f ${within} -a '${words.join(' ')}'`] : []),
    ];
  });
  return `# orrery completion fish > ~/.config/fish/completions/orrery.fish\n${lines.join('\n')}\n`;
}
