/**
 * `node bench/group.js NAME`: the rows of one group as JSON, in a process of its own: what V8 has learnt from one group
 * makes another slower or faster. Build first: `npm run build`.
 */
import { groups } from './groups.js';

const [name] = process.argv.slice(2);
const rowsOf = groups[name];
if (rowsOf === undefined) {
  process.stderr.write(
    `${name ?? 'a group'} is not measured here; expected one of ${Object.keys(groups).join(', ')}\n`,
  );
  process.exitCode = 2;
} else process.stdout.write(`${JSON.stringify(await rowsOf(), null, 2)}\n`);
