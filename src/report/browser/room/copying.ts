/** Text with a button that copies it. */
import { element } from '../dom.ts';
import { button } from './table.ts';

/** A heading, the text, and the button; the line beside the button says whether it was copied. */
export function copyable(title: string, text: string): HTMLElement {
  const shown = element('pre', { tabindex: 0, 'aria-label': title, textContent: text });
  const outcome = element('span', { role: 'status', className: 'quiet' });
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      outcome.textContent = 'Copied.';
    } catch {
      window.getSelection()?.selectAllChildren(shown);
      outcome.textContent = 'The browser does not permit it: the text is selected instead.';
    }
  };
  return element(
    'section',
    { className: 'copyable' },
    element(
      'div',
      { className: 'row' },
      element('h3', { textContent: title }),
      button('Copy', `Copy: ${title}`, () => void copy()),
      outcome,
    ),
    shown,
  );
}
