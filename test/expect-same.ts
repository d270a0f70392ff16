/** For loops of thousands: `expect` takes ten microseconds and more, and is called here only for what would fail it. */
import { expect } from 'vitest';

/** `expect(found).toBe(due)`; a failure shows what it is about. */
export function expectSame(found: unknown, due: unknown, about?: unknown): void {
  if (!Object.is(found, due)) expect(found, JSON.stringify(about)).toBe(due);
}

/** `expect(found).toEqual(due)` for records whose fields are not objects. */
export function expectSameFields<Fields extends object>(found: Fields, due: Fields): void {
  const names = Object.keys(due) as (keyof Fields)[];
  const isSame =
    Object.keys(found).length === names.length && names.every((name) => Object.is(found[name], due[name]));
  if (!isSame) expect(found).toEqual(due);
}
