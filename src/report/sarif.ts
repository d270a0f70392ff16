/** Findings as SARIF 2.1.0, the format in which code hosts and editors take findings: a rule and a place for each. */

/** One finding. Without a file it stands for the thing of that name. */
export interface SarifFinding {
  /** The id of its rule. */
  readonly rule: string;
  readonly level: 'error' | 'warning';
  readonly message: string;
  /** From the folder of the call, or absolute. */
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
  /** What is found wrong, where that is no file: a game. */
  readonly name?: string;
}

/** What a finding may be about: an id, and what has to hold. */
export interface SarifRule {
  readonly id: string;
  readonly about: string;
}

/** One run of a command. */
export interface SarifRun {
  readonly version: string;
  /** Rules without a finding are listed too: they were checked. */
  readonly rules: readonly SarifRule[];
  readonly findings: readonly SarifFinding[];
}

/** The whole document. A rule that only a finding names gets an entry as well. */
export function sarifLog({ version, rules, findings }: SarifRun): string {
  const ids = new Set([...rules.map(({ id }) => id), ...findings.map(({ rule }) => rule)]);
  const indexes = new Map([...ids].map((id, index) => [id, index]));
  const abouts = new Map(rules.map(({ id, about }) => [id, about]));
  const driver = {
    name: 'Orrery',
    version,
    rules: [...ids].map((id) => ({ id, shortDescription: { text: abouts.get(id) ?? id } })),
  };
  const results = findings.map((finding) => ({
    ruleId: finding.rule,
    ruleIndex: indexes.get(finding.rule),
    level: finding.level,
    message: { text: finding.message },
    locations: [locationOf(finding)],
  }));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function locationOf({ file, line, column, name }: SarifFinding): object {
  const region =
    line === undefined
      ? {}
      : { region: { startLine: line, ...(column === undefined ? {} : { startColumn: column }) } };
  return {
    ...(file === undefined
      ? {}
      : { physicalLocation: { artifactLocation: { uri: uriOf(file) }, ...region } }),
    ...(name === undefined ? {} : { logicalLocations: [{ name }] }),
  };
}

/** A relative address of a relative path, with slashes on every system; one of the scheme `file` for an absolute path. */
export function uriOf(file: string): string {
  const path = file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/').replace(/^\.\//, '');
  const drive = /^([A-Za-z])%3A\//.exec(path)?.[1];
  if (drive !== undefined) return `file:///${drive}:${path.slice('C%3A'.length)}`;
  return path.startsWith('/') ? `file://${path}` : path;
}
