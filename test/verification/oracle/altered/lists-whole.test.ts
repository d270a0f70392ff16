/** Lists as they are: what the rules say of each. */
import { describeKept } from '../../../kept-digests.ts';
import { whole } from './lists-rows.ts';

describeKept(new URL('lists-whole.json', import.meta.url), whole);
