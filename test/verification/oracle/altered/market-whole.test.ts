/** Prices as they are: what the rules say of each. */
import { describeKept } from '../../../kept-digests.ts';
import { whole } from './market-rows.ts';

describeKept(new URL('market-whole.json', import.meta.url), whole);
