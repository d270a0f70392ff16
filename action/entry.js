/**
 * The entry of the GitHub Action (action.yml): runs one command of Orrery and makes annotations, a summary and outputs of
 * what it says. Ends with the exit code of the command. Uses Node alone.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

const known = ['run', 'check', 'audit', 'replay'];
const { env } = process;
const command = env['ORRERY_ACTION_COMMAND'] ?? '';
const report = env['ORRERY_ACTION_REPORT'] ?? '';
const words = (env['ORRERY_ACTION_ARGUMENTS'] ?? '')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '');

async function runCommand() {
  const own = command === 'run' ? ['--summary', 'markdown'] : [];
  const { code, stdout, stderr } = await ended([...program(), command, ...words, '--out', report, ...own]);
  if (code === 1) annotateFailures();
  else if (code !== 0) annotateMistakes(stderr);
  const isOwnSummary = code <= 1 && (command === 'run' || command === 'check');
  if (!isOwnSummary) summarize(`${headline(code)}\n\n${fenced(code <= 1 ? stdout : stderr)}\n`);
  // `check` writes its own.
  else if (command === 'run') summarize(stdout);
  appendTo('GITHUB_OUTPUT', `exit-code=${code}\nreport=${report}\n`);
  return code;
}

/** The version that the project has installed, or the one that the workflow names. */
function program() {
  try {
    const manifest = createRequire(join(process.cwd(), 'package.json')).resolve('orrery-sim/package.json');
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
    return [process.execPath, join(dirname(manifest), bin.orrery)];
  } catch {
    return ['npx', '--yes', `orrery-sim@${env['ORRERY_ACTION_VERSION'] || 'latest'}`];
  }
}

/** Shows what the command prints meanwhile. Text of a trace or a target must not become a command of the workflow. */
function ended([file = '', ...rest]) {
  return new Promise((resolve) => {
    const child = spawn(file, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    createInterface({ input: child.stdout }).on('line', (line) => {
      stdout += `${line}\n`;
      process.stdout.write(`${harmless(line)}\n`);
    });
    createInterface({ input: child.stderr }).on('line', (line) => {
      stderr += `${line}\n`;
      // `check` prints annotations itself.
      process.stderr.write(`${command === 'check' ? line : harmless(line)}\n`);
    });
    child.on('error', (error) => resolve({ code: 2, stdout, stderr: `orrery: ${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 130, stdout, stderr }));
  });
}

/** @param {string} text */
const harmless = (text) => text.replace(/^(\s*)::/, '$1:\u200b:').replaceAll('##[', '#\u200b#[');

/** Test cases of the report that failed; an audit has none, and its summary says what failed. */
function annotateFailures() {
  if (command === 'check') return;
  const file = join(report, 'junit.xml');
  const cases = existsSync(file) ? failuresIn(readFileSync(file, 'utf8')) : [];
  for (const { name, message } of cases) annotate({ title: `orrery ${command}: ${name}` }, message);
  if (cases.length === 0) annotate({ title: `orrery ${command}` }, 'failed; the summary has the reasons');
}

/** @param {string} xml as Orrery writes it, attributes in double quotes */
function failuresIn(xml) {
  const found = xml.matchAll(/<testcase [^>]*?\bname="([^"]*)"[^>]*>\s*<failure [^>]*?\bmessage="([^"]*)"/g);
  return Array.from(found, ([, name = '', message = '']) => ({
    name: unescaped(name),
    message: unescaped(message),
  }));
}

/** @param {string} xml */
const unescaped = (xml) =>
  xml
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, digits) => String.fromCodePoint(Number.parseInt(digits, 16)))
    .replaceAll(/&#(\d+);/g, (_, digits) => String.fromCodePoint(Number(digits)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

/** Each line of a wrong call or file; a mistake in a file is shown at its line. */
function annotateMistakes(/** @type {string} */ stderr) {
  for (const [, message = ''] of stderr.matchAll(/^orrery: (.+)$/gm)) {
    const [, file, line, col, what] = /^(\S+?):(\d+):(\d+): (.+)$/.exec(message) ?? [];
    annotate(
      file === undefined ? { title: `orrery ${command}` } : { file, line, col, title: `orrery ${command}` },
      what ?? message,
    );
  }
}

/** An error that the workflow shows. */
function annotate(
  /** @type {Record<string, string | undefined>} */ properties,
  /** @type {string} */ message,
) {
  const listed = Object.entries(properties).map(
    ([name, value]) =>
      `${name}=${escaped(value ?? '')
        .replaceAll(':', '%3A')
        .replaceAll(',', '%2C')}`,
  );
  process.stdout.write(`::error ${listed.join(',')}::${escaped(message)}\n`);
}

/** @param {string} text */
const escaped = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

function refused(/** @type {string} */ message) {
  annotate({ title: 'orrery' }, message);
  return 2;
}

function headline(/** @type {number} */ code) {
  if (code === 0) return `## ✅ orrery ${command}: held`;
  return code === 1 ? `## ❌ orrery ${command}: failed` : `## ❌ orrery ${command}: exit code ${code}`;
}

/** Text as it is: the fence is longer than any in it. */
function fenced(/** @type {string} */ text) {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text.slice(0, 60_000).trimEnd()}\n${fence}`;
}

const summarize = (/** @type {string} */ text) => appendTo('GITHUB_STEP_SUMMARY', `${text.trimEnd()}\n`);

function appendTo(/** @type {string} */ variable, /** @type {string} */ text) {
  const file = env[variable] ?? '';
  if (file !== '') appendFileSync(file, text);
}

process.exitCode = known.includes(command)
  ? await runCommand()
  : refused(`command is "${command}"; expected one of ${known.join(', ')}`);
