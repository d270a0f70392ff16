/** Lists with one part in another form: what the rules say of each. */
import { describeKept } from '../../../kept-digests.ts';
import { altered } from './lists-rows.ts';

describeKept(new URL('lists-altered.json', import.meta.url), altered);
