/** Pages of reports in a document without a browser: what their script does with elements, not how it looks. */
import { vi } from 'vitest';
import { elementOf } from '../../../src/report/browser/dom.ts';

/** Puts a page in place of the document's; its scripts and styles do not run. */
export function openPage(html: string): void {
  document.documentElement.innerHTML = new DOMParser().parseFromString(
    html,
    'text/html',
  ).documentElement.innerHTML;
}

/** Writes into a field or chooses in it, as a user does. */
export function enter(id: string, value: string): void {
  const field = document.querySelector<HTMLInputElement | HTMLSelectElement>(`#${id}`);
  if (field === null) throw new Error(`the page has no field #${id}`);
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Types into a field: there is no event of a finished choice before the field is left. */
export function type(id: string, value: string): void {
  const field = elementOf(id, HTMLInputElement);
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Clicks on the element with this id. */
export const click = (id: string): void => elementOf(id, HTMLElement).click();

/** Follows what listens to the document and the window; the function takes it away, for both outlast a page. */
export function followListeners(): () => void {
  const taken = [window, document].map((target) => {
    const added = vi.spyOn(target, 'addEventListener');
    return () => {
      for (const [name, listener] of added.mock.calls) {
        target.removeEventListener(name, listener);
        target.removeEventListener(name, listener, true);
      }
      added.mockRestore();
    };
  });
  return () => taken.forEach((take) => take());
}
