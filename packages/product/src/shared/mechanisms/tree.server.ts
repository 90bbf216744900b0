/** Tree node; a row whose parent is missing becomes a root. */
interface TreeRow {
  readonly id: string;
  readonly parentId: string;
}

export type NestedRow<Row> = Row & { readonly children?: readonly NestedRow<Row>[] };

/** Nests rows below their parents in order; `children` is undefined for leaves. */
export const nestRows = <Row extends TreeRow>(rows: readonly Row[]): readonly NestedRow<Row>[] => {
  const ids = new Set(rows.map(({ id }) => id));
  const byParent = Map.groupBy(rows, ({ parentId }) => parentId);
  const node = (row: Row): NestedRow<Row> => {
    const children = (byParent.get(row.id) ?? []).map(node);
    return children.length > 0 ? { ...row, children } : row;
  };
  return rows.filter(({ parentId }) => !ids.has(parentId)).map(node);
};

/** Rows that match the test, with all their ancestors. */
export const withAncestors = <Row extends TreeRow>(
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

/** Ids of a row and its descendants. */
export const descendantIds = (rows: readonly TreeRow[], id: string): ReadonlySet<string> => {
  const byParent = Map.groupBy(rows, ({ parentId }) => parentId);
  const found = new Set([id]);
  for (const each of found) {
    for (const child of byParent.get(each) ?? []) found.add(child.id);
  }
  return found;
};

/** Adds to each row whether it has children. */
export const withHasChildren = <Row extends TreeRow>(
  rows: readonly Row[],
): readonly (Row & { readonly hasChildren: boolean })[] => {
  const parents = new Set(rows.map(({ parentId }) => parentId));
  return rows.map((row) => ({ ...row, hasChildren: parents.has(row.id) }));
};

/** Node in the format of BladeX tree pickers. */
export const treeNode = <Row extends TreeRow & { readonly hasChildren: boolean }>(
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

/** Parent id named by a client; null for the root. */
export const parentIdIn = (given: string | undefined): string | null =>
  given === undefined || given === '' || given === '0' ? null : given;
