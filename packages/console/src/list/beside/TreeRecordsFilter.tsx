import { TreeSelect } from 'antd';
import { useState } from 'react';
import { useClearButton } from '../../components/useClearButton.tsx';
import { useMatches } from '../../data/initials.ts';
import { useNames } from '../../data/useNames.ts';
import type { Lookup } from '../../data/values.ts';
import { selectedNames } from '../selectedNames.tsx';
import { firstOpen, type TreeNode, useRecordTree } from './recordTree.ts';

interface TreeRecordsFilterProps {
  /** Call that lists the records. */
  readonly lookup: Lookup;
  readonly ids: string[];
  readonly label: string;
  readonly placeholder: string;
  readonly onChange: (ids: readonly string[]) => void;
}

/** Renders a filter by records of a tree, such as departments; each includes those below it. */
const TreeRecordsFilter = (props: TreeRecordsFilterProps) => {
  const { lookup, ids, label, placeholder, onChange } = props;
  const clearing = useClearButton();
  const [open, setOpen] = useState(false);
  const matches = useMatches(open);
  const chosen = useNames(lookup, ids);
  const { tree, isHere, isFetching } = useRecordTree(lookup, open, chosen);
  return (
    <TreeSelect
      multiple
      treeData={tree as never}
      treeDefaultExpandedKeys={firstOpen(tree)}
      value={ids}
      placeholder={placeholder}
      aria-label={label}
      allowClear={clearing}
      maxTagCount={0}
      maxTagPlaceholder={selectedNames}
      popupMatchSelectWidth={320}
      listHeight={320}
      loading={open && isFetching}
      // Opens once the tree is loaded, because antd decides the expanded nodes on opening.
      open={open && isHere}
      onOpenChange={setOpen}
      showSearch={{
        filterTreeNode: (text: string, node: unknown) => matches(text, (node as TreeNode).title),
      }}
      onChange={(next: string[]) => onChange(next)}
    />
  );
};

export default TreeRecordsFilter;
