/** The instants of requests, once as the platform reads them and once as the oracle does. */
import { expect, it } from 'vitest';
import { parseInstant } from '../../../src/core/base/time.ts';
import { sentInstant } from '../../../src/verification/oracle/sent-instant.ts';

const days = ['2026-01-01', '2028-02-29', '2026-02-29', '2026-12-31', '2026-06-30', '0000-01-01', '9999-12-31', '2026-13-01', '26-01-01']; // prettier-ignore
const times = [
  '00:00:00',
  '23:59:59',
  '23:59:60',
  '24:00:00',
  '12:60:00',
  '21:29:60',
  '07:08:09.1',
  '07:08:09.123456',
  '07:08',
];
const offsets = ['Z', 'z', '+00:00', '-00:00', '+02:00', '-02:30', '+23:59', '+24:00', '+0200', ''];

it('are read alike', () => {
  const texts = days.flatMap((day) =>
    times.flatMap((time) =>
      offsets.flatMap((offset) => ['T', 't', ' '].map((between) => `${day}${between}${time}${offset}`)),
    ),
  );
  const different = texts.filter((text) => sentInstant(text) !== parseInstant(text));
  expect(different).toEqual([]);
  expect(texts.filter((text) => sentInstant(text) !== undefined).length).toBeGreaterThan(200);
});
