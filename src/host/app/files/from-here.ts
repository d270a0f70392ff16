/** How files are named to people and to code hosts. */
import { isAbsolute, relative } from 'node:path';

/** Relative to where the process stands, for a file below it; any other stays as it is. */
export function fromHere(file: string): string {
  const path = relative('.', file);
  return path === '' || path.startsWith('..') || isAbsolute(path) ? file : path;
}
