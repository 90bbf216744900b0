/** Id that topmost departments have as parent. */
export const rootDepartmentId = '0';

/** Id of a department and of its parent. */
interface Below {
  readonly id: string;
  readonly parentId: string;
}

/**
 * Returns a function from a department id to its path from the root, itself included; null if the path does not reach
 * the root.
 */
export const pathsFromRoot = (rows: readonly Below[]): ((id: string) => string | null) => {
  const parents = new Map(rows.map((row) => [row.id, row.parentId]));
  const known = new Map<string, string | null>([[rootDepartmentId, rootDepartmentId]]);
  const way = (id: string): string | null => {
    const found = known.get(id);
    if (found !== undefined) return found;
    // Marks ids as unreachable first, so that a cycle ends with null.
    known.set(id, null);
    const parent = parents.get(id);
    const above = parent === undefined ? null : way(parent);
    const made = above === null ? null : `${above},${id}`;
    known.set(id, made);
    return made;
  };
  return way;
};
