/** Reads TypeScript just far enough to see what it imports and which names it uses. */
export interface ImportOf {
  readonly specifier: string;
  readonly isTypeOnly: boolean;
}

const comments = /\/\*[^]*?\*\/|(?<=^|[\s;{}(,])\/\/.*$/gm;

/** What is left of a file without its comments. */
export const withoutComments = (text: string): string => text.replaceAll(comments, '');

/** What is left without comments and quoted text; what template texts compute stays. */
export const codeOf = (text: string): string =>
  withoutComments(text)
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replaceAll(/`(?:[^`\\$]|\\.|\$(?!\{))*`/g, "''");

const fromPattern = /\b(import|export)\s+(type\s+)?(?:[\w*\s{},$]+\s+from\s+)?'([^']+)'/g;
const dynamicPattern = /\b(?:import|require)\(\s*['"]([^'"]+)['"]/g;

/** Every module that a file names, in `import`, `export ... from` and `import()`. */
export function importsOf(text: string): ImportOf[] {
  const code = withoutComments(text);
  const found: ImportOf[] = [];
  for (const [, , type, specifier = ''] of code.matchAll(fromPattern)) {
    found.push({ specifier, isTypeOnly: type !== undefined });
  }
  for (const [, specifier = ''] of code.matchAll(dynamicPattern))
    found.push({ specifier, isTypeOnly: false });
  return found;
}
