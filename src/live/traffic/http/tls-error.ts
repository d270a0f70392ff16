/** What an error of a TLS handshake means, in one sentence with the remedy. */
import { disarmedLine } from '../../../core/base/plain-text.ts';
import type { Endpoint } from './endpoint.ts';
import { networkFailure, type ConnectionFailure } from './failure.ts';

const askedForCertificate = 'the target asks for a client certificate; name one under tls.cert and tls.key';
const refusedCertificate = 'the target refuses the client certificate; expected another under tls.cert';
const plainAnswer = 'the port answers in plain HTTP; expected http:// instead of https:// in the target file';
const noAuthority = 'no trusted authority issued the certificate; name its authority under tls.ca';
const noOldTls = 'the target speaks no TLS 1.2 or later; expected a target that does';

/** By the code of the error in Node, which OpenSSL's names are part of. */
const causes: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed; name it under tls.ca',
  SELF_SIGNED_CERT_IN_CHAIN: noAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: noAuthority,
  UNABLE_TO_GET_ISSUER_CERT: noAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: noAuthority,
  CERT_SIGNATURE_FAILURE: noAuthority,
  CERT_UNTRUSTED: noAuthority,
  CERT_HAS_EXPIRED: 'the certificate has expired; expected a target with a valid one',
  CERT_NOT_YET_VALID:
    'the certificate is not valid yet; expected a target with a valid one, or another clock here',
  ERR_SSL_WRONG_VERSION_NUMBER: plainAnswer,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: plainAnswer,
  ERR_SSL_RECORD_LAYER_FAILURE: plainAnswer,
  ERR_SSL_HTTP_REQUEST: plainAnswer,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: askedForCertificate,
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: refusedCertificate,
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: refusedCertificate,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: refusedCertificate,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: refusedCertificate,
  ERR_SSL_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE: refusedCertificate,
  ERR_SSL_TLSV1_ALERT_ACCESS_DENIED: refusedCertificate,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: noOldTls,
  ERR_SSL_UNSUPPORTED_PROTOCOL: noOldTls,
};

/** True for a target that speaks none of the offered protocols (RFC 7301). */
export const isProtocolRefused = ({ code = '' }: NodeJS.ErrnoException): boolean =>
  code === 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL';

/** The failure behind an error of a socket; `offered` are the protocols that were offered to the target. */
export function socketFailure(
  error: NodeJS.ErrnoException,
  endpoint: Endpoint,
  offered: readonly string[] = [],
): ConnectionFailure {
  const reason = networkFailure(error);
  if (reason === 'reset' && endpoint.isTls) return closedInHandshake(endpoint);
  if (reason !== undefined) return { reason };
  const cause = causeOf(error, endpoint, offered);
  return cause === undefined ? { reason: 'tls' } : { reason: 'tls', cause };
}

/** A target that closes without an alert once it has seen the client's certificate. */
export function closedInHandshake({ transport }: Endpoint): ConnectionFailure {
  if (transport?.clientCertificate === undefined) return { reason: 'reset' };
  return {
    reason: 'reset',
    cause:
      'the target closes the connection after the TLS handshake; it may refuse the client certificate under tls.cert',
  };
}

function causeOf(
  error: NodeJS.ErrnoException,
  { host, transport }: Endpoint,
  offered: readonly string[],
): string | undefined {
  const { code = '' } = error;
  if (isProtocolRefused(error)) {
    return offered.length === 1 && transport?.isHttp2 === true
      ? 'the target speaks no HTTP/2; expected http2 to be left out of the target file'
      : 'the target speaks neither HTTP/1.1 nor HTTP/2; expected one of them';
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const named = (error as { cert?: { subjectaltname?: unknown } }).cert?.subjectaltname;
    const names = typeof named === 'string' ? ` (${disarmedLine(named).slice(0, 200)})` : '';
    return `the certificate is for other hosts${names}, not for ${host}; expected a host that it names`;
  }
  if (code === 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE' || code === 'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE')
    return transport?.clientCertificate === undefined ? askedForCertificate : refusedCertificate;
  const known = causes[code.replace('SSL/TLS_ALERT', 'SSLV3_ALERT')];
  return known ?? (code === '' ? undefined : `the TLS handshake fails (${disarmedLine(code)})`);
}
