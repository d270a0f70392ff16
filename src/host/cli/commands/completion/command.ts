import type { CommandRow } from '../../command.ts';
import type { Shell } from './completion.ts';

/** `commands`: all that there are, this one included. */
export const completionOf = (commands: () => readonly CommandRow[]): CommandRow => ({
  name: 'completion',
  about: 'a script that completes commands, options and names in a shell',
  arguments: [{ flags: '<shell>', about: 'which one', choices: ['bash', 'zsh', 'fish', 'powershell'] }],
  options: [],
  examples: [
    'orrery completion bash > ~/.local/share/bash-completion/completions/orrery',
    'orrery completion zsh > "${fpath[1]}/_orrery"',
    'orrery completion fish > ~/.config/fish/completions/orrery.fish',
    'orrery completion powershell | Out-String | Invoke-Expression',
  ],
  exitCodes: { held: 'the script was printed' },
  isBrief: true,
  load: async () => {
    const { completionCommand } = await import('./completion.ts');
    return (shell: Shell) => completionCommand(commands(), shell);
  },
});
