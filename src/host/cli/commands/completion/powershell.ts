/** The script for PowerShell, on Windows, macOS and Linux. Where it offers nothing, PowerShell offers files. */
import { spellings, type CompletedCommand, type CompletedOption } from './completed-command.ts';

/** Within single quotes; PowerShell takes typographic ones for them too. */
const quoted = (text: string): string => `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;

const list = (texts: readonly string[]): string => `@(${texts.map(quoted).join(', ')})`;

const optionLines = (option: CompletedOption): string[] =>
  spellings(option).map((flag) => {
    const { about, takesValue, values } = option;
    return `                ${quoted(flag)} = @{ About = ${quoted(about)}; TakesValue = ${takesValue ? '$true' : '$false'}; Values = ${list(values)} }`;
  });

const commandLines = ({ name, about, options, words }: CompletedCommand): string =>
  `        ${quoted(name)} = @{
            About = ${quoted(about)}
            Words = ${list(words)}
            Options = [ordered]@{
${options.flatMap(optionLines).join('\n')}
            }
        }`;

/** Words before the cursor decide what is offered: the program, the command, and the option whose value is typed. */
export const powershellScript = (commands: readonly CompletedCommand[]): string =>
  `# in $PROFILE: orrery completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName orrery, orrery-sim -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $commands = [ordered]@{
${commands.map(commandLines).join('\n')}
    }
    $before = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.Extent.Text })
    $offers = [ordered]@{}
    if ($before.Count -le 1) {
        foreach ($name in $commands.Keys) { $offers[$name] = $commands[$name].About }
    } elseif ($commands.Contains($before[1])) {
        $command = $commands[$before[1]]
        $option = if ($before.Count -gt 2) { $command.Options[$before[-1]] }
        if ($null -ne $option -and $option.TakesValue) {
            foreach ($value in $option.Values) { $offers[$value] = $value }
        } elseif ($wordToComplete.StartsWith('-')) {
            foreach ($flag in $command.Options.Keys) { $offers[$flag] = $command.Options[$flag].About }
        } else {
            foreach ($word in $command.Words) { $offers[$word] = $word }
        }
    }
    foreach ($offer in $offers.Keys) {
        if ($offer.StartsWith($wordToComplete, [System.StringComparison]::Ordinal)) {
            [System.Management.Automation.CompletionResult]::new($offer, $offer, 'ParameterValue', $offers[$offer])
        }
    }
}
`;
