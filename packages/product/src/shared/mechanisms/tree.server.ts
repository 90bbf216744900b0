/** Node of a tree; a row whose parent is not among the rows goes to the top. */
interface Placed {
  readonly id: string;
  readonly parentId: string;
}

export type NestedRow<Row> = Row & { readonly children?: readonly NestedRow<Row>[] };

/** Rows below one another, in their order; `children` is left out where there are none. */
export const nestRows = <Row extends Placed>(rows: readonly Row[]): readonly NestedRow<Row>[] => {
  const ids = new Set(rows.map(({ id }) => id));
  const byParent = Map.groupBy(rows, ({ parentId }) => parentId);
  const node = (row: Row): NestedRow<Row> => {
    const children = (byParent.get(row.id) ?? []).map(node);
    return children.length > 0 ? { ...row, children } : row;
  };
  return rows.filter(({ parentId }) => !ids.has(parentId)).map(node);
};

/** The rows that the test picks, with all that lie above them. */
export const withAncestors = <Row extends Placed>(
  rows: readonly Row[],
  picked: (row: Row) => boolean,
): readonly Row[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const kept = new Set<Row>();
  for (const row of rows.filter(picked)) {
    let at: Row | undefined = row;
    while (at && !kept.has(at)) {
      kept.add(at);
      at = byId.get(at.parentId);
    }
  }
  return rows.filter((row) => kept.has(row));
};

/** The ids of a row and of all below it. */
export const descendantIds = (rows: readonly Placed[], id: string): ReadonlySet<string> => {
  const byParent = Map.groupBy(rows, ({ parentId }) => parentId);
  const found = new Set([id]);
  for (const each of found) {
    for (const child of byParent.get(each) ?? []) found.add(child.id);
  }
  return found;
};

/** Rows that say whether others of them stand below. */
export const withHasChildren = <Row extends Placed>(
  rows: readonly Row[],
): readonly (Row & { readonly hasChildren: boolean })[] => {
  const parents = new Set(rows.map(({ parentId }) => parentId));
  return rows.map((row) => ({ ...row, hasChildren: parents.has(row.id) }));
};

/** A node as tree pickers of the family read it. */
export const treeNode = <Row extends Placed & { readonly hasChildren: boolean }>(
  row: Row,
  title: string,
) => ({
  id: row.id,
  parentId: row.parentId,
  title,
  key: row.id,
  value: row.id,
  hasChildren: row.hasChildren,
});

/** The parent that a client named, or null for the top. */
export const parentIdIn = (given: string | undefined): string | null =>
  given === undefined || given === '' || given === '0' ? null : given;
