import { CaretDownFilled, CaretUpFilled, MoreOutlined } from '@ant-design/icons';
import type { Sort } from '@keyan/kernel/query.ts';
import { Dropdown } from 'antd';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { isFocusLost, returnToPage } from '../base/pageFocus.ts';
import { useLabel } from '../i18n/language.ts';
import { type Column, headText, pinStyle } from './columns.ts';
import type { ColumnAction } from './useResourceList.ts';
import './head.css';

/** Pixels. */
export const leastWidth = 60;
/** Pixels by which a column grows and shrinks from its menu, for those who do not drag. */
const widthStep = 24;

interface HeadCellProps {
  readonly column: Column;
  readonly title: boolean;
  readonly sort: Sort;
  readonly filterable: boolean;
  /** Pixels as they are now. */
  readonly width: number;
  readonly onSort: (sort: Sort) => void;
  readonly onResize: (name: string, width: number) => void;
  readonly onColumn: (act: ColumnAction, name: string) => void;
}

/**
 * A column's head: sorts by a click, has a menu (also by the right button), and its edge is dragged
 * without drawing anything anew.
 */
export const HeadCell = (props: HeadCellProps) => {
  const { column, title, sort, filterable, width, onSort, onResize, onColumn } = props;
  const label = useLabel();
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    return () => {
      if (!isFocusLost()) return;
      // A column that was hidden took its head along.
      if (menu.current) menu.current.focus();
      else returnToPage();
    };
  }, [open]);
  const { name, spec, align, sortable, pin } = column;
  const sorted = sort.field === name;
  const Arrow = sort.descending ? CaretDownFilled : CaretUpFilled;
  const text = label(spec.label);
  const drag = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault();
    const handle = event.currentTarget;
    const head = handle.closest('th');
    const col = handle.closest('table')?.querySelector<HTMLElement>(`col[data-column="${name}"]`);
    if (!head || !col) return;
    const from = event.clientX;
    const before = head.offsetWidth;
    const widthAt = (x: number) => Math.max(leastWidth, Math.round(before + x - from));
    handle.setPointerCapture(event.pointerId);
    handle.onpointermove = (moved) => {
      col.style.width = `${widthAt(moved.clientX)}px`;
    };
    handle.onpointerup = (released) => {
      handle.onpointermove = null;
      handle.onpointerup = null;
      onResize(name, widthAt(released.clientX));
    };
  };

  const pinned = pin !== undefined;
  const items = [
    sortable && { key: 'ascending', label: label(['升序', 'Sort ascending']) },
    sortable && { key: 'descending', label: label(['降序', 'Sort descending']) },
    filterable && { key: 'filter', label: label(['筛选…', 'Filter…']) },
    {
      key: pinned ? 'unpin' : 'pin',
      label: label(pinned ? ['取消固定', 'Unpin'] : ['固定在左侧', 'Pin']),
    },
    !title && { key: 'wider', label: label(['加宽', 'Wider']) },
    !title && { key: 'narrower', label: label(['收窄', 'Narrower']) },
    !title && { key: 'hide', label: label(['隐藏此列', 'Hide']) },
  ].filter((item) => item !== false);
  const ownActs: Readonly<Record<string, () => void>> = {
    ascending: () => onSort({ field: name, descending: false }),
    descending: () => onSort({ field: name, descending: true }),
    wider: () => onResize(name, width + widthStep),
    narrower: () => onResize(name, Math.max(leastWidth, width - widthStep)),
  };
  const button = (
    <button
      ref={menu}
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
  return (
    <th
      scope="col"
      className={
        [title && 'ky-col-title', pinned && 'ky-pin'].filter(Boolean).join(' ') || undefined
      }
      data-align={align}
      data-edge={column.edge || undefined}
      style={pinStyle(column)}
      aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
      onContextMenu={(event) => {
        event.preventDefault();
        setOpen(true);
      }}
    >
      <span className="ky-head">
        {sortable ? (
          <button
            type="button"
            className="ky-sort"
            data-sorted={sorted || undefined}
            onClick={() => onSort({ field: name, descending: sorted ? !sort.descending : true })}
          >
            <span title={text}>{headText(text)}</span>
            {sorted && <Arrow />}
          </button>
        ) : (
          <span title={text}>{headText(text)}</span>
        )}
        {open ? (
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
                const act = ownActs[key];
                if (act) act();
                else onColumn(key as ColumnAction, name);
              },
            }}
          >
            {button}
          </Dropdown>
        ) : (
          button
        )}
      </span>
      {!title && <span className="ky-col-edge" onPointerDown={drag} aria-hidden="true" />}
    </th>
  );
};
