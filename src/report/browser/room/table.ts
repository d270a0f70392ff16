/** Tables, facts and buttons of the room. Every text is set as text. */
import { bdi, element } from '../dom.ts';

/** A cell: text, or an element. */
export type RoomCell = Node | string;

/** A column; numbers are aligned to the right. */
export interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
}

const classOf = (column: Column | undefined): string => (column?.isNumber === true ? 'number' : '');

/** A table in a scroll area; the first cell of a row is its heading. */
export function tableOf(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly RoomCell[])[],
): HTMLElement {
  const head = columns.map((column) =>
    element('th', { scope: 'col', className: classOf(column), textContent: column.title }),
  );
  const body = rows.map((cells) =>
    element(
      'tr',
      {},
      ...cells.map((cell, index) =>
        index === 0
          ? element('th', { scope: 'row', className: classOf(columns[index]) }, isolated(cell))
          : element('td', { className: classOf(columns[index]) }, isolated(cell)),
      ),
    ),
  );
  return element(
    'div',
    { className: 'scroll', tabindex: 0, role: 'group', 'aria-label': caption },
    element('table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...body)),
  );
}

const isolated = (cell: RoomCell): Node => (typeof cell === 'string' ? bdi(cell) : cell);

/** Columns of words. */
export const words = (...titles: readonly string[]): Column[] => titles.map((title) => ({ title }));
/** Columns of numbers. */
export const numbers = (...titles: readonly string[]): Column[] =>
  titles.map((title) => ({ title, isNumber: true }));

/** A title with its value. */
export const pair = (title: string, value: string, className = ''): HTMLElement =>
  element('div', {}, element('dt', { textContent: title }), element('dd', { className }, bdi(value)));

/** A list of facts. */
export const facts = (rows: readonly (readonly [string, string])[]): HTMLElement =>
  element('dl', { className: 'facts' }, ...rows.map(([title, value]) => pair(title, value)));

/** A button with an accessible name that says more than its text. */
export const button = (text: string, label: string, onclick: () => void): HTMLButtonElement =>
  element('button', { type: 'button', textContent: text, 'aria-label': label, onclick });

/** A button that looks like a link: it opens something in full. Without a label its text is its name. */
export const opener = (text: string, onclick: () => void, label?: string): HTMLButtonElement =>
  element(
    'button',
    { type: 'button', className: 'opens', onclick, ...(label === undefined ? {} : { 'aria-label': label }) },
    bdi(text),
  );
