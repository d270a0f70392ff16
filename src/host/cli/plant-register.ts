/** `node --import` of this file plants the bugs that the environment names, in this process alone. */
import { register } from 'node:module';
import { bugNamed } from '../../verification/check/bugs/table.ts';

const names = (process.env['ORRERY_PLANTED_BUG'] ?? '').split(',');
const bugs = names.flatMap((name) => bugNamed(name) ?? []);
if (bugs.length < names.length) throw new Error('ORRERY_PLANTED_BUG names no bug of the table');
register(import.meta.resolve('./plant-hook.js'), {
  data: { bugs, root: new URL('../../', import.meta.url).href },
});
