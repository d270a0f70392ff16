/** The keys of a target file that say how a request travels: headers, authentication, TLS, proxy, protocol, redirects. */
import { Type } from 'typebox';

const closed = { additionalProperties: false } as const;

const PemFile = (content: string) =>
  Type.String({ minLength: 1, description: `the path of a PEM file with ${content}` });

/** Properties of `TargetSchema`; `readTransport` checks names, values and files further. */
export const transportProperties = {
  headers: Type.Optional(
    Type.Record(
      Type.String(),
      Type.String({ description: 'a text such as "blue" or "${NAME}", a variable of the environment' }),
      { maxProperties: 64, description: 'at most 64 headers by name, such as { X-Env: blue }' },
    ),
  ),
  auth: Type.Optional(
    Type.Object(
      {
        header: Type.Optional(
          Type.String({ description: 'the header that carries the key, such as X-Api-Key' }),
        ),
        scheme: Type.Optional(
          Type.String({ description: 'the scheme before the key, such as Bearer, or none for the bare key' }),
        ),
      },
      { ...closed, description: 'how a key is sent, such as { header: X-Api-Key, scheme: none }' },
    ),
  ),
  tls: Type.Optional(
    Type.Object(
      {
        ca: Type.Optional(PemFile('certificates to trust')),
        cert: Type.Optional(PemFile('the client certificate')),
        key: Type.Optional(PemFile('the key of the client certificate')),
      },
      { ...closed, description: 'files such as { ca: ca.pem, cert: client.pem, key: client.key }' },
    ),
  ),
  proxy: Type.Optional(
    Type.String({
      pattern: '^http://[^\\s/?#@]+/?$',
      description: 'the address of an HTTP proxy such as "http://127.0.0.1:3128", without user and path',
    }),
  ),
  http2: Type.Optional(
    Type.Boolean({ description: 'true to send HTTP/2 only, without asking the target first' }),
  ),
  redirects: Type.Optional(
    Type.Enum(['none', 'same-host'], { description: 'none, or same-host to follow them there' }),
  ),
};
