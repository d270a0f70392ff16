/** Report folders: written beside their place, moved there whole, and never over what is no report. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { assertFolder, makeFolder } from '../../../../src/host/app/files/folders.ts';
import { assertReplaceable, ReportFolder } from '../../../../src/host/app/files/report-folder.ts';
import { clearStale, replacedName, unfinishedName } from '../../../../src/host/app/files/stale-folders.ts';
import { CallMistake } from '../../../../src/host/app/process/exit.ts';
import { folderWith } from '../../../folder-with.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');
const gone = 999_999_999;

/** A folder with a file of each name. */
function filled(folder: string, ...names: string[]): string {
  mkdirSync(folder, { recursive: true });
  for (const name of names) writeFileSync(join(folder, name), name);
  return folder;
}

describe('a report folder', () => {
  it('is unfinished until it is moved to its place, with the hashes of its files in order of names', () => {
    const parent = folderWith();
    const folder = new ReportFolder(parent);
    folder.append('b.txt', 'one ');
    folder.append('b.txt', Buffer.from('two'));
    folder.write('a.txt', 'ä');
    const working = unfinishedName(process.pid);
    expect(working).toBe(`.unfinished-${process.pid}`);
    expect(readdirSync(parent)).toEqual([working]);
    expect(folder.temporaryFile('x')).toBe(join(parent, working, 'x'));
    const place = join(parent, 'deep', 'report');
    expect(folder.finish(place, { orrery: '1' })).toBe(place);
    expect(readdirSync(parent)).toEqual(['deep']);
    expect(readdirSync(place).toSorted()).toEqual(['a.txt', 'b.txt', 'manifest.json']);
    expect([read(place, 'a.txt'), read(place, 'b.txt')]).toEqual(['ä', 'one two']);
    const files = { 'a.txt': sha256('ä'), 'b.txt': sha256('one two') };
    expect(read(place, 'manifest.json')).toBe(`${JSON.stringify({ orrery: '1', files }, null, 2)}\n`);
    expect(Object.keys(JSON.parse(read(place, 'manifest.json')) as object)).toEqual(['orrery', 'files']);
  });

  it('has hashes of files in any order in which they are closed', () => {
    const folder = new ReportFolder(folderWith());
    folder.write('c', '1');
    expect(Object.keys(folder.hashes())).toEqual(['c']);
    for (const name of ['b', 'd', 'a']) folder.write(name, name);
    expect(Object.entries(folder.hashes())).toEqual([
      ['a', sha256('a')],
      ['b', sha256('b')],
      ['c', sha256('1')],
      ['d', sha256('d')],
    ]);
    folder.discard();
  });

  it('has texts without what is redacted, and bytes as they are', () => {
    const parent = folderWith();
    const folder = new ReportFolder(parent);
    folder.redactWith((text) => text.replaceAll('key', '[redacted]'));
    folder.write('text', 'a key');
    folder.append('bytes', Buffer.from('a key'));
    const place = folder.finish(join(parent, 'r'), {});
    expect([read(place, 'text'), read(place, 'bytes')]).toEqual(['a [redacted]', 'a key']);
  });

  it('replaces an earlier report, and leaves nothing of it', () => {
    const parent = folderWith();
    filled(join(parent, 'r'), 'manifest.json', 'old.txt');
    const folder = new ReportFolder(parent);
    folder.write('new.txt', 'x');
    folder.finish(join(parent, 'r'), {});
    expect(readdirSync(parent)).toEqual(['r']);
    expect(readdirSync(join(parent, 'r')).toSorted()).toEqual(['manifest.json', 'new.txt']);
  });

  it('begins empty where the same process has left one', () => {
    const parent = folderWith();
    filled(join(parent, unfinishedName(process.pid)), 'left.txt');
    const folder = new ReportFolder(parent);
    folder.finish(join(parent, 'r'), {});
    expect(readdirSync(join(parent, 'r'))).toEqual(['manifest.json']);
  });

  it('never replaces what is no report', () => {
    const parent = folderWith();
    const place = filled(join(parent, 'r'), 'mine.txt');
    const folder = new ReportFolder(parent);
    expect(() => folder.finish(place, {})).toThrow(CallMistake);
    folder.discard();
    expect(readdirSync(parent)).toEqual(['r']);
    expect(readdirSync(place)).toEqual(['mine.txt']);
  });

  it('is gone when it is discarded, with the folders that were made for it', () => {
    const above = folderWith();
    const folder = new ReportFolder(join(above, 'a', 'b'));
    folder.write('x', 'x');
    folder.discard();
    expect(readdirSync(above)).toEqual([]);
  });

  it('leaves a folder around it that holds something else, or was there', () => {
    const above = folderWith();
    const folder = new ReportFolder(join(above, 'a', 'b'));
    writeFileSync(join(above, 'a', 'other'), 'x');
    folder.discard();
    expect(readdirSync(join(above, 'a'))).toEqual(['other']);
    const there = folderWith();
    new ReportFolder(there).discard();
    expect(existsSync(there)).toBe(true);
  });

  it('names the folder that was asked for where it cannot be made', () => {
    const parent = join(filled(folderWith(), 'file'), 'file');
    expect(() => new ReportFolder(parent)).toThrow(
      expect.objectContaining({ path: parent, code: 'ENOTDIR' }),
    );
  });
});

