/** `node --import` of this file plants the bug that the environment names, in this process alone. */
import { register } from 'node:module';
import { bugNamed } from '../check/bugs/table.ts';

const bug = bugNamed(process.env['ORRERY_PLANTED_BUG'] ?? '');
if (bug === undefined) throw new Error('ORRERY_PLANTED_BUG names no bug of the table');
register(import.meta.resolve('./plant-hook.js'), {
  data: { bug, root: new URL('../', import.meta.url).href },
});
