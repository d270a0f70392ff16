/** Sends the calls of a sequence, one after the other; later calls name values of earlier answers by their place. */

/** One call of defects.json. */
export interface ForeignCall {
  /** `POST /escrow/escrow/{2/escrow_id}/release`: the escrow_id in answer 2. */
  readonly call: string;
  /** The answer whose api_key the call carries; without it the call has no key. */
  readonly key?: number;
  /** Texts in it name earlier values as paths do. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** How often it is sent; the last answer counts. Default 1. */
  readonly times?: number;
}

/** What came back. `body` is parsed JSON. */
export interface ForeignAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The value at a JSON pointer, or undefined where there is none. */
export const valueAt = (body: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, step) => (value as Readonly<Record<string, unknown>> | null)?.[step], body);

/** Text of an issued value, for a path or a header. */
const textAt = (answers: readonly ForeignAnswer[], place: string): string => {
  const [index = '', ...steps] = place.split('/');
  const value = valueAt(answers[Number(index)]?.body, `/${steps.join('/')}`);
  if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`no value at ${place}`);
  return String(value);
};

/** `{2/escrow_id}`; an object in JSON has no number after its brace. */
const placePattern = /\{(\d+\/[^}]*)\}/g;

/** How a deployment takes its keys; the default is a bearer key. */
export interface KeyHeader {
  readonly name: string;
  readonly scheme: 'Bearer' | 'none';
}

const bearer: KeyHeader = { name: 'Authorization', scheme: 'Bearer' };

/** The answers to all calls. */
export async function answersTo(
  url: string,
  calls: readonly ForeignCall[],
  keyHeader: KeyHeader = bearer,
): Promise<ForeignAnswer[]> {
  const answers: ForeignAnswer[] = [];
  for (const call of calls) {
    let answer = await send(url, call, answers, keyHeader);
    for (let sent = 1; sent < (call.times ?? 1); sent += 1)
      answer = await send(url, call, answers, keyHeader);
    answers.push(answer);
  }
  return answers;
}

async function send(
  url: string,
  call: ForeignCall,
  answers: readonly ForeignAnswer[],
  keyHeader: KeyHeader,
): Promise<ForeignAnswer> {
  const [method = '', path = ''] = call.call.split(' ');
  const headers: Record<string, string> = { 'content-type': 'application/json', ...call.headers };
  if (call.key !== undefined) {
    const key = textAt(answers, `${call.key}/api_key`);
    headers[keyHeader.name] = keyHeader.scheme === 'none' ? key : `${keyHeader.scheme} ${key}`;
  }
  const named = path.replaceAll(placePattern, (_, place: string) =>
    encodeURIComponent(textAt(answers, place)),
  );
  const body =
    call.body === undefined
      ? null
      : JSON.stringify(call.body).replaceAll(placePattern, (_, place: string) => textAt(answers, place));
  const response = await fetch(url + named, { method, headers, body });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
