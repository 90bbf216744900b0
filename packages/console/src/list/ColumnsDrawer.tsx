import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  HolderOutlined,
  PushpinOutlined,
} from '@ant-design/icons';
import { Button, Checkbox, Drawer, Segmented } from 'antd';
import { type DragEvent, useState } from 'react';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { useLabel } from '../i18n/language.ts';
import type { Density } from '../theme/density.ts';
import { availableColumns, type Column, moved } from './columns.ts';
import type { ResourceListController } from './useResourceList.ts';
import './columns.css';

interface ColumnsDrawerProps {
  readonly list: ResourceListController;
  readonly onClose: () => void;
}

/**
 * The columns of the list: which are shown, in which order, which are pinned. Changes apply at once.
 * The order changes by dragging, with the buttons, or by Alt and an arrow key.
 */
const ColumnsDrawer = ({ list, onClose }: ColumnsDrawerProps) => {
  const label = useLabel();
  useFocusReturn();
  const { resource, view, settings } = list;
  const { chosen } = list.columns;
  const names = chosen.map(({ name }) => name);
  const hidden = availableColumns(resource, view).filter(({ name }) => !names.includes(name));
  const [dragged, setDragged] = useState<string>();
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
            { value: 'standard', label: label(['标准', 'Standard']) },
          ]}
        />
      </div>
      <ul className="ky-columns">
        {[...chosen, ...hidden].map((column) => (
          <ColumnItem
            key={column.name}
            list={list}
            column={column}
            dragged={dragged}
            onDrag={setDragged}
          />
        ))}
      </ul>
    </Drawer>
  );
};

interface ColumnItemProps {
  readonly list: ResourceListController;
  readonly column: Column;
  /** The column that is being dragged. */
  readonly dragged: string | undefined;
  readonly onDrag: (name: string | undefined) => void;
}

const ColumnItem = ({ list, column: { name, spec }, dragged, onDrag }: ColumnItemProps) => {
  const label = useLabel();
  const { choose } = list.settings;
  const { pinned } = list.columns;
  const names = list.columns.chosen.map((each) => each.name);
  // The title is the link of the row: always shown, always first.
  const isTitle = name === list.resource.title;
  const index = names.indexOf(name);
  const isShown = index >= 0;
  const isMovable = isShown && !isTitle;
  const isPinned = pinned.includes(name);
  const text = label(spec.label);
  /** A choice of columns names all that are shown; none is hidden beside it. */
  const show = (shown: readonly string[]) => choose({ shown, hidden: [] });
  const others = names.filter((each) => each !== name);
  const move = (to: number) => show(moved(names, name, to));
  const dragOver = (event: DragEvent) => {
    if (dragged === undefined || !isShown) return;
    event.preventDefault();
    if (dragged !== name) show(moved(names, dragged, index));
  };
  const steps: Readonly<Record<string, number>> = { ArrowUp: index - 1, ArrowDown: index + 1 };
  return (
    <li
      draggable={isMovable}
      data-dragged={dragged === name || undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        onDrag(name);
      }}
      onDragOver={dragOver}
      onDrop={(event) => event.preventDefault()}
      onDragEnd={() => onDrag(undefined)}
      onKeyDown={(event) => {
        const to = steps[event.key];
        if (!event.altKey || !isMovable || to === undefined) return;
        event.preventDefault();
        move(to);
      }}
    >
      <span className="ky-columns-grip" aria-hidden="true">
        {isMovable && <HolderOutlined />}
      </span>
      <Checkbox
        checked={isShown}
        disabled={isTitle}
        onChange={({ target }) => show(target.checked ? [...names, name] : others)}
      >
        {text}
      </Checkbox>
      {isShown && (
        <ColumnButtons
          text={text}
          index={isMovable ? index : undefined}
          last={names.length - 1}
          isPinned={isPinned}
          onMove={move}
          onPin={() => list.columns.run(isPinned ? 'unpin' : 'pin', name)}
        />
      )}
    </li>
  );
};

interface ColumnButtonsProps {
  readonly text: string;
  /** Position among the shown columns; undefined where it cannot be moved. */
  readonly index: number | undefined;
  readonly last: number;
  readonly isPinned: boolean;
  readonly onMove: (to: number) => void;
  readonly onPin: () => void;
}

const ColumnButtons = ({ text, index, last, isPinned, onMove, onPin }: ColumnButtonsProps) => {
  const label = useLabel();
  const shared = { type: 'text', size: 'small' } as const;
  return (
    <span className="ky-columns-tools">
      {index !== undefined && (
        <>
          <Button
            {...shared}
            disabled={index <= 1}
            icon={<ArrowUpOutlined />}
            aria-label={label([`上移 ${text}`, `Move ${text} up`])}
            onClick={() => onMove(index - 1)}
          />
          <Button
            {...shared}
            disabled={index === last}
            icon={<ArrowDownOutlined />}
            aria-label={label([`下移 ${text}`, `Move ${text} down`])}
            onClick={() => onMove(index + 1)}
          />
        </>
      )}
      <Button
        {...shared}
        icon={<PushpinOutlined />}
        aria-pressed={isPinned}
        aria-label={label([`固定 ${text}`, `Pin ${text}`])}
        onClick={onPin}
      />
    </span>
  );
};

export default ColumnsDrawer;
