/** Answers as they are: what the rules say of each. */
import { describeKept } from '../../../kept-digests.ts';
import { whole } from './shown-rows.ts';

describeKept(new URL('shown-whole.json', import.meta.url), whole);
