/** The form that sends any request to the sandbox. */
import { byId, element } from '../dom.ts';
import { onSubmit, report, reportRefusal, send, trimmed, selectOf } from './calls.ts';

const methods = ['get', 'post', 'put', 'delete'] as const;

/** `keys` are the API keys of the agents that registered from this page. */
export function connectTryCall(keys: ReadonlyMap<string, string>): void {
  onSubmit('try', (form) => tryCall(form, keys));
  void offerCalls();
}

async function tryCall(form: HTMLFormElement, keys: ReadonlyMap<string, string>): Promise<void> {
  const [method, path] = trimmed(form, 'path').split(/ +/);
  if (method === undefined || path === undefined || !isCall(method, path)) {
    report('Expected a method and a path, such as GET /faucet/agents.', true);
    return;
  }
  const body = trimmed(form, 'body');
  const isBodiless = method.toLowerCase() === 'get';
  const key = keys.get(selectOf(form, 'as').value);
  const answer = await send(method.toUpperCase(), path, {
    key,
    body: isBodiless || body === '' ? undefined : body,
  });
  if (answer.status === 0) return reportRefusal(answer);
  byId('answer').hidden = false;
  byId('answer').textContent = `${answer.status}\n${indented(answer.text)}`;
  report(`The response has status ${answer.status}.`, !answer.ok);
}

const isCall = (method: string, path: string): boolean =>
  methods.some((known) => known === method.toLowerCase()) && path.startsWith('/');

/** JSON with line breaks; other text as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Suggests every operation of the OpenAPI document; without the document there are no suggestions. */
async function offerCalls(): Promise<void> {
  const { value } = await send('GET', '/openapi.json');
  const { paths = {} } = value as {
    paths?: Record<string, Record<string, { summary?: string } | undefined>>;
  };
  for (const [path, item] of Object.entries(paths)) {
    if (path.startsWith('/_sim')) continue;
    for (const method of methods) {
      const operation = item[method];
      if (operation === undefined) continue;
      byId('calls').append(
        element('option', { value: `${method.toUpperCase()} ${path}` }, operation.summary ?? ''),
      );
    }
  }
}