describe('a place for a report', () => {
  it.each([
    ['no folder', []],
    ['an empty folder', ['']],
    ['an earlier report', ['manifest.json', 'x']],
  ])('may be %s', (_what, names) => {
    const place = join(folderWith(), 'r');
    if (names.length > 0) filled(place, ...names.filter((name) => name !== ''));
    expect(() => assertReplaceable(place)).not.toThrow();
  });

  it('is no folder of something else, and no file', () => {
    const parent = filled(folderWith(), 'file');
    const refusal = (place: string) =>
      new CallMistake(
        `${place} exists and is no report folder; expected --out to name a new or an empty folder`,
      );
    expect(() => assertReplaceable(parent)).toThrow(refusal(parent));
    expect(() => assertReplaceable(join(parent, 'file'))).toThrow(refusal(join(parent, 'file')));
  });

  it('is not the current folder, though it is empty', () => {
    const parent = folderWith();
    mkdirSync(join(parent, 'here'));
    mkdirSync(join(parent, 'beside'));
    const current = vi.spyOn(process, 'cwd').mockReturnValue(join(parent, 'here'));
    onTestFinished(() => current.mockRestore());
    const place = join(parent, 'here');
    const refusal = new CallMistake(
      `${place} exists and is the current folder; expected --out to name a new or an empty folder`,
    );
    expect(() => assertReplaceable(place)).toThrow(refusal);
    expect(() => assertReplaceable(join(parent, 'beside'))).not.toThrow();
  });

  it('is not below a file', () => {
    const file = join(filled(folderWith(), 'file'), 'file');
    const place = join(file, 'a', 'b');
    const refusal = new CallMistake(`--out ${place}: ${file} is a file; expected a folder`);
    expect(() => assertReplaceable(place)).toThrow(refusal);
    expect(() => assertFolder(file)).toThrow(
      new CallMistake(`--out ${file}: this is a file; expected a folder`),
    );
    expect(() => assertFolder(join(folderWith(), 'a', 'b'))).not.toThrow();
  });
});

describe('a folder that is made', () => {
  it('has those above it, the first of which is named', () => {
    const above = folderWith();
    expect(makeFolder(join(above, 'a', 'b', 'c'))).toBe(join(above, 'a'));
    expect(existsSync(join(above, 'a', 'b', 'c'))).toBe(true);
    expect(makeFolder(join(above, 'a', 'b', 'c'))).toBeUndefined();
    expect(makeFolder(join(above, 'a', 'd'))).toBe(join(above, 'a', 'd'));
  });
});

describe('what killed processes have left', () => {
  it('is removed, and what was moved aside is restored', () => {
    const parent = folderWith();
    filled(join(parent, unfinishedName(gone)), 'x');
    filled(join(parent, replacedName(gone, 'restored-1')), 'old');
    filled(join(parent, replacedName(gone, 'there')), 'old');
    filled(join(parent, 'there'), 'new');
    clearStale(parent);
    expect(readdirSync(parent).toSorted()).toEqual(['restored-1', 'there']);
    expect(readdirSync(join(parent, 'restored-1'))).toEqual(['old']);
    expect(readdirSync(join(parent, 'there'))).toEqual(['new']);
  });

  it('stays where the process runs, and so do other names', () => {
    const parent = folderWith();
    const names = [
      unfinishedName(process.pid),
      replacedName(process.pid, 'r'),
      `${unfinishedName(gone)}x`,
      `x${unfinishedName(gone)}`,
      `x${replacedName(gone, 'r')}`,
      `.replaced-${gone}-`,
      '.unfinished-x',
    ];
    for (const name of names) filled(join(parent, name));
    clearStale(parent);
    expect(readdirSync(parent).toSorted()).toEqual(names.toSorted());
    expect(replacedName(5, 'r')).toBe('.replaced-5-r');
  });
});
