import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Page } from '../client/client.ts';
import { useClient } from '../client/context.tsx';
import { keysOf, type WireRow } from '../data/calls.ts';
import { useGroupCounts } from '../data/groupCounts.ts';
import { isFiltered, type ListState, listQuery } from './state.ts';

/** Most records below one that are shown. */
const mostBelow = 200;

/** The rows of a list as a tree: the page has those without a parent, others come as one expands. */
export interface ListTree {
  readonly levelOf: (id: string) => number;
  readonly isOpen: (id: string) => boolean;
  readonly hasChildren: (id: string) => boolean;
  readonly toggle: (id: string) => void;
}

/** The name of the field with the parent, where the list shows a tree now: filters show flat rows. */
export const treeFieldOf = (resource: Resource, state: ListState): string | undefined =>
  isFiltered(state) || state.done ? undefined : resource.list.tree;

/** The question for the first level of a tree; of a flat list as it is. */
export const rootsOf = (resource: Resource, state: ListState): ListState => {
  const field = treeFieldOf(resource, state);
  return field ? { ...state, filters: { [`${field}_null`]: '1' } } : state;
};

/** Rows with those below them, where they are open. */
const unfolded = (
  rows: readonly WireRow[],
  below: ReadonlyMap<string, readonly WireRow[]>,
  level = 0,
): readonly { readonly row: WireRow; readonly level: number }[] =>
  rows.flatMap((row) => [{ row, level }, ...unfolded(below.get(row.id) ?? [], below, level + 1)]);

/** What is below each open row, as it was fetched. */
const useBelow = (
  resource: Resource,
  view: string,
  given: { readonly state: ListState; readonly fields: string; readonly open: readonly string[] },
): ReadonlyMap<string, readonly WireRow[]> => {
  const client = useClient();
  const { state, fields, open } = given;
  const field = treeFieldOf(resource, state);
  const results = useQueries({
    queries: open.map((id) => {
      const filters = { [`${field}_equal`]: id };
      const query = {
        ...listQuery(view, { ...state, filters, page: 1, size: mostBelow as never }),
        ...(fields === '' ? {} : { fields }),
      };
      return {
        queryKey: [...keysOf(resource).list, query],
        queryFn: () => client.get<Page<WireRow>>(`/${resource.path}/list`, query, { quiet: true }),
        enabled: field !== undefined,
      };
    }),
    combine: (all) => all.map(({ data }) => data?.records),
  });
  return useMemo(
    () => new Map(open.flatMap((id, index) => (results[index] ? [[id, results[index]]] : []))),
    [open, results],
  );
};

/**
 * Shows the rows of a list as a tree where its definition says so (`list.tree`).
 * @param fields Names that the rows have, as the list asks for them
 * @param rows The first level
 */
export const useTree = (
  resource: Resource,
  view: string,
  given: {
    readonly state: ListState;
    readonly fields: string;
    readonly rows: readonly WireRow[] | undefined;
  },
): { readonly tree: ListTree | undefined; readonly rows: readonly WireRow[] | undefined } => {
  const { state, rows } = given;
  const field = treeFieldOf(resource, state);
  const [open, setOpen] = useState<readonly string[]>([]);
  const began = useRef(false);
  const below = useBelow(resource, view, { ...given, open });
  const { data: counts } = useGroupCounts(resource, view, [field ?? ''], {}, field !== undefined);
  const [only] = rows?.length === 1 ? rows : [];
  // One root, such as the university itself, is open at first.
  useEffect(() => {
    if (!field || began.current || !rows) return;
    began.current = true;
    if (only) setOpen([only.id]);
  }, [field, rows, only]);
  return useMemo(() => {
    if (!field || !rows) return { tree: undefined, rows };
    const shown = unfolded(rows, below);
    const levels = new Map(shown.map(({ row, level }) => [row.id, level]));
    const parents = new Set(counts?.map(({ keys }) => keys[0] ?? ''));
    const tree: ListTree = {
      levelOf: (id) => levels.get(id) ?? 0,
      isOpen: (id) => open.includes(id),
      hasChildren: (id) => parents.has(id),
      toggle: (id) => setOpen(open.includes(id) ? open.filter((one) => one !== id) : [...open, id]),
    };
    return { tree, rows: shown.map(({ row }) => row) };
  }, [field, rows, below, counts, open]);
};
