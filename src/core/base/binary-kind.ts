/** Tells text from the binary files that people pass by mistake, by their first bytes. */

/** The first bytes, as characters of one byte each, and what such a file is called. */
const signatures: readonly (readonly [string, string])[] = [
  ['\u001f\u008b', 'gzip-compressed'],
  ['PK\u0003\u0004', 'a zip archive'],
  ['(\u00b5/\u00fd', 'zstd-compressed'],
  ['BZh', 'bzip2-compressed'],
  ['\u00fd7zXZ', 'xz-compressed'],
  ['\u0089PNG', 'a PNG image'],
  ['\u00ff\u00d8\u00ff', 'a JPEG image'],
  ['GIF8', 'a GIF image'],
  ['%PDF-', 'a PDF document'],
  ['\u007fELF', 'a program'],
  ['SQLite format 3\u0000', 'an SQLite database'],
  ['PAR1', 'a Parquet file'],
  ['\u00ff\u00fe', 'text in UTF-16'],
  ['\u00fe\u00ff', 'text in UTF-16'],
];

const looked = 64 * 1024;

/** The kind of a file that is not UTF-8 text: `gzip-compressed`, `a PNG image`, `not text`; undefined for text. */
export function binaryKind(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 16));
  const known = signatures.find(([signature]) => head.startsWith(signature));
  if (known !== undefined) return known[1];
  const part = bytes.subarray(0, looked);
  if (part.includes(0)) return 'not text';
  try {
    // The part may end within a character.
    new TextDecoder('utf-8', { fatal: true }).decode(part, { stream: true });
    return undefined;
  } catch {
    return 'not text in UTF-8';
  }
}
