import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { Button, Checkbox, Drawer } from 'antd';
import { useLabel } from '../i18n/language.ts';
import type { Column, ColumnChoice } from './columns.ts';

interface ColumnsDrawerProps {
  readonly available: readonly Column[];
  readonly shown: readonly Column[];
  /** The title's column: always first, always there. */
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onChange: (choice: Pick<ColumnChoice, 'shown'>) => void;
  readonly onReset: () => void;
}

/** Which columns stand in the list and in which order; it applies at once. */
export const ColumnsDrawer = (props: ColumnsDrawerProps) => {
  const { available, shown, title, open, onClose, onChange, onReset } = props;
  const label = useLabel();
  const names = shown.map(({ name }) => name);
  const hidden = available.filter(({ name }) => !names.includes(name));
  const toggle = (name: string, on: boolean) =>
    onChange({ shown: on ? [...names, name] : names.filter((each) => each !== name) });
  const move = (name: string, by: 1 | -1) => {
    const index = names.indexOf(name);
    const other = names[index + by];
    if (other === undefined || other === title) return;
    const next = [...names];
    next[index] = other;
    next[index + by] = name;
    onChange({ shown: next });
  };
  return (
    <Drawer
      open={open}
      onClose={onClose}
      size={360}
      title={label(['列设置', 'Columns'])}
      extra={
        <button type="button" className="ky-link" onClick={onReset}>
          {label(['恢复默认', 'Reset'])}
        </button>
      }
    >
      <ul className="ky-columns">
        {[...shown, ...hidden].map(({ name, spec }) => {
          const on = names.includes(name);
          const text = label(spec.label);
          return (
            <li
              key={name}
              onKeyDown={(event) => {
                if (!event.altKey) return;
                if (event.key === 'ArrowUp') move(name, -1);
                else if (event.key === 'ArrowDown') move(name, 1);
                else return;
                event.preventDefault();
              }}
            >
              <Checkbox
                checked={on}
                disabled={name === title}
                onChange={(event) => toggle(name, event.target.checked)}
              >
                {text}
              </Checkbox>
              {on && name !== title && (
                <span>
                  <Button
                    type="text"
                    size="small"
                    icon={<ArrowUpOutlined />}
                    aria-label={label([`上移 ${text}`, `Move ${text} up`])}
                    onClick={() => move(name, -1)}
                  />
                  <Button
                    type="text"
                    size="small"
                    icon={<ArrowDownOutlined />}
                    aria-label={label([`下移 ${text}`, `Move ${text} down`])}
                    onClick={() => move(name, 1)}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </Drawer>
  );
};
