/**
 * buildah, which builds the Dockerfile without an engine, and an image to build it on. No registry of images is asked: the
 * image has the Node, npm and shell of this machine with the libraries that they load.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { project } from '../host/cli/orrery.ts';

const buildMsMax = 900_000;
const certificates = '/etc/ssl/certs/ca-certificates.crt';

/** Images are built and run with the rights of root, in a chroot. */
export const hasBuilder =
  process.getuid?.() === 0 && spawnSync('buildah', ['--version'], { stdio: 'ignore' }).status === 0;
if (!hasBuilder) console.log('skipped: an image is built by root with buildah');

export class Builder {
  readonly folder = mkdtempSync(join(tmpdir(), 'orrery-image-'));
  /** Copies of all files, until a quicker one is known to work here. */
  #driver = 'vfs';

  constructor() {
    if (!hasBuilder) return;
    const places = ['--root', join(this.folder, 'tried'), '--runroot', join(this.folder, 'tried-run')];
    const tried = spawnSync('buildah', [...places, '--storage-driver', 'overlay', 'info'], {
      stdio: 'ignore',
    });
    if (tried.status === 0) this.#driver = 'overlay';
  }

  /** What buildah prints. Throws with its errors. */
  buildah(...words: string[]): string {
    return execFileSync('buildah', this.#words(words), {
      encoding: 'utf8',
      timeout: buildMsMax,
      maxBuffer: 64 * 1024 * 1024,
    }).trim();
  }

  /** A program in a container, on the network of this machine. */
  start(container: string, words: readonly string[]): ChildProcess {
    return spawn('buildah', this.#words(['run', '--isolation', 'chroot', container, ...words]));
  }

  /** The image of the Dockerfile. npm asks the registry of this machine; nothing of that stays in the image. */
  build(): string {
    writeFileSync(join(this.folder, 'npmrc'), `cafile=${certificates}\n`);
    const volumes = [`${join(this.folder, 'npmrc')}:/root/.npmrc:ro`, `${certificates}:${certificates}:ro`];
    const seen = volumes.flatMap((volume) => ['--volume', volume]);
    const base = ['--build-arg', `NODE=${this.#base()}`];
    // prettier-ignore
    this.buildah('bud', '--quiet', '--isolation', 'chroot', '--format', 'docker', ...base, ...seen, '--tag', 'orrery', project);
    return 'localhost/orrery';
  }

  /** Images, containers and their files. */
  remove(): void {
    spawnSync('buildah', this.#words(['rm', '--all']));
    spawnSync('buildah', this.#words(['rmi', '--all', '--force']));
    spawnSync('rm', ['-rf', this.folder]);
  }

  #base(): string {
    const root = join(this.folder, 'base');
    for (const name of ['tmp', 'root', 'etc', 'usr/bin', 'bin', 'usr/local/bin'])
      mkdirSync(join(root, name), { recursive: true });
    const programs = ['/bin/sh', '/usr/bin/env', '/bin/mkdir', '/bin/chown'];
    for (const program of programs) copied(program, root, program);
    copied(process.execPath, root, '/usr/bin/node');
    const npm = join(execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim(), 'npm');
    cpSync(npm, join(root, 'usr/lib/node_modules/npm'), { recursive: true });
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/bin/npm'));
    writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/tmp:/bin/sh\n');
    writeFileSync(join(this.folder, 'Base'), 'FROM scratch\nCOPY base /\n');
    this.buildah('bud', '--quiet', '--file', join(this.folder, 'Base'), '--tag', 'base', this.folder);
    return 'localhost/base';
  }

  #words(words: readonly string[]): string[] {
    const places = ['--root', join(this.folder, 'root'), '--runroot', join(this.folder, 'run')];
    return [...places, '--storage-driver', this.#driver, ...words];
  }
}

/** A program at a place of the image, with the libraries that it loads at their own places. */
function copied(program: string, root: string, place: string): void {
  cpSync(realpathSync(program), join(root, place));
  const loaded = execFileSync('ldd', [program], { encoding: 'utf8' });
  for (const [, library = ''] of loaded.matchAll(/(\/\S+) \(0x/g)) {
    mkdirSync(join(root, dirname(library)), { recursive: true });
    cpSync(realpathSync(library), join(root, library));
    // A part of the C library that Node does not load, but the bundler does.
    const clock = join(dirname(library), 'librt.so.1');
    if (library.includes('/libc.so') && existsSync(clock)) cpSync(realpathSync(clock), join(root, clock));
  }
}
