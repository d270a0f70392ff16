/** `node --import` of this file loads the modules of a plan in place of the compiled ones, in this process alone. */
import { readFileSync } from 'node:fs';
import { register } from 'node:module';

const plan = JSON.parse(readFileSync(process.env['ORRERY_MUTANTS'] ?? '', 'utf8'));
register('./hook.js', import.meta.url, { data: plan });
