import { TreeSelect } from 'antd';
import { useState } from 'react';
import { useClearButton } from '../../components/useClearButton.tsx';
import { useMatches } from '../../data/initials.ts';
import { useNames } from '../../data/useNames.ts';
import type { Lookup } from '../../data/values.ts';
import { selectedNames } from '../selectedNames.tsx';
import { firstOpen, type TreeNode, useRecordTree } from './recordTree.ts';

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
      // It opens with its rows: which of them are open is decided once.
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
