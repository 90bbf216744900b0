import { MoreOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { MenuButton } from '../components/MenuButton.tsx';
import { useLabel } from '../i18n/language.ts';
import type { DataColumn } from './column.ts';
import './head.css';

/** Data type of the drag event that transfers the column key. */
const headDragType = 'application/x-keyan-head';

interface MovableHeadProps<Row> {
  readonly column: DataColumn<Row>;
  /** Keys of the neighbour columns with which the column may swap. */
  readonly left: string | undefined;
  readonly right: string | undefined;
  /** Moves a column to the position of another column. */
  readonly onMove: (key: string, to: string) => void;
  /** Restores the default order; undefined if the columns are in it. */
  readonly onReset: (() => void) | undefined;
}

/** Renders the head of a column that can be dragged, or moved by its menu. */
export const MovableHead = <Row,>(props: MovableHeadProps<Row>) => {
  const { column, left, right, onMove, onReset } = props;
  const label = useLabel();
  const [isOver, setIsOver] = useState(false);
  const text = label(column.head);
  const run: Readonly<Record<string, () => void>> = {
    left: () => left && onMove(column.key, left),
    right: () => right && onMove(column.key, right),
    reset: () => onReset?.(),
  };
  return (
    <th
      scope="col"
      className={column.className}
      data-align={column.align}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(headDragType)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false);
        const key = event.dataTransfer.getData(headDragType);
        if (key === '' || key === column.key) return;
        event.preventDefault();
        onMove(key, column.key);
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the menu of the head moves the column by keys */}
      <span
        className="ky-head"
        draggable
        onDragStart={(event) => {
          event.dataTransfer.setData(headDragType, column.key);
          event.dataTransfer.effectAllowed = 'move';
        }}
      >
        <span title={text}>{text}</span>
        <MenuButton
          menu={{
            items: [
              ...(left ? [{ key: 'left', label: label(['左移', 'Move left']) }] : []),
              ...(right ? [{ key: 'right', label: label(['右移', 'Move right']) }] : []),
              ...(onReset
                ? [{ key: 'reset', label: label(['恢复默认顺序', 'Usual order of columns']) }]
                : []),
            ],
            onClick: ({ key }) => run[key]?.(),
          }}
        >
          <button
            type="button"
            className="ky-col-menu"
            aria-label={label([`${text} 列操作`, `Column ${text}`])}
          >
            <MoreOutlined />
          </button>
        </MenuButton>
      </span>
    </th>
  );
};
