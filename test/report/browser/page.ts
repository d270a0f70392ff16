/** Pages of reports in a document without a browser: what their script does with elements, not how it looks. */
import { elementOf } from '../../../src/report/browser/dom.ts';

/** Puts a page in place of the document's; its scripts and styles do not run. */
export function openPage(html: string): void {
  document.documentElement.innerHTML = new DOMParser().parseFromString(html, 'text/html').documentElement.innerHTML;
}

/** Writes into a field or chooses in it, as a user does. */
export function enter(id: string, value: string): void {
  const field = document.querySelector<HTMLInputElement | HTMLSelectElement>(`#${id}`);
  if (field === null) throw new Error(`the page has no field #${id}`);
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Clicks on the element with this id. */
export const click = (id: string): void => elementOf(id, HTMLElement).click();
