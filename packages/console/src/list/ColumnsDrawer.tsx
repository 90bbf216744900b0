import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  HolderOutlined,
  PushpinOutlined,
} from '@ant-design/icons';
import type { ColumnChoice } from '@keyan/kernel/saved-view.ts';
import { Button, Checkbox, Drawer, Segmented } from 'antd';
import { type DragEvent, useState } from 'react';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { useLabel } from '../i18n/language.ts';
import type { Density } from '../theme/density.ts';
import { type Column, moved } from './columns.ts';
import './columns.css';

interface ColumnsDrawerProps {
  readonly available: readonly Column[];
  readonly shown: readonly Column[];
  readonly pinned: readonly string[];
  /** The title's column: always first, always there. */
  readonly title: string;
  readonly density: Density;
  readonly onDensity: (density: Density) => void;
  readonly onClose: () => void;
  readonly onChange: (choice: ColumnChoice) => void;
  readonly onReset: () => void;
}

/**
 * Which columns stand in the list, in which order, and which stay in sight; it applies at once. Order
 * by dragging, by the arrows, or with Alt and an arrow key.
 */
const ColumnsDrawer = (props: ColumnsDrawerProps) => {
  const { available, shown, pinned, title, density } = props;
  const { onDensity, onClose, onChange, onReset } = props;
  const label = useLabel();
  useFocusReturn();
  const [dragged, setDragged] = useState<string>();
  const names = shown.map(({ name }) => name);
  const hidden = available.filter(({ name }) => !names.includes(name));
  /** Whoever orders the columns says of each whether it is shown. */
  const show = (shown: readonly string[]) => onChange({ shown, hidden: [] });
  const toggle = (name: string, on: boolean) =>
    show(on ? [...names, name] : names.filter((each) => each !== name));
  const move = (name: string, to: number) => {
    if (name !== title) show(moved(names, name, to));
  };
  const hold = (name: string) =>
    onChange({
      pinned: pinned.includes(name) ? pinned.filter((each) => each !== name) : [...pinned, name],
    });
  const over = (event: DragEvent, name: string) => {
    if (dragged === undefined) return;
    event.preventDefault();
    if (dragged !== name) move(dragged, names.indexOf(name));
  };
  return (
    <Drawer
      open
      onClose={onClose}
      size={360}
      title={label(['列设置', 'Columns'])}
      extra={
        <button type="button" className="ky-link" onClick={onReset}>
          {label(['恢复默认', 'Reset'])}
        </button>
      }
    >
      <div className="ky-columns-density">
        <span>{label(['行高', 'Row height'])}</span>
        <Segmented<Density>
          value={density}
          onChange={onDensity}
          options={[
            { value: 'compact', label: label(['紧凑', 'Compact']) },
            { value: 'standard', label: label(['标准', 'Standard']) },
          ]}
        />
      </div>
      <ul className="ky-columns">
        {[...shown, ...hidden].map(({ name, spec }) => {
          const index = names.indexOf(name);
          const on = index >= 0;
          const text = label(spec.label);
          const movable = on && name !== title;
          return (
            <li
              key={name}
              draggable={movable}
              data-dragged={dragged === name || undefined}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                setDragged(name);
              }}
              onDragOver={(event) => on && over(event, name)}
              onDrop={(event) => event.preventDefault()}
              onDragEnd={() => setDragged(undefined)}
              onKeyDown={(event) => {
                if (!event.altKey || !movable) return;
                if (event.key === 'ArrowUp') move(name, index - 1);
                else if (event.key === 'ArrowDown') move(name, index + 1);
                else return;
                event.preventDefault();
              }}
            >
              <span className="ky-columns-grip" aria-hidden="true">
                {movable && <HolderOutlined />}
              </span>
              <Checkbox
                checked={on}
                disabled={name === title}
                onChange={(event) => toggle(name, event.target.checked)}
              >
                {text}
              </Checkbox>
              <span className="ky-columns-tools">
                {movable && (
                  <>
                    <Button
                      type="text"
                      size="small"
                      disabled={index <= 1}
                      icon={<ArrowUpOutlined />}
                      aria-label={label([`上移 ${text}`, `Move ${text} up`])}
                      onClick={() => move(name, index - 1)}
                    />
                    <Button
                      type="text"
                      size="small"
                      disabled={index === names.length - 1}
                      icon={<ArrowDownOutlined />}
                      aria-label={label([`下移 ${text}`, `Move ${text} down`])}
                      onClick={() => move(name, index + 1)}
                    />
                  </>
                )}
                {on && (
                  <Button
                    type="text"
                    size="small"
                    icon={<PushpinOutlined />}
                    aria-pressed={pinned.includes(name)}
                    aria-label={label([`固定 ${text}`, `Pin ${text}`])}
                    onClick={() => hold(name)}
                  />
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </Drawer>
  );
};

export default ColumnsDrawer;
