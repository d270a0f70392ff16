/** Prices with one part in another form: what the rules say of each. */
import { describeKept } from '../../../kept-digests.ts';
import { altered } from './market-rows.ts';

describeKept(new URL('market-altered.json', import.meta.url), altered);
