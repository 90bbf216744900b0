import type { Parts } from '@keyan/engine/workbooks/parts.ts';
import type { Document, Element } from '@xmldom/xmldom';
import type { ForeignCell, ForeignGrid } from './grid.ts';
import type { TableFilling } from './values.ts';
import {
  childOf,
  childrenOf,
  elementLike,
  parsePart,
  partText,
  removeAll,
  within,
} from './xml.server.ts';

// Reads and fills tables of a Word document in place. Runs in a worker.

const path = 'word/document.xml';

/** Tables of the document, without tables nested in cells. */
const tablesIn = (document: Document): readonly Element[] =>
  within(document, 'tbl').filter((table) => {
    for (let at = table.parentNode as Element | null; at; at = at.parentNode as Element | null) {
      if (at.localName === 'tc') return false;
    }
    return true;
  });

const paragraphText = (paragraph: Element): string =>
  within(paragraph, 't')
    .map((one) => one.textContent ?? '')
    .join('');

const textOf = (cell: Element): string =>
  childrenOf(cell, 'p').map(paragraphText).join('\n').trim();

const attributeOf = (parent: Element | undefined): string | null =>
  parent
    ? (Array.from(parent.attributes).find((one) => one.localName === 'val')?.value ?? null)
    : null;

interface DocumentCell {
  readonly element: Element;
  readonly column: number;
  readonly columns: number;
  /** True if the cell belongs to a vertical merge started above. */
  readonly isCovered: boolean;
}

const cellsOf = (row: Element): readonly DocumentCell[] => {
  const before = Number(attributeOf(childOf(childOf(row, 'trPr'), 'gridBefore')) ?? 0);
  let column = before;
  return childrenOf(row, 'tc').map((element) => {
    const about = childOf(element, 'tcPr');
    const columns = Number(attributeOf(childOf(about, 'gridSpan')) ?? 1) || 1;
    const merge = childOf(about, 'vMerge');
    const cell = {
      element,
      column,
      columns,
      isCovered: !!merge && attributeOf(merge) !== 'restart',
    };
    column += columns;
    return cell;
  });
};

const gridOf = (table: Element, index: number): ForeignGrid => {
  const rows = childrenOf(table, 'tr').map(cellsOf);
  const cells: ForeignCell[] = [];
  let width = 0;
  for (const [row, own] of rows.entries()) {
    for (const { element, column, columns, isCovered } of own) {
      width = Math.max(width, column + columns);
      if (isCovered) continue;
      let height = 1;
      const goesOn = (at: number) =>
        rows[at]?.some((one) => one.column === column && one.isCovered) ?? false;
      while (goesOn(row + height)) height += 1;
      cells.push({ row, column, rows: height, columns, text: textOf(element) });
    }
  }
  return { name: String(index + 1), height: rows.length, width, cells };
};

/** Grids of all tables of a document. */
export const readDocument = (parts: Parts): readonly ForeignGrid[] =>
  tablesIn(parsePart(parts.get(path))).map(gridOf);

/** Writes a text into an empty cell, in the font of its paragraph. */
const setText = (cell: Element, text: string): void => {
  let [paragraph] = childrenOf(cell, 'p');
  if (!paragraph) {
    paragraph = elementLike(cell, 'p');
    cell.appendChild(paragraph);
  }
  const about = childOf(paragraph, 'pPr');
  const font =
    within(paragraph, 'rPr').find((one) => one.parentNode !== about) ?? childOf(about, 'rPr');
  const copy = font?.cloneNode(true) as Element | undefined;
  removeAll(paragraph, (child) => child.localName === 'pPr');
  const run = elementLike(paragraph, 'r');
  if (copy) run.appendChild(copy);
  for (const [at, line] of text.split('\n').entries()) {
    if (at > 0) run.appendChild(elementLike(paragraph, 'br'));
    const words = elementLike(paragraph, 't');
    words.setAttribute('xml:space', 'preserve');
    words.textContent = line;
    run.appendChild(words);
  }
  paragraph.appendChild(run);
};

const clear = (row: Element): void => {
  for (const text of within(row, 't')) text.textContent = '';
  for (const about of childrenOf(row, 'trPr'))
    removeAll(about, (one) => one.localName !== 'tblHeader');
  // Removes paragraph ids, which must be unique in the document.
  for (const paragraph of [row, ...within(row, 'p')]) {
    for (const one of Array.from(paragraph.attributes)) {
      if (one.localName === 'paraId' || one.localName === 'textId')
        paragraph.removeAttributeNode(one);
    }
  }
};

/** Fills a table: non-empty cells are left unchanged, missing rows are appended. */
export const fillDocument = (parts: Parts, filling: TableFilling): void => {
  const document = parsePart(parts.get(path));
  const table = tablesIn(document)[filling.table];
  if (!table) return;
  const { bodyTop, bodyBottom, rows, columns } = filling;
  const lines = [...childrenOf(table, 'tr')];
  const model = lines[Math.max(bodyBottom, bodyTop - 1)];
  const below = lines[bodyBottom + 1] ?? null;
  for (let count = bodyBottom - bodyTop + 1; model && count < rows.length; count += 1) {
    const made = model.cloneNode(true) as Element;
    clear(made);
    table.insertBefore(made, below);
  }
  const all = childrenOf(table, 'tr');
  for (const [index, line] of rows.entries()) {
    const row = all[bodyTop + index];
    const cells = row ? cellsOf(row) : [];
    for (const [at, column] of columns.entries()) {
      const value = line[at];
      const cell = cells.find((one) => one.column === column);
      if (value && cell && !cell.isCovered && textOf(cell.element) === '') {
        setText(cell.element, value.text);
      }
    }
  }
  parts.set(path, partText(document));
};
