/**
 * One digest everywhere: the shipped scenarios, compiled, on each Node that Orrery supports, in 1, 2 and 4 threads, under time
 * zones and locales that are unlike: a few at each of these places, by turns, and with LONG=1 all. From source it is held by digests.test.ts, from the packed tarball by
 * test/host/cli/pack.test.ts.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project } from '../host/cli/orrery.ts';
import { shippedDigests, type Place } from './places.ts';
import { share, shares } from '../campaigns.ts';
import { isCi } from '../ci.ts';

/** Half hours off the hour and as daylight saving, a day line, a dotless i, digits that are not 0 to 9, a comma for a point. */
const places: readonly Place[] = [
  { program: process.execPath, timeZone: 'Pacific/Apia', locale: 'tr-TR', workers: 2 },
  { program: 'node22', timeZone: 'America/St_Johns', locale: 'de-DE', workers: 4 },
  { program: 'node24', timeZone: 'Australia/Lord_Howe', locale: 'ar-EG', workers: 1 },
  { program: 'node26', timeZone: 'Pacific/Apia', locale: 'tr-TR', workers: 2 },
];

/** All but the month, which takes a minute: its first days are run by digests.test.ts. */
const scenarios = readdirSync(join(project, 'scenarios'))
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => file.slice(0, -'.yaml'.length))
  .filter((name) => name !== 'whole-platform-month')
  .toSorted();

const runs = share(
  'scenariosOnNodes',
  places.flatMap((place) => scenarios.map((name) => ({ place, name }))),
);
const ofPlace = (place: Place): string[] =>
  runs.filter((run) => run.place === place).map(({ name }) => name);

const isThere = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

describe('the digest of every shipped scenario', () => {
  const known = JSON.parse(readFileSync(new URL('digests.json', import.meta.url), 'utf8')) as object;

  it('is asked at every place, and at all of them as often as the table says', () => {
    for (const place of places) expect(ofPlace(place)).not.toEqual([]);
    expect(runs.length).toBeGreaterThanOrEqual(shares.scenariosOnNodes.lanes);
    expect(scenarios.length).toBeGreaterThan(15);
  });

  for (const place of places) {
    const { program, timeZone, locale, workers } = place;
    const isMissing = !isThere(program);
    if (isMissing && !isCi) console.log(`skipped: the digests on ${program} need that program on the PATH`);
    const name = program === process.execPath ? 'this Node' : program;
    it.skipIf(isMissing && !isCi)(
      `is the same on ${name}, in ${timeZone} and ${locale}, in threads: ${workers}`,
      () => {
        const found = shippedDigests(project, place, ofPlace(place));
        if (program !== process.execPath) expect(found.node.split('.')[0]).toBe(program.slice('node'.length));
        expect([found.timeZone, found.locale]).toEqual([timeZone, locale]);
        expect(Object.keys(found.digests).toSorted()).toEqual(ofPlace(place));
        expect(known).toMatchObject(found.digests);
      },
    );
  }
});
