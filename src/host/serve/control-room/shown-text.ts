/** Texts of a world as they are shown: without its secrets, those that have a name and those that were given out in it. */
import type { Request, Response } from '../../../core/http/message.ts';
import type { KnownSecrets } from '../../../core/http/secrets/known-secrets.ts';
import { Redactor } from '../../../core/http/secrets/redact.ts';
import { publicNamesAt } from '../../../platform/services/public-names.ts';

/** The first `length` UTF-16 units of a text, with an ellipsis where something was removed. */
export const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}…`;

/** Removes the secrets of one world. */
export class ShownText {
  readonly #secrets: KnownSecrets;
  readonly #redactor = new Redactor({ publicAt: publicNamesAt });

  constructor(secrets: KnownSecrets) {
    this.#secrets = secrets;
  }

  plain(text: string): string {
    return this.#secrets.redact(text);
  }

  /** A path with its query. */
  target({ path, query }: Request): string {
    const search = new URLSearchParams(query).toString();
    return this.plain(search === '' ? path : `${path}?${this.#redactor.text(search, path)}`);
  }

  /** What was sent: the text as it came, or the body as JSON; undefined for nothing. */
  sent({ path, body, rawBody }: Request, indent = 0): string | undefined {
    const value = rawBody ?? body;
    return value === undefined || value === '' ? undefined : this.#body(value, path, indent);
  }

  answer({ body }: Response, path: string, indent = 0): string {
    return this.#body(body, path, indent);
  }

  #body(body: unknown, path: string, indent: number): string {
    if (typeof body === 'string') return this.plain(this.#redactor.text(body, path));
    return this.plain(JSON.stringify(this.#redactor.value(body, path), null, indent) ?? '');
  }
}
