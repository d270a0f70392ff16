/** What the page of shipped behaviours says of one of them. */

export interface BehaviourPage {
  readonly name: string;
  readonly about: string;
  readonly parameters: Readonly<
    Record<string, { readonly about: string; readonly expected: string; readonly default: unknown }>
  >;
}

export function parameterLines({ parameters }: BehaviourPage): string[] {
  const names = Object.keys(parameters);
  if (names.length === 0) return ['No parameters.', ''];
  const rows = Object.entries(parameters).map(
    ([name, { about, expected, default: fallback }]) =>
      `| \`${name}\` | ${expected} | \`${JSON.stringify(fallback)}\` | ${about} |`,
  );
  return ['| parameter | expected | default | about |', '|---|---|---|---|', ...rows, ''];
}
