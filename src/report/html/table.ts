/** Tables with a caption, numbers on the right and a scroll area of their own where the screen is narrow. */
import { html, type Markup } from './markup.ts';

export interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
}

export type TableCell = Markup | string | number;

export interface TableParts {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly TableCell[])[];
  /** Keeps the caption for screen readers alone, where a heading says the same. */
  readonly isCaptionHidden?: boolean;
}

/** The first cell of a row is its heading. */
export function table({ caption, columns, rows, isCaptionHidden = false }: TableParts): Markup {
  const head = columns.map((column) => html`<th scope="col" class="${classOf(column)}">${column.title}</th>`);
  const body = rows.map(
    (cells) =>
      html`<tr>
        ${cells.map((cell, index) => tableCell(cell, index, columns[index]))}
      </tr>`,
  );
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}">
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

const classOf = (column: Column | undefined): string => (column?.isNumber === true ? 'number' : '');

const tableCell = (cell: TableCell, index: number, column: Column | undefined): Markup =>
  index === 0
    ? html`<th scope="row" class="${classOf(column)}">${cell}</th>`
    : html`<td class="${classOf(column)}">${cell}</td>`;

/** Columns of words. */
export const words = (...titles: readonly string[]): readonly Column[] => titles.map((title) => ({ title }));

/** Columns of numbers. */
export const numbers = (...titles: readonly string[]): readonly Column[] =>
  titles.map((title) => ({ title, isNumber: true }));
