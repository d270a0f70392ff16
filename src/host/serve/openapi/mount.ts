/** The OpenAPI documents of a served world, outside of /_sim because every client may read them. */
import { Type } from 'typebox';
import type { Outcome } from '../../../core/base/refusal.ts';
import type { JsonObject } from '../../../core/http/message.ts';
import { binding, rowsOf } from '../../../core/http/route.ts';
import type { Mount } from '../../../core/http/route.ts';
import { FreeForm } from '../../../core/http/wire.ts';
import { walletDocument } from './wallet-document.ts';

class Documents {
  readonly #platformDocument: () => JsonObject;

  constructor(platformDocument: () => JsonObject) {
    this.#platformDocument = platformDocument;
  }

  openapi(_input: undefined): Outcome<JsonObject> {
    return this.#platformDocument();
  }

  walletOpenapi(_input: undefined): Outcome<JsonObject> {
    return walletDocument(this.#platformDocument());
  }
}

const row = rowsOf<Documents>();
const plain = { access: 'none', success: 200, limits: { exempt: true }, refusals: [] } as const;

const descriptor = (version: string) =>
  binding({
    read: () => undefined,
    answer: Type.Unsafe<JsonObject>(
      Type.Object({
        openapi: Type.Literal(version),
        info: FreeForm,
        paths: FreeForm,
        components: FreeForm,
      }),
    ),
    write: (document: JsonObject) => document,
  });

const documentRows = [
  row('openapi', {
    ...plain,
    about: 'This document',
    styles: {
      control: ['GET', '/openapi.json', descriptor('3.1.0')],
    },
  }),
  row('walletOpenapi', {
    ...plain,
    about: "The wallet's own descriptor, OpenAPI 3.0.0",
    styles: {
      control: ['GET', '/wallet/openapi.json', descriptor('3.0.0')],
    },
  }),
];

/** Routes that need no key. `platformDocument` is called for each request of the platform's document. */
export const documentMount = (platformDocument: () => JsonObject): Mount => ({
  service: 'document',
  prefixes: { control: '' },
  rows: documentRows,
  operations: new Documents(platformDocument),
});
