import { CaretDownFilled, CaretUpFilled, MoreOutlined } from '@ant-design/icons';
import type { Sort } from '@keyan/kernel/records/query.ts';
import { Dropdown } from 'antd';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { isFocusLost, returnToPage } from '../base/pageFocus.ts';
import { useLabel } from '../i18n/language.ts';
import { type Column, columnHeading, pinnedColumnStyle } from './columns.ts';
import type { ColumnAction } from './useResourceList.ts';
import '../table/head.css';

/** Minimum width of a column in pixels. */
export const minColumnWidth = 60;
/** Pixels by which the menu changes a column width, for users who cannot drag. */
const widthStep = 24;

/** Data type of the drag event that transfers the column name. */
const columnDragType = 'application/x-keyan-column';

interface HeadCellProps {
  readonly column: Column;
  readonly title: boolean;
  readonly sort: Sort;
  readonly filterable: boolean;
  /** Current width in pixels. */
  readonly width: number;
  readonly onSort: (sort: Sort) => void;
  readonly onResize: (name: string, width: number) => void;
  /** Names of the neighbour columns with which the column may swap. */
  readonly left: string | undefined;
  readonly right: string | undefined;
  /** Moves a column to the position of another column. */
  readonly onMove: (name: string, to: string) => void;
  readonly onColumn: (action: ColumnAction, name: string) => void;
}

/**
 * Renders the head of a column: a click sorts, a menu (also on right click) has the other actions,
 * the edge is dragged to resize, and the name to move.
 */
export const HeaderCell = (props: HeadCellProps) => {
  const { column, title, sort, onResize, onMove } = props;
  const [open, setOpen] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const isPinned = column.pin !== undefined;
  const direction = sort.descending ? 'descending' : 'ascending';
  const classes = [title && 'ky-col-title', isPinned && 'ky-pin'].filter(Boolean);
  return (
    <th
      scope="col"
      className={classes.join(' ') || undefined}
      data-align={column.align}
      data-edge={column.edge || undefined}
      style={pinnedColumnStyle(column)}
      aria-sort={sort.field === column.name ? direction : undefined}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (title || !event.dataTransfer.types.includes(columnDragType)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false);
        const name = event.dataTransfer.getData(columnDragType);
        if (name === '' || name === column.name) return;
        event.preventDefault();
        onMove(name, column.name);
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        setOpen(true);
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the menu of the head moves the column by keys */}
      <span
        className="ky-head"
        draggable={!title}
        onDragStart={(event) => {
          event.dataTransfer.setData(columnDragType, column.name);
          event.dataTransfer.effectAllowed = 'move';
        }}
      >
        <SortButton {...props} />
        <ColumnMenu {...props} open={open} setOpen={setOpen} />
      </span>
      {!title && (
        <span
          className="ky-col-edge"
          onPointerDown={(event) => dragEdge(event, column.name, onResize)}
          aria-hidden="true"
        />
      )}
    </th>
  );
};

/** Renders the name of the column; as a button if the column can be sorted. */
const SortButton = ({ column, sort, onSort }: HeadCellProps) => {
  const label = useLabel();
  const { name, spec, sortable } = column;
  const isSorted = sort.field === name;
  const Arrow = sort.descending ? CaretDownFilled : CaretUpFilled;
  const text = label(spec.label);
  const content = <span title={text}>{columnHeading(text)}</span>;
  if (!sortable) return content;
  return (
    <button
      type="button"
      className="ky-sort"
      data-sorted={isSorted || undefined}
      onClick={() => onSort({ field: name, descending: isSorted ? !sort.descending : true })}
    >
      {content}
      {isSorted && <Arrow />}
    </button>
  );
};

/** Resizes along the pointer without rendering; reports the width on release. */
const dragEdge = (
  event: PointerEvent<HTMLSpanElement>,
  name: string,
  onResize: HeadCellProps['onResize'],
): void => {
  event.preventDefault();
  const edge = event.currentTarget;
  const head = edge.closest('th');
  const col = edge.closest('table')?.querySelector<HTMLElement>(`col[data-column="${name}"]`);
  if (!head || !col) return;
  const from = event.clientX;
  const before = head.offsetWidth;
  const widthAt = (x: number) => Math.max(minColumnWidth, Math.round(before + x - from));
  edge.setPointerCapture(event.pointerId);
  edge.onpointermove = (moved) => {
    col.style.width = `${widthAt(moved.clientX)}px`;
  };
  edge.onpointerup = (released) => {
    edge.onpointermove = null;
    edge.onpointerup = null;
    onResize(name, widthAt(released.clientX));
  };
};

interface ColumnMenuProps extends HeadCellProps {
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
}

/** Renders the menu button of a column, and the menu while it is open. */
const ColumnMenu = (props: ColumnMenuProps) => {
  const { column, open, setOpen, onColumn } = props;
  const label = useLabel();
  const button = useRef<HTMLButtonElement>(null);
  const { items, run } = useMenuItems(props);
  useEffect(() => {
    if (!open) return;
    return () => {
      if (!isFocusLost()) return;
      // A hidden column has no head to focus.
      if (button.current) button.current.focus();
      else returnToPage();
    };
  }, [open]);
  const text = label(column.spec.label);
  const face = (
    <button
      ref={button}
      type="button"
      className="ky-col-menu"
      aria-haspopup="menu"
      aria-expanded={open}
      aria-label={label([`${text} 列操作`, `Column ${text}`])}
      onClick={() => setOpen(true)}
    >
      <MoreOutlined />
    </button>
  );
  if (!open) return face;
  return (
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      placement="bottomRight"
      onOpenChange={setOpen}
      menu={{
        items,
        onClick: ({ key }) => {
          setOpen(false);
          const action = run[key];
          if (action) action();
          else onColumn(key as ColumnAction, column.name);
        },
      }}
    >
      {face}
    </Dropdown>
  );
};

/** Returns the entries of the menu, and the actions that the head runs itself. */
const useMenuItems = (props: HeadCellProps) => {
  const { column, title, filterable, width, left, right, onSort, onResize, onMove } = props;
  const label = useLabel();
  const { name, sortable } = column;
  const items = [
    sortable && { key: 'ascending', label: label(['升序', 'Sort ascending']) },
    sortable && { key: 'descending', label: label(['降序', 'Sort descending']) },
    filterable && { key: 'filter', label: label(['筛选…', 'Filter…']) },
    column.pin === undefined
      ? { key: 'pin', label: label(['固定在左侧', 'Pin']) }
      : { key: 'unpin', label: label(['取消固定', 'Unpin']) },
    !title && { key: 'wider', label: label(['加宽', 'Wider']) },
    !title && { key: 'narrower', label: label(['收窄', 'Narrower']) },
    left !== undefined && { key: 'left', label: label(['左移', 'Move left']) },
    right !== undefined && { key: 'right', label: label(['右移', 'Move right']) },
    !title && { key: 'hide', label: label(['隐藏此列', 'Hide']) },
  ].filter((item) => item !== false);
  const run: Readonly<Record<string, () => void>> = {
    ascending: () => onSort({ field: name, descending: false }),
    descending: () => onSort({ field: name, descending: true }),
    wider: () => onResize(name, width + widthStep),
    left: () => left !== undefined && onMove(name, left),
    right: () => right !== undefined && onMove(name, right),
    narrower: () => onResize(name, Math.max(minColumnWidth, width - widthStep)),
  };
  return { items, run };
};
