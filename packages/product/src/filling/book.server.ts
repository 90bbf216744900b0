import type { Parts } from '@keyan/engine/workbooks/parts.ts';
import type { Document, Element } from '@xmldom/xmldom';
import type { ForeignCell, ForeignGrid } from './grid.ts';
import { nameOfColumn, type Place, placeOf, shiftedFormula, shiftedRange } from './places.ts';
import type { FilledValue, TableFilling } from './values.ts';
import {
  childOf,
  childrenOf,
  elementLike,
  parsePart,
  partText,
  removeAll,
  within,
} from './xml.server.ts';

// Reads and fills sheets of a workbook in place, without changing other content. Runs in a worker.

interface SheetPart {
  readonly name: string;
  readonly path: string;
}

const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const sheetsIn = (parts: Parts): readonly SheetPart[] => {
  const targets = new Map(
    within(parsePart(parts.get('xl/_rels/workbook.xml.rels')), 'Relationship').map((one) => [
      one.getAttribute('Id') ?? '',
      one.getAttribute('Target') ?? '',
    ]),
  );
  return within(parsePart(parts.get('xl/workbook.xml')), 'sheet').flatMap((one) => {
    const target = targets.get(one.getAttributeNS(relation, 'id') ?? '');
    const path = target?.startsWith('/') ? target.slice(1) : `xl/${target}`;
    return target && parts.has(path) && one.getAttribute('state') !== 'veryHidden'
      ? [{ name: one.getAttribute('name') ?? '', path }]
      : [];
  });
};

const textsIn = (parent: Element | undefined): string =>
  parent
    ? within(parent, 't')
        // Skips phonetic readings (`rPh`) of Japanese texts.
        .filter((one) => (one.parentNode as Element | null)?.localName !== 'rPh')
        .map((one) => one.textContent ?? '')
        .join('')
    : '';

const sharedIn = (parts: Parts): readonly string[] => {
  const part = parts.get('xl/sharedStrings.xml');
  return part ? within(parsePart(part), 'si').map(textsIn) : [];
};

const cellTextOf = (cell: Element, shared: readonly string[]): string => {
  const type = cell.getAttribute('t');
  if (type === 'inlineStr') return textsIn(childOf(cell, 'is'));
  const value = childOf(cell, 'v')?.textContent ?? '';
  if (type === 's') return shared[Number(value)] ?? '';
  // A formula counts as content even without a cached value.
  return value || (childOf(cell, 'f') ? '=' : '');
};

const rangesOf = (document: Document): readonly { from: Place; to: Place; element: Element }[] =>
  within(document, 'mergeCell').flatMap((element) => {
    const [from = '', to = from] = (element.getAttribute('ref') ?? '').split(':');
    const [first, last] = [placeOf(from), placeOf(to)];
    return first && last ? [{ from: first, to: last, element }] : [];
  });

const rowsOf = (document: Document): readonly Element[] => {
  const [data] = within(document, 'sheetData');
  return data ? childrenOf(data, 'row') : [];
};

const cellPlace = (cell: Element): Place | null => placeOf(cell.getAttribute('r') ?? '');

/** Maximum number of rows that are read. */
const maxSheetRows = 2000;
const maxSheetColumns = 200;

const gridOf = (name: string, document: Document, shared: readonly string[]): ForeignGrid => {
  const merged = new Map(
    rangesOf(document).map(({ from, to }) => [`${from.row}/${from.column}`, { from, to }]),
  );
  const cells: ForeignCell[] = [];
  let [height, width] = [0, 0];
  for (const row of rowsOf(document)) {
    for (const cell of childrenOf(row, 'c')) {
      const at = cellPlace(cell);
      if (!at || at.row >= maxSheetRows || at.column >= maxSheetColumns) continue;
      const range = merged.get(`${at.row}/${at.column}`);
      const [rows, columns] = range
        ? [range.to.row - range.from.row + 1, range.to.column - range.from.column + 1]
        : [1, 1];
      cells.push({ ...at, rows, columns, text: cellTextOf(cell, shared) });
      height = Math.max(height, at.row + 1);
      width = Math.max(width, Math.min(at.column + columns, maxSheetColumns));
    }
  }
  return { name, height, width, cells };
};

/** Grids of all sheets of a workbook. */
export const readBook = (parts: Parts): readonly ForeignGrid[] => {
  const shared = sharedIn(parts);
  return sheetsIn(parts).map(({ name, path }) => gridOf(name, parsePart(parts.get(path)), shared));
};

const day = 86_400_000;

/** Serial number of a day in a spreadsheet. */
const serialOf = (text: string, is1904: boolean): string =>
  String(
    Math.round(
      (Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1, Number(text.slice(8, 10))) -
        Date.UTC(is1904 ? 1904 : 1899, is1904 ? 0 : 11, is1904 ? 1 : 30)) /
        day,
    ),
  );

