/** The custom resolver of P:87: "a custom resolver address". Which kind of address is left open, so all are taken. */
import { refuse, type Outcome } from '../../base/refusal.ts';
import { isIpv4, isIpv6 } from './ip-address.ts';
import { readHostName } from './resource-record.ts';

const evmAddressPattern = /^0x[0-9a-fA-F]{40}$/;

/** An EVM address, an IP address or a host name, in lower case; null when left out; or BAD_REQUEST. */
export function readResolver(text: string | undefined): Outcome<string | null> {
  if (text === undefined) return null;
  if (evmAddressPattern.test(text) || isIpv4(text) || isIpv6(text)) return text.toLowerCase();
  return (
    readHostName(text) ??
    refuse('BAD_REQUEST', 'resolver must be an EVM address, an IP address or a host name')
  );
}
