import { listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import { Tree } from 'antd';
import { SkeletonRows } from '../../components/state.tsx';
import { useNames } from '../../data/useNames.ts';
import { lookupOptions } from '../../data/values.ts';
import { useLabel } from '../../i18n/language.ts';
import { filterCodes, filterCondition } from '../filter.ts';
import { firstOpen, useRecordTree } from './recordTree.ts';
import './tree-beside.css';
import type { ResourceListController } from '../useResourceList.ts';

interface TreeBesideProps {
  readonly list: ResourceListController;
  /** Name of the filter that the tree sets. */
  readonly name: string;
}

/**
 * Renders a tree beside a list: the list shows the records of the chosen node and of nodes below
 * it.
 */
const TreeBeside = ({ list, name }: TreeBesideProps) => {
  const { resource, state, setFilters } = list;
  const label = useLabel();
  const lookup = lookupOptions(resource, name);
  const key = `${name}_tree`;
  const ids = filterCodes(state.filters[key] ?? state.filters[name]);
  const { tree, isHere } = useRecordTree(lookup, true, useNames(lookup, ids));
  const title = label(listFields(resource)[name]?.spec.label ?? [name, name]);
  return (
    <section className="ky-card ky-tree-beside" aria-label={title}>
      <h2>{title}</h2>
      {isHere ? (
        <Tree
          blockNode
          virtual={false}
          aria-label={title}
          treeData={tree as never}
          fieldNames={{ key: 'value' }}
          // A chosen node is visible at any depth.
          defaultExpandedKeys={[...firstOpen(tree), ...ids]}
          selectedKeys={ids}
          onSelect={(chosen) =>
            setFilters({ [key]: filterCondition(chosen.map(String)), [name]: undefined })
          }
        />
      ) : (
        <SkeletonRows rows={8} />
      )}
    </section>
  );
};

export default TreeBeside;
