/** Updates only changed parts of the page, because a rewrite would lose focus and selection. */
import { byId } from '../dom.ts';

/** Sets the text of an element if it differs. */
export function write(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** Remembers what each part of the page shows. */
export class Redraw {
  readonly #shown = new Map<string, string>();

  /** True at the first call and whenever `value` differs from the previous call's. */
  isChanged(name: string, value: unknown): boolean {
    const text = JSON.stringify(value);
    if (this.#shown.get(name) === text) return false;
    this.#shown.set(name, text);
    return true;
  }

  /** Replaces the children of an element if `value` changed. */
  children(id: string, value: unknown, make: () => readonly (Node | string)[]): void {
    if (this.isChanged(id, value)) byId(id).replaceChildren(...make());
  }
}
