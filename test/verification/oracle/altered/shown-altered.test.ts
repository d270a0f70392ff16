/** Answers with one part in another form: what the rules say of each. */
import { describeKept } from '../../../kept-digests.ts';
import { altered } from './shown-rows.ts';

describeKept(new URL('shown-altered.json', import.meta.url), altered);
