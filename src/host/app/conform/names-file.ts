/** Writes what `conform --learn` has found as a file of names, for people to check and edit. */
import { writeFileSync } from 'node:fs';
import { Document } from 'yaml';
import { disarmed } from '../../../core/base/plain-text.ts';
import type { ConformResult } from '../../../live/conform/result-schema.ts';
import { onFile } from '../process/machine-refusal.ts';

type Learned = NonNullable<ConformResult['learned']>;

/** The text of the file; `target` is the name in its target file. Operations without a name of another are left out. */
export function namesText(learned: Learned, target: string): string {
  const known = learned.filter(({ names }) => names.length > 0);
  const document = new Document(
    Object.fromEntries(
      known.map(({ call, names }) => [
        call,
        Object.fromEntries(names.map(({ field, ...name }) => [field, name] as const)),
      ]),
    ),
  );
  for (const { call, names } of known)
    for (const { field } of names) document.setIn([call, field], flow(document, call, field));
  const lacking = learned.flatMap(({ call, missing }) =>
    missing.length === 0 ? [] : [`${call}: ${missing.join(', ')}`],
  );
  document.commentBefore = [
    ` What ${target} calls fields that the documents do not name: our pointer, its pointer, and how many`,
    ' responses confirmed it. Written by orrery conform --learn; names in the target file uses it.',
    ...(lacking.length === 0
      ? []
      : ['', ' Not found, and not compared:', ...lacking.map((line) => `   ${line}`)]),
  ].join('\n');
  return disarmed(document.toString({ lineWidth: 0, flowCollectionPadding: true }));
}

/** A name on one line: `{ at: /state, confirmed: 12 }`. */
function flow(document: Document, call: string, field: string): unknown {
  const node = document.createNode(document.getIn([call, field], true) ?? {});
  (node as { flow?: boolean }).flow = true;
  return node;
}

/** Writes the file. Throws a `MachineRefusal` if the machine does not allow that. */
export function writeNames(file: string, { learned = [], target }: ConformResult): void {
  onFile(file, () => writeFileSync(file, namesText(learned, target)));
}
