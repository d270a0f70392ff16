/** A call with one more field: what its form allows and most callers leave out. */
import { formRules } from '../../oracle/facts/form-rules.ts';
import { endpointsOf } from '../../oracle/models/endpoints.ts';
import type { Draw } from './draw.ts';
import { edgesOf, meant, textsOf } from './form-edges.ts';
import type { OperationDraft } from './model-state.ts';

/** Fields that are admitted whatever they hold, or whose form depends on other fields. */
const others: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  'trading/B/place': { price: ['2000', 3_000.5, '0.01'] },
  'trading/A/place': { price: [2_000, 3_000.5] },
};

/** The call with a field that it has not; undefined where it has every one. */
export function withMore(call: OperationDraft, draw: Draw): OperationDraft | undefined {
  const name = nameOf(call.do);
  const { body, query = {}, raw } = call;
  if (name === undefined || raw !== undefined) return undefined;
  const isQuery = call.do.startsWith('GET');
  const part = (isQuery ? query : (body ?? {})) as Readonly<Record<string, unknown>>;
  const values = { ...allowedBy(formRules[name] ?? {}), ...others[name] };
  const field = draw.pick([undefined, ...Object.keys(values).filter((each) => !(each in part))]);
  if (field === undefined) return undefined;
  const more = { [field]: draw.pick(values[field] ?? []) };
  return isQuery
    ? { ...call, query: { ...query, ...textsOf(more) } }
    : { ...call, body: { ...part, ...more } };
}

const allowedBy = (rules: Readonly<Record<string, string>>): Record<string, readonly unknown[]> =>
  Object.fromEntries(
    Object.entries(rules).map(([field, rule]) => [field, meant[field] ?? edgesOf(rule).allowed]),
  );

/** The rules of a call by its method and path, which may name what earlier calls have made; games of style A by their path. */
function nameOf(asked: string): string | undefined {
  const [method, path = ''] = asked.replaceAll(/\$\{[^}]{0,200}\}/g, 'made').split(' ');
  const [endpoint] = endpointsOf(path, method);
  if (endpoint === undefined) return undefined;
  return endpoint.call in formRules ? endpoint.call : `casino/${path.slice(path.lastIndexOf('/') + 1)}`;
}
