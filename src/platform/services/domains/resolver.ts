/** The custom resolver of DOM15. The documents do not say which kind of address it is, so all kinds are accepted. */
import { refuse, type Outcome } from '../../../core/base/refusal.ts';
import type { Policies } from '../../../core/policy/policies.ts';
import { readEvmAddress } from '../addresses.ts';
import { isIpv4, isIpv6 } from './ip-address.ts';
import { readHostName } from './resource-record.ts';

/** An EVM address, an IP address or a host name, in lower case; null when left out; or BAD_REQUEST. */
export function readResolver(text: string | undefined, policies: Policies): Outcome<string | null> {
  if (text === undefined) return null;
  const address = readEvmAddress(text, 'resolver', policies);
  if (address !== null) return address;
  if (isIpv4(text) || isIpv6(text)) return text.toLowerCase();
  return (
    readHostName(text) ??
    refuse('BAD_REQUEST', 'resolver must be an EVM address, an IP address or a host name')
  );
}
