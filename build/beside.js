/**
 * `node build/beside.js COMMAND...`: runs the commands beside each other, for those that use one processor each. Prints what one
 * printed once it has ended. Exit 1 where one failed.
 */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** @param {string} command */
async function isGood(command) {
  const child = spawn(`${command} 2>&1`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => void child.on('close', resolve));
  const [output, code] = await Promise.all([text(child.stdout), ended]);
  process.stdout.write(`> ${command}\n${output}${code === 0 ? '' : `failed (${code}): ${command}\n`}`);
  return code === 0;
}

const results = await Promise.all(process.argv.slice(2).map(isGood));
process.exitCode = results.every(Boolean) ? 0 : 1;