const dateFormats = (id: number): boolean =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58);

/**
 * Finds cell styles with a date format; if the file has none, adds a copy of a style with a date
 * format.
 */
class DayStyles {
  readonly #document: Document | null;
  readonly #dates: ReadonlySet<number>;
  readonly #made = new Map<string, string>();
  isChanged = false;

  constructor(part: Buffer | undefined) {
    this.#document = part ? parsePart(part) : null;
    this.#dates = new Set(
      this.#document
        ? within(this.#document, 'numFmt').flatMap((one) =>
            /[ymd年月日]/i.test(
              (one.getAttribute('formatCode') ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''),
            )
              ? [Number(one.getAttribute('numFmtId'))]
              : [],
          )
        : [],
    );
  }

  /** Style for a date cell, based on the style of the cell. */
  of(style: string): string {
    const [list] = this.#document ? within(this.#document, 'cellXfs') : [];
    if (!list) return style;
    const known = this.#made.get(style);
    if (known) return known;
    const forms = childrenOf(list, 'xf');
    const own = forms[Number(style)] ?? forms[0];
    const format = Number(own?.getAttribute('numFmtId') ?? 0);
    if (!own || dateFormats(format) || this.#dates.has(format)) return style;
    const made = own.cloneNode(true) as Element;
    made.setAttribute('numFmtId', '14');
    made.setAttribute('applyNumberFormat', '1');
    list.appendChild(made);
    list.setAttribute('count', String(forms.length + 1));
    this.#made.set(style, String(forms.length));
    this.isChanged = true;
    return String(forms.length);
  }

  part(): Buffer | null {
    return this.#document && this.isChanged ? partText(this.#document) : null;
  }
}

const setValue = (cell: Element, value: FilledValue, is1904: boolean, styles: DayStyles): void => {
  removeAll(cell, () => false);
  if (value.kind === 'text') {
    cell.setAttribute('t', 'inlineStr');
    const [is, text] = [elementLike(cell, 'is'), elementLike(cell, 't')];
    text.setAttribute('xml:space', 'preserve');
    text.textContent = value.text;
    is.appendChild(text);
    cell.appendChild(is);
    return;
  }
  cell.removeAttribute('t');
  const number = elementLike(cell, 'v');
  number.textContent = value.kind === 'day' ? serialOf(value.text, is1904) : value.text;
  if (value.kind === 'day') cell.setAttribute('s', styles.of(cell.getAttribute('s') ?? '0'));
  cell.appendChild(number);
};

/** Cell of a row at a column, inserted if missing. */
const cellIn = (row: Element, at: Place, style: string | null): Element => {
  const ref = `${nameOfColumn(at.column)}${at.row + 1}`;
  const cells = childrenOf(row, 'c');
  const found = cells.find((one) => cellPlace(one)?.column === at.column);
  if (found) return found;
  const made = elementLike(row, 'c');
  made.setAttribute('r', ref);
  if (style !== null) made.setAttribute('s', style);
  const next = cells.find((one) => (cellPlace(one)?.column ?? 0) > at.column) ?? null;
  row.insertBefore(made, next);
  return made;
};

const renumber = (row: Element, at: number): void => {
  row.setAttribute('r', String(at + 1));
  for (const cell of childrenOf(row, 'c')) {
    const place = cellPlace(cell);
    if (place) cell.setAttribute('r', `${nameOfColumn(place.column)}${at + 1}`);
  }
};

/** Elements of a sheet whose `sqref` or `ref` attributes refer to cells. */
const referring = ['conditionalFormatting', 'dataValidation', 'hyperlink', 'autoFilter'] as const;

/**
 * Inserts rows: moves the rows below with everything that refers to them; new rows copy the style
 * of the table’s last row.
 * @param isLike false if that row is a heading row, whose style is not copied
 */
