/** Instants of one response that are as far ahead as each other. */
import { expect, it } from 'vitest';
import { InstantsBeside } from '../../../src/live/traffic/compare/instants-beside.ts';

const instant = (field: string, recorded: string, live: string) =>
  ({ kind: 'time', field, recorded: `"${recorded}"`, live: `"${live}"` }) as const;

it('an instant is explained by another one of its response, and by no other', () => {
  const beside = new InstantsBeside();
  const registered = instant('/registered', '2026-11-24T01:57:37.170Z', '2026-11-24T04:04:26.258Z');
  const expires = instant('/expires', '2027-11-24T01:57:37.170Z', '2027-11-24T04:04:26.258Z');
  const wrong = instant('/expires', '2027-11-24T01:57:37.170Z', '2027-11-24T04:04:27.259Z');
  expect(beside.explains(expires, false)).toBe(false);
  expect(beside.explains(registered, true)).toBe(true);
  expect(beside.explains(expires, false)).toBe(true);
  expect(beside.explains(wrong, false)).toBe(false);
  expect(beside.explains({ ...expires, kind: 'value' }, false)).toBe(false);
  beside.begin();
  expect(beside.explains(expires, false)).toBe(false);
});
