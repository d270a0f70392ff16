/** The namespace of one run against a target that keeps its data. */
import { randomBytes } from 'node:crypto';

/** Eight lower-case letters and digits that no earlier run had. */
export const newNamespace = (): string =>
  [...randomBytes(8)].map((byte) => 'abcdefghjkmnpqrstuvwxyz23456789'.charAt(byte % 31)).join('');

/** True for a namespace that a user may choose. */
export const isNamespace = (text: string): boolean => /^[a-z0-9]{4,16}$/.test(text);
