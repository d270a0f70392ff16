/** Requests to the sandbox, and the line that reports their outcome. */
import { byId, elementOf } from '../dom.ts';

/** A complete response of the sandbox, or that none came. */
export interface Answered {
  /** 0 without a response. */
  readonly status: number;
  readonly ok: boolean;
  readonly text: string;
  /** The body as JSON; an empty object for any other body. */
  readonly value: Readonly<Record<string, unknown>>;
}

/** Writes the outcome of the last action. */
export function report(text: string, isBad = false): void {
  const target = byId('say');
  target.textContent = text;
  target.className = isBad ? 'bad' : '';
}

const noResponse: Answered = { status: 0, ok: false, text: 'The sandbox does not answer.', value: {} };

/** Sends one request. Never rejects. */
export async function send(
  method: string,
  path: string,
  parts: { readonly body?: string | undefined; readonly key?: string | undefined } = {},
): Promise<Answered> {
  const headers: Record<string, string> = {};
  if (parts.body !== undefined) headers['content-type'] = 'application/json';
  if (parts.key !== undefined) headers['authorization'] = `Bearer ${parts.key}`;
  const request = { method, headers, ...(parts.body === undefined ? {} : { body: parts.body }) };
  try {
    const answer = await fetch(path, request);
    const text = await answer.text();
    return { status: answer.status, ok: answer.ok, text, value: objectOf(text) };
  } catch {
    return noResponse;
  }
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Reports why a call was refused, in the words of either style, or that there was no response. */
export function reportRefusal({ status, value, text }: Answered): void {
  const { error, message } = value as { error?: string | { message?: string }; message?: string };
  const inner = typeof error === 'object' ? error.message : error;
  report(status === 0 ? text : `Refused: ${inner ?? message ?? text}`, true);
}

/** A control call under `/_sim/`; reports its outcome and resolves with true if it was accepted. */
export async function control(
  path: string,
  body: Readonly<Record<string, unknown>>,
  done: (value: Readonly<Record<string, unknown>>) => string,
): Promise<boolean> {
  const answer = await send('POST', `/_sim/${path}`, { body: JSON.stringify(body) });
  if (answer.ok) report(done(answer.value));
  else reportRefusal(answer);
  return answer.ok;
}

/** Runs an action when a form is submitted; the form itself is not sent. */
export function onSubmit(id: string, run: (form: HTMLFormElement) => unknown): void {
  const form = elementOf(id, HTMLFormElement);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    run(form);
  });
}

/** A field of a form by its name; throws an `Error` if there is none. */
export function fieldOf(
  form: HTMLFormElement,
  name: string,
): HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field;
  return selectOf(form, name);
}

/** A select of a form by its name; throws an `Error` if there is none. */
export function selectOf(form: HTMLFormElement, name: string): HTMLSelectElement {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLSelectElement)) throw new Error(`the form has no field ${name}`);
  return field;
}

/** The value of a form's field without surrounding spaces. */
export const trimmed = (form: HTMLFormElement, name: string): string => fieldOf(form, name).value.trim();
