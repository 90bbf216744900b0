/** Cell of a foreign table with the area that it covers. */
export interface ForeignCell {
  readonly row: number;
  readonly column: number;
  /** Number of rows covered; 1 if not merged. */
  readonly rows: number;
  readonly columns: number;
  readonly text: string;
}

/** Table of a foreign file: a sheet of a workbook, or a table of a document. */
export interface ForeignGrid {
  readonly name: string;
  readonly height: number;
  readonly width: number;
  readonly cells: readonly ForeignCell[];
}

/** Column with its heading; texts of several heading rows are joined by a slash. */
export interface ForeignColumn {
  readonly column: number;
  readonly heading: string;
}

/** Position of the headings and of the rows to be filled. Rows count from 0. */
export interface TableHead {
  readonly top: number;
  readonly bottom: number;
  readonly columns: readonly ForeignColumn[];
  readonly bodyTop: number;
  /** Last row to be filled; less than `bodyTop` if there is none. */
  readonly bodyBottom: number;
  /** Last row in which the authority entered a name; less than `bodyTop` if there is none. */
  readonly namedBottom: number;
}

/** Number of first rows in which headings are searched; titles and instructions precede them. */
const headingSearchRows = 40;
/** Maximum number of heading rows. */
const maxHeadingRows = 5;
/** Maximum characters of a heading; longer texts are instructions. */
const maxHeadingLength = 40;

export const joinHeading = ' / ';

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Covering cell of each grid position, row by row. */
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
        // Files may contain empty cells under a merged cell; the merged cell wins.
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

/** True if a cell that begins in this row or above continues below it. */
const goesOnBelow = (places: Places, row: number): boolean =>
  (places[row] ?? []).some(
    (cell) => cell && plain(cell.text) !== '' && cell.row + cell.rows - 1 > row,
  );

/** First row of the headings that end in a row. */
const topOf = (places: Places, bottom: number): number => {
  let top = bottom;
  while (top > 0 && bottom - top < maxHeadingRows - 1) {
    const above = distinctIn(places, top - 1);
    const isMerged = goesOnBelow(places, top - 1);
    const isLong = above.some((text) => text.length > maxHeadingLength);
    const groups = (places[top - 1] ?? []).some((cell) => cell && cell.columns > 1 && cell.text);
    // Ends at a title row (a single text); a row of column groups has several texts or a merged
    // cell.
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
    // A heading over several columns names only the first, unless each column has a heading below.
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

/** Column numbers below headings: 1, 2, 3; (1), (2); 甲, 乙. */
const countsColumn = /^[（(]?(?:\d{1,2}|[甲乙丙丁戊己庚辛壬癸]|[A-Z])[)）]?$/;

/** Row number: 1, 2, …. */
const countsRow = /^\d{1,4}[.、]?$/;

const isCountingRow = (places: Places, row: number, columns: readonly ForeignColumn[]): boolean => {
  const texts = columns.map(({ column }) => textAt(places, row, column)).filter(Boolean);
  return (
    texts.length >= 2 &&
    texts.length * 2 >= columns.length &&
    texts.every((text) => countsColumn.test(text))
  );
};

/** True if a row contains nothing but its row number. */
const isEmptyRow = (places: Places, row: number): boolean => {
  const texts = (places[row] ?? []).flatMap((cell, column) =>
    cell && cell.column === column && plain(cell.text) !== '' ? [plain(cell.text)] : [],
  );
  return texts.length === 0 || (texts.length === 1 && countsRow.test(texts[0] ?? ''));
};

/** Sums, signatures and remarks, which end a table. */
const endsTable =
  /^(?:合计|总计|小计|共计|填表人|填报人|制表人|负责人签|审核|注[:：]|备注[:：]|说明[:：]|total\b)|[:：]$/i;

/** True if the authority named the row: a name beside empty cells. */
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

/** Texts in a row of the body, by column. */
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

/** Head of a table whose headings end in a row; null if no head can end there. */
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
 * Finds the headings of a table; titles and instructions may precede, sums and signatures follow.
 * Among candidates, the row with most known headings and empty rows below wins.
 * @param isKnown true if a heading names something that records have
 */
export const findHead = (
  grid: ForeignGrid,
  isKnown: (heading: string) => boolean,
): TableHead | null => {
  const places = placesOf(grid);
  let best: { readonly head: TableHead; readonly points: number } | null = null;
  for (let bottom = 0; bottom < Math.min(grid.height, headingSearchRows); bottom += 1) {
    const head = headIn(grid, places, bottom);
    if (!head) continue;
    const { columns, bodyTop } = head;
    const bodyBottom = Math.max(head.bodyBottom, head.namedBottom);
    const known = columns.filter(({ heading }) => isKnown(heading)).length;
    const long = columns.filter(({ heading }) => heading.length > maxHeadingLength * 2).length;
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
