/** Tables with a caption, right-aligned numbers, and their own scroll area on narrow screens. */
import { html, type Markup } from './markup.ts';

/** One column; numbers are aligned to the right. */
export interface TableColumn {
  readonly title: string;
  readonly isNumber?: boolean;
}

/** The content of a cell; text and numbers are escaped. */
export type TableCell = Markup | string | number;

/** A table; each row has one cell per column. */
export interface TableParts {
  readonly caption: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly TableCell[])[];
  /** Hides the caption visually, where a heading says the same. */
  readonly isCaptionHidden?: boolean;
}

/** A table of more rows scrolls within itself on a screen, so that the next section stays near. */
const rowsShown = 40;

/** The table as HTML; the first cell of a row is its heading. */
export function table({ caption, columns, rows, isCaptionHidden = false }: TableParts): Markup {
  const head = columns.map((column) => html`<th scope="col" class="${classOf(column)}">${column.title}</th>`);
  const body = rows.map(
    (cells) =>
      html`<tr>
        ${cells.map((cell, index) => tableCell(cell, index, columns[index]))}
      </tr>`,
  );
  return html`<div
    class="scroll${rows.length > rowsShown ? ' long' : ''}"
    tabindex="0"
    role="group"
    aria-label="${caption}"
  >
    <table>
      <caption class="${isCaptionHidden ? 'unseen' : ''}">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${body}
      </tbody>
    </table>
  </div>`;
}

const classOf = (column: TableColumn | undefined): string => (column?.isNumber === true ? 'number' : '');

const tableCell = (cell: TableCell, index: number, column: TableColumn | undefined): Markup =>
  index === 0
    ? html`<th scope="row" class="${classOf(column)}">${cell}</th>`
    : html`<td class="${classOf(column)}">${cell}</td>`;

/** Columns of words. */
export const words = (...titles: readonly string[]): readonly TableColumn[] =>
  titles.map((title) => ({ title }));

/** Columns of numbers. */
export const numbers = (...titles: readonly string[]): readonly TableColumn[] =>
  titles.map((title) => ({ title, isNumber: true }));
