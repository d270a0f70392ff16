/**
 * What a deployment calls fields that the documents do not name: for each operation, our JSON pointer and the target's. Plain
 * data that can be sent to another thread; `conform --learn` writes it, `names` of a target file names the file.
 */
import { isDocumented, isOperation } from '../../../platform/world/documented-fields.ts';
import { SourceDocument } from '../../../simulation/scenario/document.ts';

/** The form that our field has where the target's has another one. `instant`: theirs is a number of Unix seconds or milliseconds. */
export const nameForms = ['text', 'number', 'instant'] as const;
/** One of `nameForms`. */
export type NameForm = (typeof nameForms)[number];

/** One field; pointers have `*` for list positions, as many on both sides. */
export interface FieldName {
  readonly ours: string;
  readonly theirs: string;
  readonly as?: NameForm;
  /** Responses that confirmed it; undefined for one that a person wrote. */
  readonly confirmed?: number;
}

/** Names by operation, `service/style/operation`. */
export type FieldNames = ReadonlyMap<string, readonly FieldName[]>;

const pointerForm = /^(?:\/[^/]{1,128}){1,12}$/;
/** Names that would reach the prototype of an object. */
const forbiddenStep = /^(?:__proto__|constructor|prototype)$/;
const entryKeys: ReadonlySet<string> = new Set(['at', 'as', 'confirmed']);

/** Reads a file of names. Throws `FileMistake` with the line of the first mistake. */
export function readNames(file: string, text: string): FieldNames {
  const document = new SourceDocument(file, text);
  const { value } = document;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw document.mistake(
      [],
      'the file is no map; expected operations such as escrow/B/detail with their fields',
    );
  return new Map(
    Object.entries(value).map(([call, fields]: [string, unknown]) => {
      const refuse = (message: string) => document.mistake([call], message, { atKey: true });
      if (!isOperation(call))
        throw refuse(`"${call}" is no operation; expected service/style/operation such as escrow/B/detail`);
      if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
        throw refuse(`"${call}" has no fields; expected a map such as { /status: /state }`);
      return [call, Object.entries(fields).map(([ours, entry]) => nameOf(document, call, { ours, entry }))];
    }),
  );
}

function nameOf(
  document: SourceDocument,
  call: string,
  { ours, entry }: { ours: string; entry: unknown },
): FieldName {
  const refuse = (message: string) => document.mistake([call, ours], message, { atKey: true });
  const fields = typeof entry === 'string' ? { at: entry } : entry;
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw refuse(`${ours} has no name; expected a pointer such as /state, or { at: /state }`);
  const unknown = Object.keys(fields).find((key) => !entryKeys.has(key));
  if (unknown !== undefined)
    throw refuse(`unknown key "${unknown}" at ${ours}; expected one of ${[...entryKeys].join(', ')}`);
  const { at: theirs, as, confirmed } = fields as Readonly<Record<string, unknown>>;
  for (const pointer of [ours, theirs])
    if (!isPointer(pointer))
      throw refuse(`"${String(pointer)}" is no JSON pointer; expected one such as /items/*/state`);
  if (starsIn(ours) !== starsIn(theirs as string))
    throw refuse(`${ours} and ${String(theirs)} are in other numbers of lists; expected as many "*" in both`);
  if (isDocumented(call, ours))
    throw refuse(`the documents name ${ours} of ${call}; expected a field that they do not name`);
  if (as !== undefined && !nameForms.includes(as as NameForm))
    throw refuse(`as is ${JSON.stringify(as)} at ${ours}; expected one of ${nameForms.join(', ')}`);
  if (confirmed !== undefined && !(Number.isSafeInteger(confirmed) && (confirmed as number) >= 0))
    throw refuse(`confirmed is no number of responses at ${ours}; expected one such as 12`);
  return {
    ours,
    theirs: theirs as string,
    ...(as === undefined ? {} : { as: as as NameForm }),
    ...(confirmed === undefined ? {} : { confirmed: confirmed as number }),
  };
}

const isPointer = (value: unknown): value is string =>
  typeof value === 'string' &&
  pointerForm.test(value) &&
  !value.split('/').some((step) => forbiddenStep.test(step));

const starsIn = (pointer: string): number => pointer.split('/').filter((step) => step === '*').length;

/** True for a field that has a name of the target, or that contains or is contained in such a field. */
export function isNamedField(names: FieldNames | undefined, call: string, field: string): boolean {
  const rows = names?.get(call) ?? [];
  return rows.some(
    ({ ours }) => ours === field || ours.startsWith(`${field}/`) || field.startsWith(`${ours}/`),
  );
}
