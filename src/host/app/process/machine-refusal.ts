/**
 * Errors of the machine: a full disk, a missing permission, a limit of Node. They are no bug: the command ends with
 * exit code 2 and one line. This is the only place that knows them, wherever they were thrown.
 */

/** What is wrong, in words, by Node's code. A system error of another code keeps Node's own words. */
const meanings: Readonly<Record<string, string>> = {
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

/** Errors without a code, by how their message begins: thrown by V8, or copied from another thread. */
const spoken: readonly (readonly [RegExp, string])[] = [
  [/^Cannot create a string longer than /, 'ERR_STRING_TOO_LONG'],
  [/^Invalid string length$/, 'ERR_STRING_TOO_LONG'],
  [/^Array buffer allocation failed$/, 'ENOMEM'],
  [/^Worker terminated due to reaching memory limit/, 'ERR_WORKER_OUT_OF_MEMORY'],
];

/** The words for a code of Node, or the code itself. */
export const meaningOf = (code: string): string => meanings[code] ?? code;

const causesMax = 8;

/** The error and what caused it, the error itself first. */
export function* withCauses(error: unknown): Generator<Error> {
  let one = error;
  for (let depth = 0; one instanceof Error && depth < causesMax; depth++) {
    yield one;
    one = one.cause;
  }
}

/** One line that says what the machine refused, or undefined for an error of another kind. */
export function machineRefusal(error: unknown): string | undefined {
  // The error of the system itself says more than one that has only its words.
  for (const read of [ownCode, spokenCode]) {
    for (const one of withCauses(error)) {
      const code = read(one);
      if (code !== undefined) return wordedAs(one, code);
    }
  }
  return undefined;
}

/** Names the file in an error that the system threw about a descriptor, such as a write to a full disk. */
export function onFile<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && (ownCode(error) ?? spokenCode(error)) !== undefined)
      Object.assign(error, { path });
    throw error;
  }
}

function ownCode(error: Error): string | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException;
  const isKnown = typeof code === 'string' && (Object.hasOwn(meanings, code) || typeof syscall === 'string');
  return isKnown ? code : undefined;
}

/** From the message of an error without a code. */
function spokenCode(error: Error): string | undefined {
  const [, copied = ''] = /^(E[A-Z]{2,15}): /.exec(error.message) ?? [];
  if (Object.hasOwn(meanings, copied)) return copied;
  return spoken.find(([pattern]) => pattern.test(error.message))?.[1];
}

function wordedAs(error: Error, code: string): string {
  const { path, syscall } = error as NodeJS.ErrnoException;
  const [, quotedPath] = /'([^']+)'$/.exec(error.message) ?? [];
  const where = path ?? quotedPath;
  const what = meanings[code] ?? error.message;
  const how = syscall === undefined ? code : `${code}, ${syscall}`;
  return `${where === undefined ? '' : `${where}: `}${what} (${how})`;
}
