/**
 * What every row of the benchmark is made with. Work inside this process is taken by processor time of the whole process,
 * so that neighbours on the machine do not count; garbage collection on other threads does.
 */

export const median = (figures) =>
  figures.toSorted((left, right) => left - right)[figures.length >> 1] ?? Number.NaN;

/** `count` pieces of work for each second of processor time. */
export async function perSecond(count, work) {
  const before = process.cpuUsage();
  await work();
  return count / secondsSince(before);
}

export function secondsSince(before) {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/**
 * Medians of contenders that take turns, so that a slow second is shared: `{ name: { count, run } }`, after one turn that
 * does not count.
 */
export async function inTurns(contenders, rounds) {
  const figures = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (const { count, run } of Object.values(contenders)) await run(count);
  for (let round = 0; round < rounds; round += 1)
    for (const [name, { count, run }] of Object.entries(contenders))
      figures[name].push(await perSecond(count, () => run(count)));
  return Object.fromEntries(Object.entries(figures).map(([name, list]) => [name, median(list)]));
}

/** One row of `reports/bench.json`. A ratio above 1 says that we do more. `skipped` says which peer is not there. */
export const row = (name, unit, ours, { peers = {}, skipped } = {}) => ({
  name,
  unit,
  ours,
  peers,
  ratio: Object.fromEntries(Object.entries(peers).map(([peer, figure]) => [peer, ours / figure])),
  ...(skipped === undefined ? {} : { skipped }),
});
