/** Parameters of a behaviour: a schema and a default each, so that a scenario's `with:` is checked before a run. */
import { parseUsdc, type Micros } from '../../core/base/money.ts';
import { parseDuration, type DurationMs } from '../../core/base/time.ts';

/** One parameter: the input that a scenario may write, and the value that the behaviour receives. */
export interface Parameter<T> {
  readonly about: string;
  /** What is expected, for the error message: `a duration such as 6h`. */
  readonly expected: string;
  /** JSON Schema of what a scenario may write. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** As a scenario would write it. */
  readonly default: unknown;
  /** The value for the behaviour; undefined if the input is not acceptable. */
  parse(input: unknown): T | undefined;
}

/** The declared parameters of a behaviour, by name. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** The values that a behaviour receives for its declared parameters. */
export type ValuesOf<Declared extends Parameters> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Parameter<infer T> ? T : never;
};

interface Bounds {
  about?: string;
  minimum?: number;
  maximum?: number;
}

/** A duration such as `6h`; the behaviour gets milliseconds. */
export function duration(fallback: string, options: { about?: string } = {}): Parameter<DurationMs> {
  return {
    about: options.about ?? '',
    expected: 'a duration such as 250ms, 30s, 10m, 6h, 3d or 2w',
    schema: { type: 'string', pattern: '^(\\d+(\\.\\d+)?(ms|s|m|h|d|w))+$' },
    default: fallback,
    parse: (input) => (typeof input === 'string' ? parseDuration(input) : undefined),
  };
}

/** A number within bounds. */
export function number(fallback: number, options: Bounds = {}): Parameter<number> {
  const { about = '', minimum = -Infinity, maximum = Infinity } = options;
  return {
    about,
    expected: `a number${boundsText(options)}`,
    schema: boundedSchema('number', options),
    default: fallback,
    parse: (input) => (typeof input === 'number' && input >= minimum && input <= maximum ? input : undefined),
  };
}

/** A whole number within bounds. */
export function integer(fallback: number, options: Bounds = {}): Parameter<number> {
  const inner = number(fallback, options);
  return {
    ...inner,
    expected: `a whole number${boundsText(options)}`,
    schema: boundedSchema('integer', options),
    parse: (input) => (Number.isInteger(input) ? inner.parse(input) : undefined),
  };
}

/** A chance from 0 to 1. */
export const probability = (fallback: number, options: { about?: string } = {}): Parameter<number> =>
  number(fallback, { ...options, minimum: 0, maximum: 1 });

/** An amount of USDC, as text or number; the behaviour gets micros. */
export function usdc(fallback: string, options: { about?: string } = {}): Parameter<Micros> {
  return {
    about: options.about ?? '',
    expected: 'an amount of USDC such as 2.50',
    schema: { type: ['string', 'number'] },
    default: fallback,
    parse: parseUsdc,
  };
}

/** One of a few words. */
export function choice<const Option extends string>(
  options: readonly Option[],
  fallback: NoInfer<Option>,
  { about = '' }: { about?: string } = {},
): Parameter<Option> {
  return {
    about,
    expected: `one of ${options.join(', ')}`,
    schema: { enum: options },
    default: fallback,
    parse: (input) => options.find((option) => option === input),
  };
}

/** Free text. */
export function text(fallback: string, { about = '' }: { about?: string } = {}): Parameter<string> {
  return {
    about,
    expected: 'a text',
    schema: { type: 'string' },
    default: fallback,
    parse: (input) => (typeof input === 'string' ? input : undefined),
  };
}

function boundsText({ minimum, maximum }: Bounds): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? '' : ` of at most ${maximum}`;
}

function boundedSchema(type: string, { minimum, maximum }: Bounds): Record<string, unknown> {
  return {
    type,
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
}
