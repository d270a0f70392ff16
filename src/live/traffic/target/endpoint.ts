/** Endpoints of a target: one function gives every sender the pinned address and the way there. */
import { noFindings, type Endpoint } from '../http/endpoint.ts';
import { spellingsOf } from '../http/redacted-answer.ts';
import type { PinnedAddresses } from './pinned-addresses.ts';
import type { ServiceAddress, Target } from './target.ts';

/** What all endpoints of a target share; `ca` is PEM text of certificates to trust, or undefined. */
export interface EndpointParts {
  readonly target: Target;
  readonly addresses: PinnedAddresses;
  readonly ca: string | undefined;
}

/** The endpoint of a service. Throws `Forbidden` for a host that is not listed. */
export function endpointOf(
  { target, addresses, ca }: EndpointParts,
  { isTls, host, port }: ServiceAddress,
): Endpoint {
  const { proxy, clientCertificate, isHttp2, followsRedirects } = target.transport;
  return {
    isTls,
    host,
    port,
    address: addresses.addressOf(host),
    ca,
    transport: {
      clientCertificate,
      isHttp2,
      followsRedirects,
      proxy: proxy && { ...proxy, address: addresses.addressOf(proxy.host) },
      secrets: spellingsOf(target.carried?.secrets ?? []),
      found: noFindings(),
    },
  };
}
