/** A cell of a requested table with the places that it covers. */
export interface ForeignCell {
  readonly row: number;
  readonly column: number;
  /** Rows that it covers: one where it is not merged. */
  readonly rows: number;
  readonly columns: number;
  readonly text: string;
}

/** A table of a foreign file: a sheet of a workbook, or a table of a document. */
export interface ForeignGrid {
  readonly name: string;
  readonly height: number;
  readonly width: number;
  readonly cells: readonly ForeignCell[];
}

/** A column of a requested table with its heading: texts of several rows are parted by a slash. */
export interface ForeignColumn {
  readonly column: number;
  readonly heading: string;
}

/** Where the headings of a table stand, and the rows below them that are to be filled. Rows count from 0. */
export interface TableHead {
  readonly top: number;
  readonly bottom: number;
  readonly columns: readonly ForeignColumn[];
  readonly bodyTop: number;
  /** The last row to be filled; above `bodyTop` where the table has none. */
  readonly bodyBottom: number;
  /** The last row that the authority has begun, with names to be completed; above `bodyTop` where there is none. */
  readonly namedBottom: number;
}

/** Rows among which headings are looked for: titles and instructions stand above them. */
const headWithin = 40;
/** Rows that headings take at most. */
const mostHeadRows = 5;
/** Characters of a heading; longer texts are instructions. */
const longestHeading = 40;

export const joinHeading = ' / ';

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The cell that covers each place, row by row. */
export const placesOf = ({
  cells,
  height,
  width,
}: ForeignGrid): readonly (readonly (ForeignCell | undefined)[])[] => {
  const places: (ForeignCell | undefined)[][] = Array.from({ length: height }, () => []);
  for (const cell of cells) {
    for (let row = cell.row; row < Math.min(cell.row + cell.rows, height); row += 1) {
      const line = places[row];
      for (
        let column = cell.column;
        line && column < Math.min(cell.column + cell.columns, width);
        column += 1
      ) {
        // Cells that a merged one covers may be there, empty.
        line[column] ??= cell;
      }
    }
  }
  return places;
};

type Places = ReturnType<typeof placesOf>;

const textAt = (places: Places, row: number, column: number): string =>
  plain(places[row]?.[column]?.text ?? '');

const distinctIn = (places: Places, row: number): readonly string[] => [
  ...new Set((places[row] ?? []).flatMap((cell) => (cell && plain(cell.text)) || [])),
];

/** Does a cell that begins in this row or above go on below it? */
const goesOnBelow = (places: Places, row: number): boolean =>
  (places[row] ?? []).some(
    (cell) => cell && plain(cell.text) !== '' && cell.row + cell.rows - 1 > row,
  );

/** The first row of headings that end in this row. */
const topOf = (places: Places, bottom: number): number => {
  let top = bottom;
  while (top > 0 && bottom - top < mostHeadRows - 1) {
    const above = distinctIn(places, top - 1);
    const isMerged = goesOnBelow(places, top - 1);
    const isLong = above.some((text) => text.length > longestHeading);
    const groups = (places[top - 1] ?? []).some((cell) => cell && cell.columns > 1 && cell.text);
    // A title is alone in its row; a row of groups has several texts, of which one covers several columns.
    if (isLong || !(isMerged || (above.length > 1 && groups))) break;
    top -= 1;
  }
  return top;
};

const columnsBetween = (
  places: Places,
  top: number,
  bottom: number,
  width: number,
): readonly ForeignColumn[] => {
  const found: ForeignColumn[] = [];
  for (let column = 0; column < width; column += 1) {
    // A heading that covers several columns heads the first of them, unless each has its own below.
    const last = places[bottom]?.[column];
    if (last && last.column !== column) continue;
    const parts: string[] = [];
    for (let row = top; row <= bottom; row += 1) {
      const text = textAt(places, row, column);
      if (text !== '' && parts.at(-1) !== text) parts.push(text);
    }
    if (parts.length > 0) found.push({ column, heading: parts.join(joinHeading) });
  }
  return found;
};

/** Numbers below headings that count columns: 1, 2, 3; (1), (2); 甲, 乙. */
const countsColumn = /^[（(]?(?:\d{1,2}|[甲乙丙丁戊己庚辛壬癸]|[A-Z])[)）]?$/;

/** A number of a row: 1, 2, …. */
const countsRow = /^\d{1,4}[.、]?$/;

