/** Where connections lead and how they get there; no request is part of it. */

/** Where to connect: `ca` is PEM text of the certificates to trust, undefined for the system's authorities. */
export interface Endpoint {
  readonly isTls: boolean;
  /** The host name that the certificate has to match. */
  readonly host: string;
  /** The pinned IP address to connect to; behind a proxy the host itself. */
  readonly address: string;
  readonly port: number;
  readonly ca: string | undefined;
  /** Undefined for a direct connection in HTTP/1.1. */
  readonly transport?: EndpointTransport;
}

/** What the target file says about the way to its endpoints, and what connections have found there. */
export interface EndpointTransport {
  /** PEM texts. */
  readonly clientCertificate: { readonly cert: string; readonly key: string } | undefined;
  readonly proxy: ProxyAddress | undefined;
  /** True to speak HTTP/2 without asking. */
  readonly isHttp2: boolean;
  readonly followsRedirects: boolean;
  /** Texts that no answer may bring into an output, in every spelling that is looked for. */
  readonly secrets: readonly string[];
  readonly found: EndpointFindings;
}

/** An HTTP proxy; `address` is its pinned IP address. */
export interface ProxyAddress {
  readonly host: string;
  readonly address: string;
  readonly port: number;
}

/** What the connections of one endpoint share. */
export interface EndpointFindings {
  /** True once the target has refused HTTP/1.1 by ALPN. */
  isHttp2: boolean;
  /** True once a port that closes without an answer was asked whether it speaks TLS. */
  isProbed: boolean;
  /** Sentences for the user, each once: causes of failures with their remedy, and redirects that were not followed. */
  readonly notes: Set<string>;
}

/** Findings of an endpoint that nothing was sent to. */
export const noFindings = (): EndpointFindings => ({ isHttp2: false, isProbed: false, notes: new Set() });

const notesMax = 20;

/** Adds a sentence about the endpoint, up to 20. */
export function note({ host, port, transport }: Endpoint, sentence: string): void {
  const notes = transport?.found.notes;
  if (notes !== undefined && notes.size < notesMax) notes.add(`${host}:${port}: ${sentence}`);
}

/** Notes as a property of a result, each once; nothing where there are none. */
export const withNotes = (notes: readonly string[]): { notes?: string[] } =>
  notes.length === 0 ? {} : { notes: [...new Set(notes)] };

/** The sentences about all endpoints, each once. */
export const notesOf = (endpoints: readonly Endpoint[]): string[] => [
  ...new Set(endpoints.flatMap(({ transport }) => [...(transport?.found.notes ?? [])])),
];
