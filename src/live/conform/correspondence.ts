/**
 * Maps ids of the target to ids of the model, in both directions. A pair is added when both responses issue a value
 * at the same place. Agents hold the target's values; the model is sent its own value of the pair.
 */
import type { Json } from '../../core/http/message.ts';
import { shown, type Difference } from '../traffic/compare/difference.ts';
import type { Correlation } from '../traffic/compare/compare-answers.ts';
import { isIssuedFormat, Provenance } from '../../simulation/trace/provenance.ts';
import { expand } from '../../simulation/trace/references.ts';
import { LiveSecrets } from '../traffic/compare/live-secrets.ts';
import { redacted } from '../../core/http/secrets/names.ts';
import { Redactor } from '../../core/http/secrets/redact.ts';
import { publicNamesAt } from '../../platform/services/public-names.ts';

interface Pair {
  live?: string;
  model?: string;
}

/** The id pairs of one run. Call `encode`, `forModel` and `answered` in the order of the exchanges. */
export class Correspondence {
  readonly #live = new Provenance();
  readonly #model = new Provenance();
  readonly #redactor = new Redactor({ kinds: ['private-key', 'credential'] });
  /** Secrets of both sides. */
  readonly secrets = new LiveSecrets();
  /** By reference, as `12:/escrow_id`. */
  readonly #pairs = new Map<string, Pair>();
  /** Public field names at the path of the current exchange. */
  #isPublic = publicNamesAt('');

  /** Replaces values that the target issued by references, in a text that is sent to the target. */
  encode(text: string): string {
    const encoded = this.#live.encode(text);
    this.#live.brought(text);
    return encoded;
  }

  /** Replaces the references of an encoded text by the model's values. */
  forModel(encoded: string): string {
    const text = expand(encoded, (n, pointer) => {
      const pair = this.#pairs.get(`${n}:${pointer}`);
      return pair?.model ?? pair?.live;
    });
    this.#model.brought(text ?? '');
    return text ?? '';
  }

  /**
   * Records the values that both sides issue. Returns the model's body with references, and a difference for each old
   * id that the target issued again in place of a new one.
   */
  answered(
    { n, path }: { n: number; path: string },
    live: unknown,
    model: Json,
  ): { expected: Json; reused: Difference[] } {
    this.#isPublic = publicNamesAt(path);
    for (const body of [live, model]) this.secrets.note(body, path);
    const reused: Difference[] = [];
    const known = new Map<string, string>();
    eachText(live, '', (text, pointer) => {
      const encoded = this.#live.encode(text);
      if (encoded.startsWith('${') && isIssuedFormat(text)) known.set(pointer, text);
      this.#live.issued(text, `${n}:${pointer}`);
      if (isIssuedFormat(text)) this.#pairAt(n, pointer).live = text;
    });
    const expected = this.#expected(model, `${n}:`, (pointer, text) => {
      if (!isIssuedFormat(text)) return;
      this.#pairAt(n, pointer).model = text;
      const before = known.get(pointer);
      if (before === undefined) return;
      const field = pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
      reused.push({
        kind: 'id',
        field,
        recorded: 'something new',
        live: shown(this.secrets.clean(before, field, path)),
      });
    });
    return { expected, reused };
  }

  /** The correlation for comparing one response; `sent` is the request's text. */
  correlation(sent: string, path: string): Correlation {
    return {
      clean: (value, field) => this.secrets.clean(value, field, path),
      valueOf: (n, pointer) => this.#pairs.get(`${n}:${pointer}`)?.live,
      isOwn: (value) => sent.includes(value),
    };
  }

  #pairAt(n: number, pointer: string): Pair {
    const reference = `${n}:${pointer}`;
    let pair = this.#pairs.get(reference);
    if (pair === undefined) this.#pairs.set(reference, (pair = {}));
    return pair;
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

function eachText(value: unknown, pointer: string, visit: (text: string, pointer: string) => void): void {
  if (typeof value === 'string') visit(value, pointer);
  else if (Array.isArray(value)) value.forEach((item, index) => eachText(item, `${pointer}/${index}`, visit));
  else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value))
      eachText(item, `${pointer}/${pointerPart(name)}`, visit);
  }
}

/** RFC 6901, and no brace or dollar that would end a reference. */
const pointerPart = (name: string): string =>
  name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('}', '%7D').replaceAll('$', '%24');