const makeRoom = (document: Document, after: number, count: number, isLike: boolean): void => {
  const [data] = within(document, 'sheetData');
  if (!data) return;
  const rows = childrenOf(data, 'row');
  const model = isLike
    ? rows.find((row) => Number(row.getAttribute('r')) - 1 === after)
    : undefined;
  const below = rows.filter((row) => Number(row.getAttribute('r')) - 1 > after);
  for (const row of below) renumber(row, Number(row.getAttribute('r')) - 1 + count);
  for (const formula of within(document, 'f')) {
    formula.textContent = shiftedFormula(formula.textContent ?? '', after, count);
    const ref = formula.getAttribute('ref');
    if (ref) formula.setAttribute('ref', shiftedRange(ref, after, count));
  }
  const merged = rangesOf(document);
  for (const { element } of merged) {
    element.setAttribute('ref', shiftedRange(element.getAttribute('ref') ?? '', after, count));
  }
  for (const { from, to, element } of model ? merged : []) {
    if (from.row !== after || to.row !== after) continue;
    for (let more = 1; more <= count; more += 1) {
      const made = element.cloneNode(true) as Element;
      const line = after + more + 1;
      made.setAttribute(
        'ref',
        `${nameOfColumn(from.column)}${line}:${nameOfColumn(to.column)}${line}`,
      );
      element.parentNode?.appendChild(made);
    }
  }
  for (const list of within(document, 'mergeCells')) {
    list.setAttribute('count', String(childrenOf(list, 'mergeCell').length));
  }
  for (const element of referring.flatMap((name) => within(document, name))) {
    for (const name of ['sqref', 'ref']) {
      const ref = element.getAttribute(name);
      if (ref) {
        const moved = ref.split(' ').map((one) => shiftedRange(one, after, count));
        element.setAttribute(name, moved.join(' '));
      }
    }
  }
  for (let more = 1; more <= count; more += 1) {
    const made = model ? (model.cloneNode(true) as Element) : elementLike(data, 'row');
    for (const cell of childrenOf(made, 'c')) {
      removeAll(cell, () => false);
      cell.removeAttribute('t');
    }
    renumber(made, after + more);
    data.insertBefore(made, below[0] ?? null);
  }
};

const rowAt = (document: Document, at: number): Element | null => {
  const [data] = within(document, 'sheetData');
  if (!data) return null;
  const rows = childrenOf(data, 'row');
  const found = rows.find((row) => Number(row.getAttribute('r')) - 1 === at);
  if (found) return found;
  const made = elementLike(data, 'row');
  made.setAttribute('r', String(at + 1));
  data.insertBefore(made, rows.find((row) => Number(row.getAttribute('r')) - 1 > at) ?? null);
  return made;
};

/** Removes cached formula results, so that programs recompute them when the file is opened. */
const recompute = (parts: Parts): void => {
  const book = parsePart(parts.get('xl/workbook.xml'));
  const [root] = within(book, 'workbook');
  if (!root) return;
  let [calc] = within(book, 'calcPr');
  if (!calc) {
    calc = elementLike(root, 'calcPr');
    const after = ['definedNames', 'externalReferences', 'functionGroups', 'sheets'].flatMap(
      (name) => childrenOf(root, name),
    )[0];
    root.insertBefore(calc, after?.nextSibling ?? null);
  }
  calc.setAttribute('fullCalcOnLoad', '1');
  parts.set('xl/workbook.xml', partText(book));
  // Removes the calculation chain, whose cells may have moved; programs rebuild it.
  if (!parts.delete('xl/calcChain.xml')) return;
  for (const [path, tag, attribute] of [
    ['[Content_Types].xml', 'Override', 'PartName'],
    ['xl/_rels/workbook.xml.rels', 'Relationship', 'Target'],
  ] as const) {
    const document = parsePart(parts.get(path));
    for (const one of within(document, tag)) {
      if (one.getAttribute(attribute)?.endsWith('calcChain.xml')) one.parentNode?.removeChild(one);
    }
    parts.set(path, partText(document));
  }
};

/** Fills a sheet: non-empty cells are left unchanged, missing rows are inserted. */
export const fillBook = (parts: Parts, filling: TableFilling): void => {
  const sheet = sheetsIn(parts)[filling.table];
  if (!sheet) return;
  const document = parsePart(parts.get(sheet.path));
  const shared = sharedIn(parts);
  const styles = new DayStyles(parts.get('xl/styles.xml'));
  const is1904 = within(parsePart(parts.get('xl/workbook.xml')), 'workbookPr').some((one) =>
    ['1', 'true'].includes(one.getAttribute('date1904') ?? ''),
  );
  const { bodyTop, bodyBottom, rows, columns } = filling;
  const missing = rows.length - (bodyBottom - bodyTop + 1);
  if (missing > 0) makeRoom(document, bodyBottom, missing, bodyBottom >= bodyTop);
  const model = rowAt(document, bodyTop);
  const styleOf = (column: number): string | null =>
    (model &&
      childrenOf(model, 'c')
        .find((one) => cellPlace(one)?.column === column)
        ?.getAttribute('s')) ||
    null;
  for (const [index, line] of rows.entries()) {
    const row = rowAt(document, bodyTop + index);
    for (const [at, column] of columns.entries()) {
      const value = line[at];
      if (!row || !value) continue;
      const cell = cellIn(row, { row: bodyTop + index, column }, styleOf(column));
      if (cellTextOf(cell, shared).trim() === '') setValue(cell, value, is1904, styles);
    }
  }
  for (const one of within(document, 'dimension')) one.parentNode?.removeChild(one);
  parts.set(sheet.path, partText(document));
  const styled = styles.part();
  if (styled) parts.set('xl/styles.xml', styled);
  recompute(parts);
};
