import { useQuery } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import { useMemo, useState } from 'react';
import { useClient } from '../client/context.tsx';
import { useClearButton } from '../components/useClearing.tsx';
import { useMatches } from '../data/initials.ts';
import { useNames } from '../data/useNames.ts';
import type { Lookup, Option } from '../data/values.ts';
import { selectedNames } from './selectedNames.tsx';

/** Most records of a tree that are offered: more than a university has. */
const most = 10_000;

interface TreeNode {
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

interface TreeRecordsFilterProps {
  /** The call that lists the records. */
  readonly lookup: Lookup;
  readonly ids: string[];
  readonly label: string;
  readonly placeholder: string;
  readonly onChange: (ids: readonly string[]) => void;
}

/** Records of a tree, such as departments; each stands for those below it, too. */
const TreeRecordsFilter = (props: TreeRecordsFilterProps) => {
  const { lookup, ids, label, placeholder, onChange } = props;
  const client = useClient();
  const clearing = useClearButton();
  const [open, setOpen] = useState(false);
  const matches = useMatches(open);
  const chosen = useNames(lookup, ids);
  const { data, isFetching } = useQuery({
    queryKey: [lookup, 'tree'],
    queryFn: () =>
      client.get<readonly Option[]>(lookup.path, { ...lookup.query, size: most }, { quiet: true }),
    enabled: open,
    staleTime: 30_000,
  });
  // A chosen record has its name before the tree is asked for, and where it is not offered any more.
  const tree = useMemo(() => {
    const known = new Set(data?.map(({ id }) => id));
    return treeOf([...(data ?? []), ...chosen.filter(({ id }) => !known.has(id))]);
  }, [data, chosen]);
  return (
    <TreeSelect
      multiple
      treeData={tree as never}
      // The top of the tree, such as the university itself, is open.
      treeDefaultExpandedKeys={tree.length === 1 ? tree.map(({ value }) => value) : []}
      value={ids}
      placeholder={placeholder}
      aria-label={label}
      allowClear={clearing}
      maxTagCount={0}
      maxTagPlaceholder={selectedNames}
      popupMatchSelectWidth={320}
      listHeight={320}
      loading={open && isFetching}
      // It opens with its rows: which of them are open is decided once.
      open={open && data !== undefined}
      onOpenChange={setOpen}
      showSearch={{
        filterTreeNode: (text: string, node: unknown) => matches(text, (node as TreeNode).title),
      }}
      onChange={(next: string[]) => onChange(next)}
    />
  );
};

export default TreeRecordsFilter;
