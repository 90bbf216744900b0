/** Record behind a value, with the version that was read. */
export interface SourceRecord {
  readonly resource: string;
  readonly id: string;
  readonly version: number;
}

/** Submitted cell. */
export interface HandedCell {
  /** Key of the row: a line code of a form, or the record that fills the row. */
  readonly row: string;
  readonly rowLabel: string;
  /** Key of the column: a code, or the field that fills the column. */
  readonly column: string;
  readonly columnLabel: string;
  readonly value: string;
  /** Record that the row is about; null if there is none. */
  readonly record: SourceRecord | null;
  /** Origin of the value, in words. */
  readonly definition: string;
}

/** Part of a summed cell that one record contributes. */
export interface HandedPart extends SourceRecord {
  readonly row: string;
  readonly column: string;
  readonly value: string;
}

export interface HandedContent {
  readonly cells: readonly HandedCell[];
  readonly parts: readonly HandedPart[];
}

export type DifferenceKind = 'added' | 'left' | 'changed';

/** Record whose contribution to a cell differs between the two submissions. */
export interface PartDifference {
  readonly kind: DifferenceKind;
  readonly resource: string;
  readonly id: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface CellDifference {
  readonly column: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly parts: readonly PartDifference[];
}

export interface RowDifference {
  readonly row: string;
  readonly label: string;
  readonly kind: DifferenceKind;
  readonly cells: readonly CellDifference[];
  readonly before: SourceRecord | null;
  readonly after: SourceRecord | null;
}

export interface Difference {
  readonly rows: readonly RowDifference[];
  /** Number of equal rows. */
  readonly same: number;
  /** Labels of columns in both contents, worded as in the later. */
  readonly columns: readonly string[];
}

const decimal = /^-?\d+(?:\.\d+)?$/;

const plainNumber = (text: string): string =>
  text
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^-0$/, '0');

/** True if two values are equal as facts: `30.50` equals `30.5`. */
export const isSameValue = (one: string, other: string): boolean =>
  one === other ||
  (decimal.test(one) && decimal.test(other) && plainNumber(one) === plainNumber(other));

/** Normalised label: without bracketed units and spaces. */
export const plainLabel = (label: string): string =>
  label
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\([^()]*\)/g, '')
    .replace(/[\s/]/g, '');

const rowKey = ({ row, record }: HandedCell): string =>
  record ? `${record.resource}/${record.id}` : row;

interface Row {
  readonly key: string;
  readonly label: string;
  readonly record: SourceRecord | null;
  readonly cells: ReadonlyMap<string, HandedCell>;
}

const rowsOf = (cells: readonly HandedCell[]): ReadonlyMap<string, Row> =>
  new Map(
    [...Map.groupBy(cells, rowKey)].map(([key, own]) => [
      key,
      {
        key,
        label: own[0]?.rowLabel ?? '',
        record: own[0]?.record ?? null,
        cells: new Map(own.map((cell) => [cell.column, cell])),
      },
    ]),
  );

/**
 * Columns of the later content by column of the earlier content: matched by key, otherwise by
 * label.
 */
const sharedColumns = (
  before: readonly HandedCell[],
  after: readonly HandedCell[],
): ReadonlyMap<string, { readonly earlier: string; readonly label: string }> => {
  const known = new Set(before.map(({ column }) => column));
  const labels = new Map(
    before.map(({ column, columnLabel }) => [plainLabel(columnLabel), column]),
  );
  return new Map(
    after.flatMap(({ column, columnLabel }) => {
      const earlier = known.has(column) ? column : labels.get(plainLabel(columnLabel));
      return earlier === undefined ? [] : [[column, { earlier, label: columnLabel }] as const];
    }),
  );
};

const partsAt = (parts: readonly HandedPart[]): ReadonlyMap<string, readonly HandedPart[]> =>
  Map.groupBy(parts, ({ row, column }) => `${row}/${column}`);

const partDifferences = (
  before: readonly HandedPart[],
  after: readonly HandedPart[],
): readonly PartDifference[] => {
  const keyOf = ({ resource, id }: SourceRecord): string => `${resource}/${id}`;
  const [old, fresh] = [before, after].map(
    (parts) => new Map(parts.map((part) => [keyOf(part), part])),
  );
  return [...new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])])].flatMap((key) => {
    const [was, is] = [old?.get(key), fresh?.get(key)];
    const one = is ?? was;
    if (!one || (was && is && isSameValue(was.value, is.value))) return [];
    return [
      {
        kind: was ? (is ? ('changed' as const) : ('left' as const)) : ('added' as const),
        resource: one.resource,
        id: one.id,
        before: was?.value ?? null,
        after: is?.value ?? null,
      },
    ];
  });
};

/**
 * Differences of a submission from an earlier submission or from one to another authority: added,
 * removed and changed rows, with the records behind sums. Columns that only one side has are
 * ignored.
 */
export const differenceOf = (before: HandedContent, after: HandedContent): Difference => {
  const [old, fresh] = [rowsOf(before.cells), rowsOf(after.cells)];
  const shared = sharedColumns(before.cells, after.cells);
  const [oldParts, freshParts] = [partsAt(before.parts), partsAt(after.parts)];
  const rows: RowDifference[] = [];
  let same = 0;
  for (const key of new Set([...fresh.keys(), ...old.keys()])) {
    const [was, is] = [old.get(key), fresh.get(key)];
    const cells = [...shared].flatMap(([column, { earlier, label }]): readonly CellDifference[] => {
      const [from, to] = [was?.cells.get(earlier), is?.cells.get(column)];
      const isSame = isSameValue(from?.value ?? '', to?.value ?? '');
      const parts = partDifferences(
        from ? (oldParts.get(`${from.row}/${from.column}`) ?? []) : [],
        to ? (freshParts.get(`${to.row}/${to.column}`) ?? []) : [],
      );
      // Contributions that cancel each other out still count as a difference.
      if (isSame && parts.length === 0) return [];
      return [{ column, label, before: from?.value ?? null, after: to?.value ?? null, parts }];
    });
    const kind = was ? (is ? 'changed' : 'left') : 'added';
    if (kind === 'changed' && cells.length === 0) {
      same += 1;
      continue;
    }
    rows.push({
      row: key,
      label: is?.label || was?.label || '',
      kind,
      cells,
      before: was?.record ?? null,
      after: is?.record ?? null,
    });
  }
  return { rows, same, columns: [...shared.values()].map(({ label }) => label) };
};
