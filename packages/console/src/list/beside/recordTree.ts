import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useClient } from '../../client/context.tsx';
import type { Lookup, Option } from '../../data/values.ts';

/** Maximum number of records in a tree: more than a university has. */
const maxTreeRecords = 10_000;

export interface TreeNode {
  readonly value: string;
  readonly title: string;
  readonly children: TreeNode[];
}

/** Builds the tree by parent; a record without a known parent is at the top. */
const treeOf = (records: readonly Option[]): readonly TreeNode[] => {
  const nodes = new Map(
    records.map(({ id, text }) => [id, { value: id, title: text, children: [] as TreeNode[] }]),
  );
  const top: TreeNode[] = [];
  for (const { id, parentId } of records) {
    const node = nodes.get(id);
    if (node) (nodes.get(parentId ?? '')?.children ?? top).push(node);
  }
  return top;
};

/**
 * Fetches every record of a kind with a tree, such as departments.
 * @param asked false before the records are needed
 * @param chosen records whose names are needed before the tree is loaded, or that are no longer
 * offered
 */
export const useRecordTree = (lookup: Lookup, asked: boolean, chosen: readonly Option[]) => {
  const client = useClient();
  const { data, isFetching } = useQuery({
    queryKey: [lookup, 'tree'],
    queryFn: () =>
      client.get<readonly Option[]>(
        lookup.path,
        { ...lookup.query, size: maxTreeRecords },
        { quiet: true },
      ),
    enabled: asked,
    staleTime: 30_000,
  });
  const tree = useMemo(() => {
    const known = new Set(data?.map(({ id }) => id));
    return treeOf([...(data ?? []), ...chosen.filter(({ id }) => !known.has(id))]);
  }, [data, chosen]);
  return { tree, isHere: data !== undefined, isFetching };
};

/**
 * Returns the values of the nodes that are expanded initially: the top of the tree, such as the
 * university.
 */
export const firstOpen = (tree: readonly TreeNode[]): string[] =>
  tree.length === 1 ? tree.map(({ value }) => value) : [];
