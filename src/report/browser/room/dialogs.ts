/** Dialogs of the room: one that shows something in full, and one that asks before something is lost. */
import { byId, element, elementOf } from '../dom.ts';

/** A modal dialog of the page. The browser keeps the focus in it, closes it with Escape and gives the focus back. */
export class FullView {
  readonly #dialog: HTMLDialogElement;
  readonly #id: string;
  /** What it shows, so that an answer that comes late for something else is dropped. */
  #shown = '';

  constructor(id: string) {
    this.#id = id;
    this.#dialog = elementOf(id, HTMLDialogElement);
    byId(`${id}-close`).addEventListener('click', () => this.#dialog.close());
  }

  get isOpen(): boolean {
    return this.#dialog.open;
  }

  /** Opens it, or replaces what it shows: the scroll position stays where the subject is the same. */
  show(title: string, content: readonly Node[]): void {
    byId(`${this.#id}-title`).textContent = title;
    byId(`${this.#id}-body`).replaceChildren(...content);
    if (this.#shown !== title) this.#dialog.scrollTop = 0;
    this.#shown = title;
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  close(): void {
    this.#dialog.close();
  }
}

/** A question before something is done. */
interface Question {
  readonly title: string;
  readonly text: string;
  /** The button that does it. */
  readonly action: string;
  /** The label of a field that may be left empty; no field without it. */
  readonly field?: string;
}

/** Gives the answer to the question that is open. */
let settle: ((text: string | undefined) => void) | undefined;

/** Connects the buttons of the question, once. Nothing is navigated: the form is not sent. */
export function connectQuestion(): void {
  const dialog = elementOf('question', HTMLDialogElement);
  byId('question-form').addEventListener('submit', (event) => {
    event.preventDefault();
    dialog.close('yes');
  });
  byId('question-no').addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => {
    // The event comes late: another question may be open already.
    if (dialog.open) return;
    const text = dialog.querySelector('input')?.value.trim() ?? '';
    settle?.(dialog.returnValue === 'yes' ? text : undefined);
    settle = undefined;
  });
}

/** The text of the field, or undefined where the person keeps everything as it is. */
export function ask({ title, text, action, field }: Question): Promise<string | undefined> {
  const dialog = elementOf('question', HTMLDialogElement);
  settle?.(undefined);
  byId('question-title').textContent = title;
  byId('question-text').textContent = text;
  const input = element('input', { autocomplete: 'off', maxLength: 64, size: 20 });
  byId('question-field').replaceChildren(
    ...(field === undefined ? [] : [element('label', {}, `${field} `, input)]),
  );
  byId('question-yes').textContent = action;
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) => {
    settle = resolve;
  });
}
