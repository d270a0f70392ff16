/** Recognises a port that speaks another protocol than the target file says. */
import { connect as connectTls } from 'node:tls';
import type { RawAnswer } from './answer-parser.ts';
import type { Endpoint } from './endpoint.ts';

/** For a port that speaks TLS although its address begins with http. */
const speaksTls = 'the port speaks TLS; expected https:// instead of http:// in the target file';
/** The remedy where a target speaks HTTP/2 and was not asked to. */
const speaksHttp2 = 'the target speaks HTTP/2 only; expected http2: true in the target file';

/**
 * What the first bytes of a connection say that are no HTTP/1.1 answer: a TLS alert, or the SETTINGS frame of HTTP/2.
 * Undefined for all others.
 */
export function protocolOfBytes(bytes: Buffer): string | undefined {
  if (bytes[0] === 0x15 && bytes[1] === 3) return speaksTls;
  const isSettings = bytes.length >= 9 && bytes[0] === 0 && bytes[3] === 4 && bytes.readUInt32BE(5) === 0;
  return isSettings ? speaksHttp2 : undefined;
}

const lookedAtBytes = 2_048;

/** What a 400 of a common server says: plain HTTP on its TLS port, or a client certificate that is missing. */
export function causeOfBadRequest({ bytes, start, end }: RawAnswer, { isTls }: Endpoint): string | undefined {
  const text = bytes.toString('latin1', start, Math.min(end, start + lookedAtBytes));
  if (isTls) {
    return /no required ssl certificate|ssl certificate error/i.test(text)
      ? 'the target asks for a client certificate; name one under tls.cert and tls.key'
      : undefined;
  }
  return /HTTPS port|HTTPS server|SSL-enabled server port/.test(text) ? speaksTls : undefined;
}

const probeMs = 1_000;
/** Only a port that speaks TLS has a certificate to complain of, or sends an alert. */
const certificateError = /^(?:CERT_|DEPTH_|SELF_|UNABLE_|ERR_TLS_CERT_)|_ALERT_/;

/**
 * Offers a TLS handshake to a port that closes plain connections without an answer, and sends nothing else. Resolves
 * with a sentence where the port speaks TLS.
 */
export function probedForTls({ address, host, port }: Endpoint): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connectTls({ host: address, port, servername: nameOf(host) });
    const over = (found: string | undefined): void => {
      clearTimeout(late);
      socket.destroy();
      resolve(found);
    };
    const late = setTimeout(() => over(undefined), probeMs);
    socket.once('secureConnect', () => over(speaksTls));
    socket.on('error', ({ code = '' }: NodeJS.ErrnoException) =>
      over(certificateError.test(code) ? speaksTls : undefined),
    );
    socket.once('close', () => over(undefined));
  });
}

/** An IP address is no server name (RFC 6066, 3). */
const nameOf = (host: string): string => (/^[\d.]+$|:/.test(host) ? '' : host);
