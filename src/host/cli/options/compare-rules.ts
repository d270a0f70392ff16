/** The options of `replay` and `conform` that add rules to those of a target file. */
import { parseTolerance, type CompareRules, type Tolerance } from '../../../live/traffic/compare/rules.ts';
import { CallMistake } from '../../app/process/exit.ts';

/** Fields by the ends of their JSON pointers; `tolerance` as `/price=1%`. */
export interface RuleOptions {
  readonly ignore: readonly string[];
  readonly unordered?: readonly string[];
  readonly tolerance: readonly string[];
}

/** The rules with those of the options. Throws `CallMistake` for an option that names no field, or no tolerance. */
export function rulesWith(
  rules: CompareRules,
  { ignore, unordered = [], tolerance }: RuleOptions,
): CompareRules {
  for (const [option, fields] of Object.entries({ ignore, unordered })) {
    const wrong = fields.find((field) => !field.startsWith('/'));
    if (wrong !== undefined)
      throw new CallMistake(`--${option} ${wrong}: expected the end of a JSON pointer such as /price`);
  }
  // Those of the call take precedence over those of the file.
  const bounds = new Map(tolerance.map(toleranceOf));
  return {
    ignore: [...rules.ignore, ...ignore],
    unordered: [...rules.unordered, ...unordered],
    tolerance: new Map([...bounds, ...[...rules.tolerance].filter(([field]) => !bounds.has(field))]),
  };
}

function toleranceOf(text: string): [string, Tolerance] {
  const at = text.lastIndexOf('=');
  const [field, most] = [text.slice(0, Math.max(0, at)), parseTolerance(text.slice(at + 1))];
  if (field.startsWith('/') && most !== undefined) return [field, most];
  throw new CallMistake(
    `--tolerance ${text}: expected a field and a share or an amount, such as /price=1% or /fee=0.01`,
  );
}
