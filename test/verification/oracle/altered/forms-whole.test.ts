/** Requests as they are: what the rules say of each. */
import { describeKept } from '../../../kept-digests.ts';
import { whole } from './forms-rows.ts';

describeKept(new URL('forms-whole.json', import.meta.url), whole);
