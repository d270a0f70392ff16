/**
 * Which ids of the model and the target name the same thing, whatever they look like: both issued a value at the same
 * place of corresponding responses. Agents hold the model's ids; the target is sent its own value of each pair.
 */
import type { Json } from '../../core/http/message.ts';
import { redacted } from '../../core/http/secrets/names.ts';
import { Redactor } from '../../core/http/secrets/redact.ts';
import { isDocumented } from '../../platform/world/documented-fields.ts';
import { publicNamesAt } from '../../platform/services/public-names.ts';
import { pointerPart } from '../../simulation/trace/capture.ts';
import { isIssuedFormat, Provenance } from '../../simulation/trace/provenance.ts';
import { eachWholeReference, expand, valueAt } from '../../simulation/trace/references.ts';
import type { Correlation } from '../traffic/compare/compare-answers.ts';
import { shown, type Difference } from '../traffic/compare/difference.ts';
import { LiveSecrets } from '../traffic/compare/live-secrets.ts';
import { mapTexts } from '../../core/base/map-texts.ts';
import { LiveNames } from './live-names.ts';

interface Pair {
  readonly model: string;
  /** Undefined if the target issued nothing at that place. */
  readonly live: string | number | undefined;
  /** True if the documents name the field. */
  readonly isDocumented: boolean;
}

/** The id pairs of one run. Call `encode`, `forTarget` and `answered` in the order of the exchanges. */
export class Correspondence {
  readonly #model = new Provenance();
  readonly #redactor = new Redactor({ kinds: ['private-key', 'credential'] });
  /** Secrets of both sides. */
  readonly secrets = new LiveSecrets();
  /** By reference, as `12:/escrow_id`. */
  readonly #pairs = new Map<string, Pair>();
  readonly #names = new LiveNames();
  /** Public field names at the path of the current exchange. */
  #isPublic = publicNamesAt('');

  /** Replaces the model's ids by references, in a text of a request. */
  encode(text: string): string {
    const encoded = this.#model.encode(text);
    this.#model.brought(text);
    return encoded;
  }

  /** Replaces the references of an encoded text by the target's values. */
  forTarget(encoded: string): string {
    return expand(encoded, (n, pointer) => String(this.#valueOf(n, pointer) ?? '')) ?? '';
  }

  /** The same for a JSON body: a text that is one reference becomes a number where the target issued a number. */
  bodyForTarget(encoded: Json): unknown {
    return mapTexts(encoded, (text) => {
      const [, n, pointer = ''] = /^\$\{(\d{1,10}):([^}$]*)\}$/.exec(text) ?? [];
      const value = n === undefined ? undefined : this.#valueOf(Number(n), pointer);
      return typeof value === 'number' ? value : this.forTarget(text);
    });
  }

  /**
   * Records the values that both sides issue. Returns the model's body with references, the live body in the model's
   * ids, and a difference for each old id that the target issued in place of a new one.
   */
  answered(
    { n, path, call }: { n: number; path: string; call: string },
    live: unknown,
    model: Json,
  ): { expected: Json; seen: unknown; reused: Difference[] } {
    this.#isPublic = publicNamesAt(path);
    for (const body of [live, model]) this.secrets.note(body, path);
    const reused: Difference[] = [];
    const expected = this.#expected(model, `${n}:`, (pointer, issued) => {
      if (!isIssuedFormat(issued)) return;
      const value = valueAt(live, pointer);
      this.#pairs.set(`${n}:${pointer}`, {
        model: issued,
        live: value,
        isDocumented: isDocumented(call, pointer),
      });
      if (value === undefined || value === '') return;
      const field = pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
      if (this.#names.add(value, field, issued)) return;
      const what = shown(this.secrets.clean(value, field, path));
      reused.push({ kind: 'id', field, recorded: 'something new', live: what });
    });
    this.#bindLate(expected, live);
    return { expected, seen: this.#names.inModelTerms(live), reused };
  }

  /** Values that the target has not given out where the model did may stand where the model repeats them. */
  #bindLate(expected: Json, live: unknown): void {
    eachWholeReference(expected, live, (n, pointer, value) => {
      const pair = this.#pairs.get(`${n}:${pointer}`);
      if (pair === undefined || pair.live !== undefined || pair.isDocumented) return;
      if (this.#names.add(value, pointer, pair.model))
        this.#pairs.set(`${n}:${pointer}`, { ...pair, live: value });
    });
  }

  /** The correlation for comparing one response; `sent` is the request's text. */
  correlation(sent: string, path: string): Correlation {
    return {
      clean: (value, field) => this.secrets.clean(value, field, path),
      valueOf: (n, pointer) => {
        const value = this.#pairs.get(`${n}:${pointer}`)?.live;
        return value === undefined ? undefined : String(value);
      },
      isLacking: (n, pointer) => {
        const pair = this.#pairs.get(`${n}:${pointer}`);
        return pair !== undefined && pair.live === undefined && !pair.isDocumented;
      },
      isOwn: (value) => sent.includes(value),
    };
  }

  /** True if a live value, at any depth, contains an id of this run. */
  isKnown(live: unknown): boolean {
    return this.#names.isIn(live);
  }

  #valueOf(n: number, pointer: string): string | number | undefined {
    const pair = this.#pairs.get(`${n}:${pointer}`);
    return pair?.live ?? pair?.model;
  }

  /**
   * The value with references and without secrets, as in a trace. `first` is called for each value that is issued for
   * the first time.
   */
  #expected(value: Json, origin: string, first: (pointer: string, text: string) => void): Json {
    if (typeof value === 'string') {
      const encoded = this.#model.encode(value);
      this.#model.issued(value, origin);
      const field = origin.slice(origin.lastIndexOf('/') + 1);
      if (!encoded.includes('${')) first(origin.slice(origin.indexOf(':') + 1), value);
      const isSecret = this.#redactor.isSecret(field) && !this.#isPublic.has(field);
      return isSecret && !encoded.includes('${') ? redacted : encoded;
    }
    if (Array.isArray(value))
      return value.map((item: Json, index) => this.#expected(item, `${origin}/${index}`, first));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        name,
        this.#expected(item, `${origin}/${pointerPart(name)}`, first),
      ]),
    );
  }
}