const isCountingRow = (places: Places, row: number, columns: readonly ForeignColumn[]): boolean => {
  const texts = columns.map(({ column }) => textAt(places, row, column)).filter(Boolean);
  return (
    texts.length >= 2 &&
    texts.length * 2 >= columns.length &&
    texts.every((text) => countsColumn.test(text))
  );
};

/** Is nothing entered in the row but its own number? */
const isEmptyRow = (places: Places, row: number): boolean => {
  const texts = (places[row] ?? []).flatMap((cell, column) =>
    cell && cell.column === column && plain(cell.text) !== '' ? [plain(cell.text)] : [],
  );
  return texts.length === 0 || (texts.length === 1 && countsRow.test(texts[0] ?? ''));
};

/** Sums, signatures and remarks below a table. */
const endsTable =
  /^(?:合计|总计|小计|共计|填表人|填报人|制表人|负责人签|审核|注[:：]|备注[:：]|说明[:：]|total\b)|[:：]$/i;

/** Has the authority begun the row: a name beside cells that are empty? */
const isNamedRow = (places: Places, row: number, columns: readonly ForeignColumn[]): boolean => {
  const texts = columns.map(({ column }) => textAt(places, row, column));
  const isWide = (places[row] ?? []).some(
    (cell) => cell && cell.columns > 1 && plain(cell.text) !== '' && cell.rows === 1,
  );
  return (
    !isWide &&
    !isEmptyRow(places, row) &&
    texts.includes('') &&
    !texts.some((text) => endsTable.test(text))
  );
};

/** The parts of a line: the texts that stand in a row of the body, by column. */
export const textsOfRow = (
  places: ReturnType<typeof placesOf>,
  row: number,
  columns: readonly ForeignColumn[],
): ReadonlyMap<number, string> =>
  new Map(
    columns.flatMap(({ column }) => {
      const text = textAt(places, row, column);
      return text === '' ? [] : [[column, text] as const];
    }),
  );

const bodyOf = (
  grid: ForeignGrid,
  places: Places,
  bottom: number,
  columns: readonly ForeignColumn[],
): Pick<TableHead, 'bodyTop' | 'bodyBottom' | 'namedBottom'> => {
  const bodyTop = isCountingRow(places, bottom + 1, columns) ? bottom + 2 : bottom + 1;
  const lastOf = (belongs: (row: number) => boolean) => {
    let end = bodyTop;
    while (end < grid.height && belongs(end)) end += 1;
    return end - 1;
  };
  return {
    bodyTop,
    bodyBottom: lastOf((row) => isEmptyRow(places, row)),
    namedBottom: lastOf((row) => isNamedRow(places, row, columns)),
  };
};

/** The head of a table that ends in this row; null where none can. */
export const headAt = (grid: ForeignGrid, bottom: number): TableHead | null => {
  const places = placesOf(grid);
  return headIn(grid, places, bottom);
};

const headIn = (grid: ForeignGrid, places: Places, bottom: number): TableHead | null => {
  const top = topOf(places, bottom);
  if (goesOnBelow(places, bottom)) return null;
  const columns = columnsBetween(places, top, bottom, grid.width);
  if (new Set(columns.map(({ heading }) => heading)).size < 2) return null;
  return { top, bottom, columns, ...bodyOf(grid, places, bottom, columns) };
};

/**
 * The headings of a table, wherever they stand: rows of titles and instructions may stand above, sums and signatures
 * below. Of several rows that could be headings, the one with most known words and empty rows below it wins.
 * @param isKnown tells whether a heading names something that records have
 */
export const findHead = (
  grid: ForeignGrid,
  isKnown: (heading: string) => boolean,
): TableHead | null => {
  const places = placesOf(grid);
  let best: { readonly head: TableHead; readonly points: number } | null = null;
  for (let bottom = 0; bottom < Math.min(grid.height, headWithin); bottom += 1) {
    const head = headIn(grid, places, bottom);
    if (!head) continue;
    const { columns, bodyTop } = head;
    const bodyBottom = Math.max(head.bodyBottom, head.namedBottom);
    const known = columns.filter(({ heading }) => isKnown(heading)).length;
    const long = columns.filter(({ heading }) => heading.length > longestHeading * 2).length;
    const counts = columns.filter(({ heading }) => countsColumn.test(heading)).length;
    const points =
      known * 4 +
      columns.length +
      (bodyBottom >= bodyTop ? Math.min(bodyBottom - bodyTop + 1, 5) : 0) -
      (long + counts) * 5;
    if (points > 0 && (best === null || points > best.points)) best = { head, points };
  }
  return best?.head ?? null;
};
