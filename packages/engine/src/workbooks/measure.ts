import { maxImportRows } from './read-limits.ts';

/** Maximum number of rows in a sheet: in a sub-table, a dozen lines for every record of the largest import. */
const maxSheetRows = 12 * maxImportRows;
/** Maximum of rows times columns: cells that a reader stores, empty ones included. */
const maxSheetCells = 5_000_000;

/** Maximum number of characters of an XML tag that the next piece may continue. */
const maxTagLength = 256;

const columnOf = (letters: string): number => {
  let column = 0;
  for (let index = 0; index < letters.length; index += 1) {
    column = column * 26 + letters.charCodeAt(index) - 64;
  }
  return column;
};

/** Measures the XML of a sheet while it arrives: the number of rows, and the last cell. Everything else is ignored. */
export class SheetMeasure {
  #rest = '';
  #rows = 0;
  #row = 0;
  #column = 1;

  /** Adds the next piece; true once the sheet is too large. */
  exceeds(piece: Uint8Array): boolean {
    // Tags are ASCII, whatever the texts are.
    const text = this.#rest + Buffer.from(piece).toString('latin1');
    const end = Math.max(text.lastIndexOf('>') + 1, text.length - maxTagLength);
    this.#rest = text.slice(end);
    for (const [, row, letters, digits] of text
      .slice(0, end)
      .matchAll(/<(?:\w+:)?(row)[\s/>]|\sr=["']([A-Z]{1,3})?(\d{1,9})["']/g)) {
      if (row) this.#rows += 1;
      if (digits) this.#row = Math.max(this.#row, Number(digits));
      if (letters) this.#column = Math.max(this.#column, columnOf(letters));
      const rows = Math.max(this.#row, this.#rows);
      if (rows > maxSheetRows || rows * this.#column > maxSheetCells) return true;
    }
    return false;
  }
}
