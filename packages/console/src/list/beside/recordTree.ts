import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useClient } from '../../client/context.tsx';
import type { Lookup, Option } from '../../data/values.ts';

/** Most records of a tree that are offered: more than a university has. */
const most = 10_000;

export interface TreeNode {
  readonly value: string;
  readonly title: string;
  readonly children: TreeNode[];
}

/** Records below those that they belong to; without the one above, a record stands at the top. */
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
 * Every record of a kind with a tree, such as departments.
 * @param asked false until the records are wanted
 * @param chosen records that have a name before the tree is there, or that are not offered any more
 */
export const useRecordTree = (lookup: Lookup, asked: boolean, chosen: readonly Option[]) => {
  const client = useClient();
  const { data, isFetching } = useQuery({
    queryKey: [lookup, 'tree'],
    queryFn: () =>
      client.get<readonly Option[]>(lookup.path, { ...lookup.query, size: most }, { quiet: true }),
    enabled: asked,
    staleTime: 30_000,
  });
  const tree = useMemo(() => {
    const known = new Set(data?.map(({ id }) => id));
    return treeOf([...(data ?? []), ...chosen.filter(({ id }) => !known.has(id))]);
  }, [data, chosen]);
  return { tree, isHere: data !== undefined, isFetching };
};

/** Values of the nodes that are open at first: the top of the tree, such as the university itself. */
export const firstOpen = (tree: readonly TreeNode[]): string[] =>
  tree.length === 1 ? tree.map(({ value }) => value) : [];
