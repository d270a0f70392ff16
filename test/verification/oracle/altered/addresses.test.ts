/** Addresses of each chain, where answers show them and where money goes: what the rules say of each. */
import { describeKept } from '../../../kept-digests.ts';
import { shownAddresses } from './shown-rows.ts';

describeKept(new URL('addresses.json', import.meta.url), shownAddresses);
