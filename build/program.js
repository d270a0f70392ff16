/**
 * Bundles the compiled modules and the libraries that they use into few files, because Node finds, reads and links every
 * module by itself. What is started or imported by its address keeps its place below `dist`: the command line, the entry
 * points of the package, its behaviours and its threads.
 */
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { notices } from './notices.js';

const compiled = join(process.cwd(), 'compiled');
const {
  bin,
  dependencies,
  peerDependencies,
  exports: entryPoints,
} = JSON.parse(readFileSync('package.json', 'utf8'));

/** Dependencies for the sake of their types: what is used of them is bundled. */
const declared = ['ajv', 'typebox'];
/** Never bundled: what a project installs with Orrery, or beside it. */
const installed = [...Object.keys(dependencies), ...Object.keys(peerDependencies)].filter(
  (name) => !declared.includes(name),
);
const isInstalled = (id) => installed.some((name) => id === name || id.startsWith(`${name}/`));

/** Names below `compiled`, without `.js`. */
const modules = readdirSync(compiled, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.js'))
  .map((name) => name.slice(0, -'.js'.length));

const own = Object.entries(entryPoints).flatMap(([name, { default: file }]) =>
  file === undefined ? [] : [[posix.join('orrery-sim', name), file.slice('./dist/'.length)]],
);

/** A thread is named by an address beside that of the module that starts it. */
const besideIt = /new URL\('([\w-]+)\.js', import\.meta\.url\)/g;
const threads = modules.flatMap((name) =>
  [...readFileSync(join(compiled, `${name}.js`), 'utf8').matchAll(besideIt)].map(([, file]) =>
    posix.join(posix.dirname(name), file),
  ),
);
const entries = [
  bin.orrery.slice('dist/'.length, -'.js'.length),
  ...own.map(([, file]) => file.slice(0, -'.js'.length)),
  ...modules.filter((name) => name.startsWith('agents/')),
  ...threads,
];

const rootMark = '__orrery_root__';

/** A module keeps the address that it would have by itself, whatever file it is bundled into. */
const addresses = {
  name: 'addresses',
  transform(code, id) {
    if (!id.startsWith(compiled) || !code.includes('import.meta.url')) return undefined;
    const place = JSON.stringify(posix.relative(compiled, id));
    return code.replaceAll('import.meta.url', `new URL(${place}, ${rootMark}).href`);
  },
  renderChunk(code, { fileName }) {
    const root = JSON.stringify(`./${'../'.repeat(fileName.split('/').length - 1)}`);
    return code.replaceAll(rootMark, `new URL(${root}, import.meta.url)`);
  },
};

/** Controls of a terminal and of the direction of text, which the bundler writes as they are. */
const steering = /\p{Cc}(?<![\t\n\r])|\p{Cf}|[\u2028\u2029]/gu;

/** Throws where a backslash before the character would change its meaning. */
const withoutSteering = (code) =>
  code.replaceAll(steering, (character, index) => {
    if (code[index - 1] === '\\') throw new Error(`a backslash before ${JSON.stringify(character)}`);
    const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  });

const plainTexts = {
  name: 'plain-texts',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk') chunk.code = withoutSteering(chunk.code);
  },
};

/** A shell starts it by its name. */
const executable = { name: 'executable', writeBundle: () => chmodSync(bin.orrery, 0o755) };

/** The configuration of rolldown. */
export const program = {
  input: Object.fromEntries(entries.map((name) => [name, join(compiled, `${name}.js`)])),
  platform: 'node',
  treeshake: true,
  plugins: [addresses, plainTexts, notices, executable],
  resolve: {
    alias: Object.fromEntries(own.toReversed().map(([name, file]) => [name, join(compiled, file)])),
  },
  external: (id, _, isResolved) => !isResolved && isInstalled(id),
  output: {
    dir: 'dist',
    format: 'esm',
    chunkFileNames: 'shared/[name].js',
    // Names stay: a stack shows them.
    minify: { compress: true, mangle: false, codegen: false },
    comments: false,
  },
};
