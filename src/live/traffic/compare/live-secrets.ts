/** Secrets that a target has issued: no reported difference repeats one, in whatever field it stands. */
import { KnownSecrets } from '../../../core/http/secrets/known-secrets.ts';
import { redacted } from '../../../core/http/secrets/names.ts';
import { isReference, Redactor } from '../../../core/http/secrets/redact.ts';
import { publicNamesAt } from '../../../platform/services/public-names.ts';

/** Learns private keys and credentials from live bodies and replaces them in everything that is reported. */
export class LiveSecrets {
  readonly #known = new KnownSecrets();
  readonly #redactor = new Redactor({
    kinds: ['private-key', 'credential'],
    publicAt: publicNamesAt,
    onSecret: (secret) => this.#known.add(secret),
  });

  /** Notes the secrets of an answer, or of a request; `path` is that of the request. */
  note(body: unknown, path: string): void {
    this.#redactor.value(body, path);
  }

  /** A value as a report may show it; `field` is where it stands, as `/wallet/mnemonic`. */
  clean(value: unknown, field: string, path: string): unknown {
    const name = field.slice(field.lastIndexOf('/') + 1);
    const isSecret = this.#redactor.isSecret(name) && !publicNamesAt(path).has(name);
    if (isSecret && typeof value === 'string' && !isReference(value)) return redacted;
    return this.#withoutKnown(this.#redactor.value(value, path));
  }

  text(text: string): string {
    return this.#known.redact(text);
  }

  #withoutKnown(value: unknown): unknown {
    if (typeof value === 'string') return this.#known.redact(value);
    if (Array.isArray(value)) return value.map((item) => this.#withoutKnown(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [this.#known.redact(name), this.#withoutKnown(item)]),
    );
  }
}
