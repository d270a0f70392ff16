/** The rows of a benchmark as a table for a terminal. */

/** Whole numbers in groups of three; small ones with what makes them different. */
export function figure(value) {
  if (!Number.isFinite(value)) return '-';
  if (Math.abs(value) < 100 && !Number.isInteger(value)) return value.toPrecision(3);
  return Math.round(value)
    .toString()
    .replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

const beside = ({ peers, ratio }) =>
  Object.keys(peers).map(
    (peer) =>
      `${peer} ${figure(peers[peer])}${Number.isFinite(ratio[peer]) ? ` (${ratio[peer].toFixed(1)}x)` : ''}`,
  );

export function tableOf({ machine, rows }) {
  const lines = rows.map((row) => {
    const others = [...beside(row), ...(row.skipped === undefined ? [] : [row.skipped])];
    return `${row.name.padEnd(46)} ${figure(row.ours).padStart(12)} ${row.unit.padEnd(16)} ${others.join(', ')}`;
  });
  return `${machine.cpu}, ${machine.cores} cores, Node ${machine.node}\n\n${lines.join('\n')}\n`;
}
