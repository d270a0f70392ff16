/** How requests travel to a target: TLS files, proxy, protocol and redirects of a target file. Reads no file. */
import { dirname, resolve } from 'node:path';
import type { MistakeList } from '../../../core/base/mistake-list.ts';
import type { SourceDocument } from '../../../simulation/scenario/document.ts';
import { plainHost } from './plain-host.ts';
import type { TargetSource } from './schema.ts';

/** The way to a target, with its defaults. It is plain data that can be sent to another thread. */
export interface TransportOptions {
  /** PEM files of the client certificate and its key; undefined for none. */
  readonly clientFiles: { readonly cert: string; readonly key: string } | undefined;
  /** PEM texts of those files, once they are read. */
  readonly clientCertificate: { readonly cert: string; readonly key: string } | undefined;
  readonly proxy: { readonly host: string; readonly port: number } | undefined;
  /** True to speak HTTP/2 without asking. */
  readonly isHttp2: boolean;
  readonly followsRedirects: boolean;
}

interface Reading {
  readonly hosts: readonly string[];
  readonly document: SourceDocument;
  readonly mistakes: MistakeList;
}

/** Keeps a mistake for a proxy that is not listed, and for half a client certificate. */
export function readTransport(
  source: TargetSource,
  { hosts, document, mistakes }: Reading,
): TransportOptions {
  return {
    clientFiles: mistakes.attempt(() => clientFilesOf(source, document), undefined),
    clientCertificate: undefined,
    proxy: mistakes.attempt(() => proxyOf(source, hosts, document), undefined),
    isHttp2: source.http2 === true,
    followsRedirects: source.redirects === 'same-host',
  };
}

/** The file with certificates to trust: `ca` as written, `tls.ca` beside the target file. */
export function caFileOf({ ca, tls }: TargetSource, document: SourceDocument): string | undefined {
  if (ca !== undefined && tls?.ca !== undefined)
    throw document.mistake(['ca'], 'ca and tls.ca are both given; expected one of them', { atKey: true });
  return tls?.ca === undefined ? ca : beside(document, tls.ca);
}

function clientFilesOf({ tls }: TargetSource, document: SourceDocument): TransportOptions['clientFiles'] {
  const { cert, key } = tls ?? {};
  if (cert === undefined && key === undefined) return undefined;
  if (cert !== undefined && key !== undefined)
    return { cert: beside(document, cert), key: beside(document, key) };
  const [given, missing] = cert === undefined ? ['key', 'cert'] : ['cert', 'key'];
  throw document.mistake(['tls'], `tls.${given} is given without tls.${missing}; expected both`);
}

/** The path of a file that stands beside the target file. */
export const beside = (document: SourceDocument, file: string): string =>
  resolve(dirname(document.file), file);

function proxyOf(
  { proxy }: TargetSource,
  hosts: readonly string[],
  document: SourceDocument,
): TransportOptions['proxy'] {
  if (proxy === undefined) return undefined;
  if (!URL.canParse(proxy))
    throw document.mistake(['proxy'], `"${proxy}" is no address; expected one that can be called`);
  const url = new URL(proxy);
  const host = plainHost(url.hostname);
  if (hosts.includes(host)) return { host, port: url.port === '' ? 80 : Number(url.port) };
  throw document.mistake(
    ['proxy'],
    `the host ${host} of the proxy is not among hosts; expected one of ${hosts.join(', ')}`,
  );
}
