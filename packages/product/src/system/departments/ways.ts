/** Id of the root above every department: the parent of the topmost ones. */
export const rootDepartmentId = '0';

/** A department and the one above it. */
interface Below {
  readonly id: string;
  readonly parentId: string;
}

/** The way from the root down to a department, itself included; null where it ends before the root. */
export const pathsFromRoot = (rows: readonly Below[]): ((id: string) => string | null) => {
  const parents = new Map(rows.map((row) => [row.id, row.parentId]));
  const known = new Map<string, string | null>([[rootDepartmentId, rootDepartmentId]]);
  const way = (id: string): string | null => {
    const found = known.get(id);
    if (found !== undefined) return found;
    // Whoever comes by again goes in a circle, which never ends at the root.
    known.set(id, null);
    const parent = parents.get(id);
    const above = parent === undefined ? null : way(parent);
    const made = above === null ? null : `${above},${id}`;
    known.set(id, made);
    return made;
  };
  return way;
};
