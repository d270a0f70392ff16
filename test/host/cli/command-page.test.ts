/** Each command's section of docs/commands.md, and its help text, say what its tables say: command by command. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commandPage } from '../../../docs/command-page.ts';
import { commands } from '../../../src/host/cli/commands/table.ts';
import { build } from '../../../src/host/cli/program.ts';
import { performHere } from '../../../src/host/cli/supervision/perform-here.ts';
import { describeKept } from '../../kept-digests.ts';

/** Sections by their headings; how wide a table is printed says nothing. */
function sectionsOf(page: string): Record<string, string[]> {
  const lines = page
    .split('\n')
    .map((line) => line.replaceAll(/ {2,}/g, ' ').replaceAll(/ ?-{3,} ?/g, '---'));
  const sections = lines.join('\n').split(/\n+(?=## )/);
  return Object.fromEntries(sections.map((section) => [section.split('\n', 1)[0], filled(section)]));
}

const filled = (section: string): string[] => section.split('\n').filter((line) => line !== '');

const documented = sectionsOf(readFileSync(new URL('../../../docs/commands.md', import.meta.url), 'utf8'));

describe('the section in docs/commands.md', () => {
  const made = sectionsOf(commandPage(''));

  it.each(commands)(
    'of $name is that of its tables (UPDATE_DOCS=1 with test/tidy/docs.test.ts)',
    ({ name }) => {
      const heading = `## orrery ${name}`;
      expect(made[heading]).toEqual(documented[heading]);
    },
  );

  it('is there for each command, and for no other', () => {
    expect(Object.keys(documented).slice(1)).toEqual(Object.keys(made).slice(1));
    expect(Object.keys(made).slice(1)).toEqual(commands.map(({ name }) => `## orrery ${name}`));
  });
});

describe('the help text', () => {
  const built = build({ code: 0 }, performHere);

  /** What a terminal of 100 columns without colours shows. */
  function helpOf(name: string): string {
    const command = built.commands.find((one) => one.name() === name)!;
    let text = '';
    command.configureOutput({
      writeOut: (part) => (text += part),
      getOutHelpWidth: () => 100,
      getOutHasColors: () => false,
    });
    command.outputHelp();
    return text;
  }

  describeKept(
    new URL('help-texts.json', import.meta.url),
    commands.map(({ name }) => ({ name, made: () => helpOf(name).split('\n') })),
  );
});
