import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Page } from '../client/client.ts';
import { useClient } from '../client/context.tsx';
import { queryKeysOf, type WireRow } from '../data/calls.ts';
import { useGroupCounts } from '../data/groupCounts.ts';
import { isFiltered, type ListState, listQuery } from './state.ts';

/** Maximum number of child records that a call returns. */
const maxChildrenPerCall = 200;
/** Maximum number of groups that the server counts; if reached, any record may have children. */
const maxCountedGroups = 1000;

/**
 * Rows of a list as a tree: the page has those without a parent; children are fetched when a row is
 * expanded.
 */
export interface ListTree {
  readonly levelOf: (id: string) => number;
  readonly isOpen: (id: string) => boolean;
  readonly hasChildren: (id: string) => boolean;
  readonly toggle: (id: string) => void;
}

/**
 * Returns the name of the parent field if the list shows a tree now; with filters, rows are flat.
 */
export const treeFieldOf = (resource: Resource, state: ListState): string | undefined =>
  isFiltered(state) || state.done ? undefined : resource.list.tree;

/** Returns the state for the first level of a tree; unchanged for a flat list. */
export const rootQuestion = (resource: Resource, state: ListState): ListState => {
  const field = treeFieldOf(resource, state);
  return field ? { ...state, filters: { [`${field}_null`]: '1' } } : state;
};

/** Returns the rows with the children of expanded rows below them. */
const flattenTree = (
  rows: readonly WireRow[],
  below: ReadonlyMap<string, readonly WireRow[]>,
  level = 0,
): readonly { readonly row: WireRow; readonly level: number }[] =>
  rows.flatMap((row) => [
    { row, level },
    ...flattenTree(below.get(row.id) ?? [], below, level + 1),
  ]);

/** Fetches the children of each expanded row. */
const useBelow = (
  resource: Resource,
  view: string,
  given: {
    readonly state: ListState;
    readonly fields: string;
    readonly open: readonly string[];
    /** Number of children by record id, where counted. */
    readonly totals: ReadonlyMap<string, number>;
  },
): ReadonlyMap<string, readonly WireRow[]> => {
  const client = useClient();
  const { state, fields, open, totals } = given;
  const field = treeFieldOf(resource, state);
  const calls = open.flatMap((id) =>
    Array.from({ length: Math.ceil((totals.get(id) ?? 1) / maxChildrenPerCall) }, (_, index) => ({
      id,
      page: index + 1,
    })),
  );
  const fetched = useQueries({
    queries: calls.map(({ id, page }) => {
      const filters = { [`${field}_equal`]: id };
      const query = {
        ...listQuery(view, { ...state, filters, page, size: maxChildrenPerCall }),
        ...(fields === '' ? {} : { fields }),
      };
      return {
        queryKey: [...queryKeysOf(resource).list, query],
        queryFn: async () => ({
          id,
          rows: (await client.get<Page<WireRow>>(`/${resource.path}/list`, query, { quiet: true }))
            .records,
        }),
        enabled: field !== undefined,
      };
    }),
    combine: (all) => all.map(({ data }) => data),
  });
  return useMemo(() => {
    const below = new Map<string, readonly WireRow[]>();
    for (const each of fetched) {
      if (each) below.set(each.id, [...(below.get(each.id) ?? []), ...each.rows]);
    }
    return below;
  }, [fetched]);
};

/**
 * Returns the rows of a list as a tree if its definition has one (`list.tree`).
 * @param fields names of the fields in the rows
 * @param rows rows of the first level
 */
export const useTree = (
  resource: Resource,
  view: string,
  given: {
    readonly state: ListState;
    readonly fields: string;
    readonly rows: readonly WireRow[] | undefined;
  },
): {
  readonly tree: ListTree | undefined;
  readonly rows: readonly WireRow[] | undefined;
  /** Number of all rows of the tree, as in `ListController`; null if not counted. */
  readonly whole: number | null | undefined;
} => {
  const { state, rows } = given;
  const field = treeFieldOf(resource, state);
  const [open, setOpen] = useState<readonly string[]>([]);
  const began = useRef(false);
  const { data: counts } = useGroupCounts(resource, view, [field ?? ''], {}, field !== undefined);
  const totals = useMemo(
    () => new Map(counts?.map(({ keys, total }) => [keys[0] ?? '', total])),
    [counts],
  );
  const below = useBelow(resource, view, { ...given, open, totals });
  const [only] = rows?.length === 1 ? rows : [];
  // Expand a single root, such as the university, initially.
  useEffect(() => {
    if (!field || began.current || !rows) return;
    began.current = true;
    if (only) setOpen([only.id]);
  }, [field, rows, only]);
  return useMemo(() => {
    if (!field || !rows) return { tree: undefined, rows, whole: undefined };
    const shown = flattenTree(rows, below);
    const levels = new Map(shown.map(({ row, level }) => [row.id, level]));
    const tree: ListTree = {
      levelOf: (id) => levels.get(id) ?? 0,
      isOpen: (id) => open.includes(id),
      hasChildren: (id) => totals.has(id) || totals.size >= maxCountedGroups,
      toggle: (id) => setOpen(open.includes(id) ? open.filter((one) => one !== id) : [...open, id]),
    };
    const isCounted = totals.size > 0 && totals.size < maxCountedGroups;
    const whole = isCounted ? totals.values().reduce((sum, total) => sum + total, 0) : null;
    return { tree, rows: shown.map(({ row }) => row), whole };
  }, [field, rows, below, totals, open]);
};
