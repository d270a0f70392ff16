/** One line for what the machine refuses, by code and by message; none for errors of another kind. */
import { describe, expect, it } from 'vitest';
import {
  machineRefusal,
  meaningOf,
  onFile,
  withCauses,
} from '../../../../src/host/app/process/machine-refusal.ts';

/** An error as Node makes them. */
const errorOf = (message: string, fields: object = {}): Error => Object.assign(new Error(message), fields);

const meanings = {
  EACCES: 'permission denied',
  EBUSY: 'the file is in use',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'a file with this name exists; expected another name',
  EFBIG: 'the file would be larger than the file system allows',
  EIO: 'the device failed to read or write',
  EISDIR: 'this is a folder; expected a file',
  ELOOP: 'the path has too many symbolic links',
  EMFILE: 'this process has too many files open',
  ENAMETOOLONG: 'the name is too long',
  ENFILE: 'the machine has too many files open',
  ENOENT: 'there is no such file or folder',
  ENOMEM: 'the machine has no memory left',
  ENOSPC: 'no space is left on the device',
  ENOTDIR: 'a part of this path is a file; expected a folder',
  EPERM: 'the operation is not permitted',
  EROFS: 'the file system is read-only',
  ETXTBSY: 'the file is a program that runs',
  ERR_FS_FILE_TOO_LARGE: 'the file is larger than 2 GiB, which is more than can be read at once',
  ERR_STRING_TOO_LONG: 'the text is longer than 512 MiB, which is more than can be read at once',
  ERR_WORKER_INIT_FAILED: 'a thread could not be started',
  ERR_WORKER_OUT_OF_MEMORY: 'a thread has used up its memory; expected a smaller scenario or fewer threads',
};

describe('the words for a code', () => {
  it.each(Object.entries(meanings))('%s: %s', (code, meaning) => {
    expect(meaningOf(code)).toBe(meaning);
    expect(machineRefusal(errorOf('x', { code }))).toBe(`${meaning} (${code})`);
  });

  it('are the code itself where it is another', () => {
    expect(meaningOf('EXDEV')).toBe('EXDEV');
  });
});

describe('what the machine refused', () => {
  it.each<[string, unknown, string | undefined]>([
    ['a path', errorOf('x', { code: 'EIO', path: '/a' }), '/a: the device failed to read or write (EIO)'],
    ['a call of the system', errorOf('x', { code: 'EIO', syscall: 'read' }), 'the device failed to read or write (EIO, read)'],
    ['a path in quotes', errorOf("EIO: x, open '/b'", { code: 'EIO' }), '/b: the device failed to read or write (EIO)'],
    ['both paths', errorOf("EIO: x, open '/b'", { code: 'EIO', path: '/a' }), '/a: the device failed to read or write (EIO)'],
    ['quotes elsewhere', errorOf("EIO '/b' x", { code: 'EIO' }), 'the device failed to read or write (EIO)'],
    ['empty quotes', errorOf("EIO ''", { code: 'EIO' }), 'the device failed to read or write (EIO)'],
    ['another code of the system', errorOf('EXDEV: cross-device', { code: 'EXDEV', syscall: 'rename' }), 'EXDEV: cross-device (EXDEV, rename)'],
    ['another code', errorOf('x', { code: 'EXDEV' }), undefined],
    ['a code of every object', errorOf('x', { code: 'toString' }), undefined],
    ['a number as code', errorOf('x', { code: 5, syscall: 'read' }), undefined],
    ['a code that is copied into a message', errorOf("EACCES: permission denied, open '/a'"), '/a: permission denied (EACCES)'],
    ['a code within a message', errorOf('an EACCES: x'), undefined],
    ['a code of every object in a message', errorOf('E: x'), undefined],
    ['an unknown code in a message', errorOf('EXDEV: x'), undefined],
    ['a code without a space', errorOf('EACCES:x'), undefined],
    ['a string that is too long', errorOf('Cannot create a string longer than 0x1fffffe8 characters'), `${meanings.ERR_STRING_TOO_LONG} (ERR_STRING_TOO_LONG)`],
    ['an invalid length', errorOf('Invalid string length'), `${meanings.ERR_STRING_TOO_LONG} (ERR_STRING_TOO_LONG)`],
    ['an array', errorOf('Array buffer allocation failed'), 'the machine has no memory left (ENOMEM)'],
    ['a thread', errorOf('Worker terminated due to reaching memory limit: JS heap out of memory'), `${meanings.ERR_WORKER_OUT_OF_MEMORY} (ERR_WORKER_OUT_OF_MEMORY)`],
    ['a longer message', errorOf('Invalid string length of x'), undefined],
    ['another beginning', errorOf('An Invalid string length'), undefined],
    ['a longer message of an array', errorOf('Array buffer allocation failed twice'), undefined],
    ['another beginning of an array', errorOf('The Array buffer allocation failed'), undefined],
    ['another beginning of a string', errorOf('x Cannot create a string longer than 5'), undefined],
    ['another beginning of a thread', errorOf('x Worker terminated due to reaching memory limit'), undefined],
    ['no error', 'EACCES: x', undefined],
    ['nothing', undefined, undefined],
  ])('is said of %s', (_what, error, line) => {
    expect(machineRefusal(error)).toBe(line);
  }); // prettier-ignore

  it('is said of a cause, of that with a code before those with words alone', () => {
    const inner = errorOf('x', { code: 'ENOSPC', path: '/disk' });
    expect(machineRefusal(new Error('outer', { cause: inner }))).toBe('/disk: no space is left on the device (ENOSPC)');
    expect(machineRefusal(new Error('EACCES: y', { cause: inner }))).toBe('/disk: no space is left on the device (ENOSPC)');
    expect(machineRefusal(errorOf('outer', { code: 'EIO', cause: inner }))).toBe('the device failed to read or write (EIO)');
  }); // prettier-ignore
});

describe('an error and its causes', () => {
  it('are eight at most, and no other values', () => {
    const errors = Array.from({ length: 10 }, (_, index) => new Error(String(index)));
    errors.forEach((error, index) => Object.assign(error, { cause: errors[index + 1] }));
    expect(Array.from(withCauses(errors[0]), ({ message }) => message).join('')).toBe('01234567');
    expect(Array.from(withCauses(new Error('a', { cause: 'b' })), ({ message }) => message)).toEqual(['a']);
    expect([...withCauses('a')]).toEqual([]);
  });
});

describe('work on a file', () => {
  const failing = (error: unknown) => () =>
    onFile('/f', () => {
      throw error;
    });

  it('gives what it comes to', () => {
    expect(onFile('/f', () => 7)).toBe(7);
  });

  it.each<[string, Error, string | undefined]>([
    ['a code', errorOf('x', { code: 'EIO' }), '/f'],
    ['a code and another path', errorOf('x', { code: 'EIO', path: '/working' }), '/f'],
    ['words', errorOf('Invalid string length'), '/f'],
    ['another kind', errorOf('x'), undefined],
  ])('names it in an error with %s', (_what, error, path) => {
    expect(failing(error)).toThrow(error);
    expect('path' in error ? error.path : undefined).toBe(path);
  });

  it('throws on what is no error', () => {
    expect(failing('EACCES: x')).toThrow('EACCES: x');
  });
});
