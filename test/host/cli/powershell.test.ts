/** Completion in PowerShell: the script is read as PowerShell reads texts and brackets, and tried in PowerShell where it is installed. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { policyNames } from '../../../src/core/policy/policies.ts';
import { commands } from '../../../src/host/cli/commands/table.ts';
import { powershellScript } from '../../../src/host/cli/commands/completion/powershell.ts';
import { optionOf } from '../../../src/host/cli/options/option-of.ts';
import { games } from '../../../src/platform/games/registry.ts';
import { programMsMax } from '../../time-limit.ts';
import { called } from './called.ts';
import { folderWith } from './orrery.ts';

const { stdout: script } = await called(process.cwd(), ['completion', 'powershell']);

/** The texts in single quotes, in which a doubled quote is one, and what is left without them and without comments. */
function parts(text: string): { texts: string[]; code: string } {
  const texts: string[] = [];
  const code = text.replaceAll(/'((?:[^']|'')*)'|#.*$/gm, (_all: string, quoted: string | undefined) => {
    if (quoted !== undefined) texts.push(quoted.replaceAll("''", "'"));
    return quoted === undefined ? '' : "''";
  });
  return { texts, code };
}

/** The brackets that are open at the end, or the first that closes another. */
function openBrackets(code: string): string {
  const pairs: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
  let open = '';
  for (const [bracket] of code.matchAll(/[()[\]{}]/g)) {
    if (pairs[bracket] === undefined) open += bracket;
    else if (open.endsWith(pairs[bracket])) open = open.slice(0, -1);
    else return `${open}${bracket}`;
  }
  return open;
}

describe('the script for PowerShell', () => {
  it('closes each text and bracket, and is plain ASCII, so that no code page changes it', () => {
    const { texts, code } = parts(script);
    expect(texts.length).toBeGreaterThan(300);
    expect(openBrackets(code)).toBe('');
    expect(code).not.toMatch(/['"`]{3}|"/);
    expect(script).toMatch(/^[\n -~]+$/);
  });

  it.each(commands)('has $name with its options, their values and its words', (row) => {
    const [, section = ''] = script.split(`\n        '${row.name}' = @{\n`);
    const [own = ''] = section.split(/\n {8}\}\n/);
    for (const option of row.options.map(optionOf)) {
      const takesValue = option.required || option.optional ? '$true' : '$false';
      for (const flag of [option.short, option.long])
        if (flag !== undefined)
          expect(own).toMatch(new RegExp(`^ +'${flag}' = @\\{ .*TakesValue = \\${takesValue};`, 'm'));
      for (const choice of option.argChoices ?? [])
        expect(own).toMatch(new RegExp(`^ +'${option.long ?? ''}' = .* Values = @\\(.*'${choice}'`, 'm'));
    }
    for (const { choices = [] } of row.arguments ?? [])
      for (const choice of choices) expect(own).toContain(`'${choice}'`);
  });

  it('offers policies after --set, games after audit and every command after help', () => {
    expect(script).toContain(`Values = @(${policyNames.map((name) => `'${name}='`).join(', ')})`);
    expect(script).toContain(`Words = @(${games.map(({ game }) => `'${game.id}'`).join(', ')})`);
    expect(script).toContain(`Words = @(${commands.map(({ name }) => `'${name}'`).join(', ')})`);
  });

  it('doubles quotes in texts, typographic ones too', () => {
    const own = powershellScript([{ name: 'x', about: "an agent's ‘own’", options: [], words: ["a'b"] }]);
    expect(own).toContain("About = 'an agent''s ‘‘own’’'");
    expect(own).toContain("Words = @('a''b')");
  });

  const isMissing = spawnSync('pwsh', ['-Version']).status !== 0;

  it.skipIf(isMissing).each([
    ['orrery compa', 'compare'],
    ['orrery run --prof', '--profile'],
    ['orrery run --profile cons', 'consistent'],
    ['orrery audit coin', 'coin_flip'],
    ['orrery run --set limits.bu', 'limits.burst='],
  ])('completes %j in PowerShell', (typed, wanted) => {
    const folder = folderWith({ 'orrery.ps1': script });
    const call = `. ./orrery.ps1; (TabExpansion2 '${typed}' ${typed.length}).CompletionMatches.CompletionText`;
    const { stdout } = spawnSync('pwsh', ['-NoProfile', '-Command', call], {
      cwd: folder,
      encoding: 'utf8',
      timeout: programMsMax,
      killSignal: 'SIGKILL',
    });
    expect(stdout.trim().split(/\r?\n/)[0]).toBe(wanted);
  });
});
