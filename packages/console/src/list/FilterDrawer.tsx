import { fill } from '@keyan/kernel/label.ts';
import { Button, Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useLabel } from '../i18n/language.ts';
import { rowCountText } from '../table/paging.ts';
import type { ResourceListController } from './useResourceList.ts';

interface FilterDrawerProps {
  readonly list: ResourceListController;
  readonly title: string;
  readonly onClose: () => void;
  /** Filter controls. */
  readonly children: ReactNode;
}

/** Renders the filters of a list on a phone, above a button with the number of matching rows. */
const FilterDrawer = ({ list, title, onClose, children }: FilterDrawerProps) => {
  const label = useLabel();
  return (
    <Drawer
      open
      onClose={onClose}
      placement="bottom"
      size="90dvh"
      title={title}
      footer={
        <div className="ky-drawer-foot">
          <Button onClick={list.clear}>{label(['清空', 'Clear'])}</Button>
          <Button type="primary" onClick={onClose}>
            {label(
              fill(['查看 {rows}', 'Show {rows}'], { rows: rowCountText(list.total, list.more) }),
            )}
          </Button>
        </div>
      }
    >
      <div className="ky-filter-grid">{children}</div>
    </Drawer>
  );
};

export default FilterDrawer;
