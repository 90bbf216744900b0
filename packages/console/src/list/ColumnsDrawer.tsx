import { PushpinOutlined } from '@ant-design/icons';
import { Button, Drawer, Segmented } from 'antd';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { useLabel } from '../i18n/language.ts';
import type { Density } from '../theme/density.ts';
import { ColumnOrder } from './ColumnOrder.tsx';
import { availableColumns, type Column } from './columns.ts';
import type { ResourceListController } from './useResourceList.ts';
import './columns.css';

interface ColumnsDrawerProps {
  readonly list: ResourceListController;
  readonly onClose: () => void;
}

/** Renders the columns of the list: visibility, order, pinning. Changes apply immediately. */
const ColumnsDrawer = ({ list, onClose }: ColumnsDrawerProps) => {
  const label = useLabel();
  useFocusReturn();
  const { resource, view, settings, context } = list;
  return (
    <Drawer
      open
      onClose={onClose}
      size={360}
      title={label(['列设置', 'Columns'])}
      extra={
        <button type="button" className="ky-link" onClick={settings.resetColumns}>
          {label(['恢复默认', 'Reset'])}
        </button>
      }
    >
      <div className="ky-columns-density">
        <span>{label(['行高', 'Row height'])}</span>
        <Segmented<Density>
          value={settings.density}
          onChange={settings.setDensity}
          options={[
            { value: 'compact', label: label(['紧凑', 'Compact']) },
            { value: 'regular', label: label(['标准', 'Standard']) },
          ]}
        />
      </div>
      <ColumnOrder
        columns={availableColumns(resource, view, context.permissions)}
        chosen={list.columns.chosen.map(({ name }) => name)}
        first={resource.title}
        // A choice of columns lists all visible columns, so no hidden ones are stored.
        onChoose={(shown) => settings.choose({ shown, order: [], hidden: [] })}
        tools={(column) => (
          <>
            {!list.columns.shown.some(({ name }) => name === column.name) && <NoRoom />}
            <PinButton list={list} column={column} />
          </>
        )}
      />
    </Drawer>
  );
};

/** Renders the note that a chosen column is left out because the screen is too narrow. */
const NoRoom = () => {
  const label = useLabel();
  return (
    <span
      className="ky-note ky-columns-left-out"
      title={label([
        '窗口较窄，暂未显示；自行选择列后全部显示，可横向滚动',
        'Hidden because the window is narrow. Once you choose columns, all are shown and the list scrolls sideways',
      ])}
    >
      {label(['宽度不够，未显示', 'No room'])}
    </span>
  );
};

interface PinButtonProps {
  readonly list: ResourceListController;
  readonly column: Column;
}

const PinButton = ({ list, column: { name, spec } }: PinButtonProps) => {
  const label = useLabel();
  const isPinned = list.columns.pinned.includes(name);
  const text = label(spec.label);
  return (
    <Button
      type="text"
      size="small"
      icon={<PushpinOutlined />}
      aria-pressed={isPinned}
      aria-label={label([`固定 ${text}`, `Pin ${text}`])}
      onClick={() => list.columns.run(isPinned ? 'unpin' : 'pin', name)}
    />
  );
};

export default ColumnsDrawer;
