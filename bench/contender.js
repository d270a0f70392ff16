/**
 * Contenders of one group in processes of their own: `node bench/contender.js GROUP NAME` opens one and takes a turn for
 * each message. The group's module exports `contenders`: `{ name: { count, open } }`.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { median, perSecond } from './measure.js';

const program = fileURLToPath(import.meta.url);

/** One turn of a contender: pieces of work for each second of its processor time. */
async function turn(child) {
  child.send('turn');
  const [answer] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (typeof answer !== 'object') throw new Error(`${child.spawnargs.join(' ')} ended with ${answer}`);
  return answer.figure;
}

/** Medians of contenders that take turns, each in its own process, after two turns that do not count. */
export async function inOwnProcesses(group, names, rounds) {
  const children = names.map((name) => ({ name, child: fork(program, [group, name]), figures: [] }));
  try {
    for (let round = -2; round < rounds; round += 1)
      for (const { child, figures } of children) {
        const figure = await turn(child);
        if (round >= 0) figures.push(figure);
      }
  } finally {
    for (const { child } of children) child.kill();
  }
  return Object.fromEntries(children.map(({ name, figures }) => [name, median(figures)]));
}

async function takeTurns([group, name]) {
  const { contenders } = await import(new URL(`${group}.js`, import.meta.url).href);
  const { count, open } = contenders[name];
  const run = await open();
  process.on('message', async () => {
    process.send({ figure: await perSecond(count, () => run(count)) });
  });
}

// Not awaited: the module of the group imports this one.
if (process.argv[1] === program) void takeTurns(process.argv.slice(2));
