/** Requests with one part in another form: what the rules say of each. */
import { describeKept } from '../../../kept-digests.ts';
import { altered } from './forms-rows.ts';

describeKept(new URL('forms-altered.json', import.meta.url), altered);
