import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  HolderOutlined,
  SearchOutlined,
} from '@ant-design/icons';
import { Button, Checkbox, Input } from 'antd';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useMatches } from '../data/initials.ts';
import { useLabel } from '../i18n/language.ts';
import { type Column, withColumnMoved } from './columns.ts';
import './columns.css';

interface ColumnOrderProps {
  /** Columns that may be chosen. */
  readonly columns: readonly Column[];
  /** Names of the chosen columns, in order. */
  readonly chosen: readonly string[];
  /** Name of the column that is always chosen and first. */
  readonly first: string;
  readonly onChoose: (names: readonly string[]) => void;
  /** Renders further buttons of a chosen column. */
  readonly tools?: (column: Column) => ReactNode;
}

/** Number of columns above which the dialog has a search box. */
const minColumnsWithSearch = 16;

/**
 * Renders the choice and order of columns: the chosen ones, then the others. The order changes by
 * dragging, by buttons, or by Alt and an arrow key.
 */
export const ColumnOrder = (props: ColumnOrderProps) => {
  const { columns, chosen } = props;
  const label = useLabel();
  const [dragged, setDragged] = useState<string>();
  const [typed, setTyped] = useState('');
  const matches = useMatches(typed !== '');
  const shown = chosen.flatMap((name) => columns.find((column) => column.name === name) ?? []);
  const others = columns.filter(({ name }) => !chosen.includes(name));
  const found = [...shown, ...others].filter(({ spec }) => matches(typed, label(spec.label)));
  const search = label(['查找列', 'Find a column']);
  return (
    <>
      {columns.length >= minColumnsWithSearch && (
        <Input
          className="ky-columns-search"
          allowClear
          prefix={<SearchOutlined />}
          placeholder={search}
          aria-label={search}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <ul className="ky-columns">
        {found.map((column) => (
          <ColumnItem
            key={column.name}
            {...props}
            column={column}
            dragged={dragged}
            onDrag={setDragged}
          />
        ))}
      </ul>
      {found.length === 0 && (
        <p className="ky-note">{label(['没有这样的列', 'No matching column'])}</p>
      )}
    </>
  );
};

interface ColumnItemProps extends ColumnOrderProps {
  readonly column: Column;
  /** Name of the column being dragged. */
  readonly dragged: string | undefined;
  readonly onDrag: (name: string | undefined) => void;
}

const ColumnItem = (props: ColumnItemProps) => {
  const { column, chosen, first, onChoose, tools, dragged, onDrag } = props;
  const { name, spec } = column;
  const label = useLabel();
  const index = chosen.indexOf(name);
  const isChosen = index >= 0;
  const isMovable = isChosen && name !== first;
  const text = label(spec.label);
  const move = (to: number) => onChoose(withColumnMoved(chosen, name, to));
  const dragOver = (event: DragEvent) => {
    if (dragged === undefined || !isChosen) return;
    event.preventDefault();
    if (dragged !== name) onChoose(withColumnMoved(chosen, dragged, index));
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
        checked={isChosen}
        disabled={name === first}
        onChange={({ target }) =>
          onChoose(target.checked ? [...chosen, name] : chosen.filter((each) => each !== name))
        }
      >
        {text}
      </Checkbox>
      {isChosen && (
        <span className="ky-columns-tools">
          {isMovable && (
            <MoveButtons text={text} index={index} last={chosen.length - 1} onMove={move} />
          )}
          {tools?.(column)}
        </span>
      )}
    </li>
  );
};

interface MoveButtonsProps {
  readonly text: string;
  readonly index: number;
  readonly last: number;
  readonly onMove: (to: number) => void;
}

const MoveButtons = ({ text, index, last, onMove }: MoveButtonsProps) => {
  const label = useLabel();
  const shared = { type: 'text', size: 'small' } as const;
  return (
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
  );
};
