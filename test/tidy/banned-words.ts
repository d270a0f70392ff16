/** The words that Orrery does not use, with the term to use instead, and how to find them in a file. */
import { parseSync } from 'oxc-parser';

interface BannedWord {
  /** Matched against text in lower case, as whole words; `callOff` is read as `call off`. */
  readonly pattern: string;
  readonly instead: string;
  /** Banned as part of a name alone: in a sentence the word is plain English. */
  readonly isName?: true;
}

export const bannedWords: Readonly<Record<string, BannedWord>> = {
  anew: { pattern: 'anew', instead: 'again, or a verb with re-: restart, reset' },
  'bring near': { pattern: 'bring near', instead: 'promote', isName: true },
  'call off': { pattern: 'call(?:s|ed|ing)? off', instead: 'cancel' },
  crew: { pattern: 'crews?', instead: 'workers' },
  facade: { pattern: 'facades?', instead: 'style' },
  handful: { pattern: 'handfuls?', instead: 'batch' },
  harvest: { pattern: 'harvest(?:s|ed|er|ing)?', instead: 'drain' },
  'last words': { pattern: 'last words?', instead: 'final response' },
  mishap: { pattern: 'mishaps?', instead: 'fault' },
  'nobody, somebody, anybody, everybody': {
    pattern: '(?:no|some|any|every)body',
    instead: 'the actor: no client, another agent, every process',
  },
  'of its own': {
    pattern: `of (?:one['’]s|its|their|his|her|your|our|my) own`,
    instead: 'separate, or own before the noun',
  },
  opposite: { pattern: 'opposites?', instead: 'inverse, counterparty, the other side', isName: true },
  told: { pattern: 'told', instead: 'published, reported, expected', isName: true },
  'top of': { pattern: 'top of', instead: 'maximum', isName: true },
  unlucky: { pattern: '(?:un)?lucky', instead: 'losing, failed' },
  usual: { pattern: 'usual', instead: 'default', isName: true },
  weave: { pattern: 'weav(?:e|es|ed|ing)|woven?', instead: 'interleave' },
  whoever: { pattern: 'who(?:m|so)?ever', instead: 'the actor: the caller, the client, the owner' },
  wish: { pattern: 'wish(?:es|ed)?', instead: 'effect, or request' },
};

/**
 * Banned words that are values of scenario files or results and therefore cannot change, by file: the policies
 * `casino.slotsMinimum: facade` and `wallet.replayedMnemonic: anew`, the parameter `numbers: lucky` of the keno player,
 * and `leave: nobody` in the results of `sweep --work` and `check --work`.
 */
export const contractWords: Readonly<Record<string, readonly string[]>> = {
  'src/core/policy/tables/casino-games.ts': ['facade'],
  'src/core/policy/tables/wallet.ts': ['anew'],
  'src/host/cli/commands/check/elsewhere.ts': ['nobody, somebody, anybody, everybody'],
  'src/host/cli/commands/sweep/sweep.ts': ['nobody, somebody, anybody, everybody'],
  'docs/agents.md': ['unlucky'],
  'docs/policies.md': ['anew', 'facade'],
};

const patterns = Object.entries(bannedWords).map(
  ([word, { pattern, isName }]) => [word, new RegExp(`\\b(?:${pattern})\\b`), isName === true] as const,
);

/** What a file says: the names in its code, and its sentences. */
export interface FileWords {
  readonly names: string;
  readonly prose: string;
}

/** The banned words of a file, each once. */
export const bannedIn = ({ names, prose }: FileWords): string[] =>
  patterns
    .filter(([, pattern, isName]) => pattern.test(names) || (!isName && pattern.test(prose)))
    .map(([word]) => word);

const nothing: FileWords = { names: '', prose: '' };

/** What is read of a file is part of its text: where that has no banned word, the file need not be parsed. */
const hasNone = (whole: FileWords): boolean => bannedIn(whole).length === 0;

/** `isToldOff_NOW` becomes `is told off now`. */
const wordsOf = (name: string): string =>
  name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .replaceAll('_', ' ')
    .toLowerCase();

/** A page has no names. Code in it is read as prose. */
export const wordsOfPage = (text: string): FileWords => ({ names: '', prose: flat(text) });

/** The names, the comments and the texts of a module. A literal without a space is data, not a text. */
export function wordsOfModule(text: string): FileWords {
  if (hasNone({ names: wordsOf(text), prose: flat(text) })) return nothing;
  const { program, comments } = parseSync('file.ts', text);
  const names = new Set<string>();
  const prose = comments.map(({ value }) => value);
  visit(program, (node) => {
    if (typeof node['name'] === 'string') names.add(node['name']);
    const literal =
      node['type'] === 'TemplateElement' ? (node['value'] as { raw: string }).raw : node['value'];
    if (typeof literal === 'string' && literal.includes(' ')) prose.push(literal);
  });
  return { names: [...names].map(wordsOf).join('\n'), prose: flat(prose.join('\n')) };
}

/** The titles of a test file, `${}` left out of templates. */
export function wordsOfTests(text: string): FileWords {
  if (hasNone({ names: '', prose: flat(text) })) return nothing;
  const titles: string[] = [];
  visit(parseSync('file.ts', text).program, (node) => {
    if (node['type'] !== 'CallExpression' || !isTestCall(node)) return;
    const [title] = node['arguments'] as { value?: unknown; quasis?: { value: { raw: string } }[] }[];
    if (typeof title?.value === 'string') titles.push(title.value);
    for (const { value } of title?.quasis ?? []) titles.push(value.raw);
  });
  return { names: '', prose: flat(titles.join('\n')) };
}

/** True for `it(…)`, `describe.skip(…)`, `it.each(…)(…)` and their like. */
function isTestCall(node: Node): boolean {
  for (let callee = node; ; callee = (callee['callee'] ?? callee['object']) as Node) {
    if (callee['callee'] === undefined && callee['object'] === undefined)
      return ['it', 'test', 'describe'].includes(String(callee['name']));
  }
}

type Node = Readonly<Record<string, unknown>>;

function visit(value: unknown, found: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) found(value as Node);
  for (const part of Object.values(value)) visit(part, found);
}

/** Lower case, with a phrase in one line wherever a comment breaks it. */
const flat = (text: string): string => text.toLowerCase().replaceAll(/\s*\n[\s*]*/g, ' ');
