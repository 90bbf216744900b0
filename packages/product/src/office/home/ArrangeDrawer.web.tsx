import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Button, Checkbox, Drawer } from 'antd';
import { type Arrangement, moveWidget, type Widget, type WidgetCode } from './widgets.ts';
import './arrange.css';

interface ArrangeDrawerProps {
  /** All widgets of the reader, in order. */
  readonly list: readonly Widget[];
  readonly hidden: readonly WidgetCode[];
  /** Callback for a new arrangement; undefined resets to the default. */
  readonly onChange: (next: Arrangement | undefined) => void;
  readonly onClose: () => void;
}

const columns: readonly (readonly [Widget['place'], Label])[] = [
  ['wide', ['左栏', 'Left column']],
  ['side', ['右栏', 'Right column']],
];

/** Drawer for choosing and ordering home page widgets; changes apply at once and are stored. */
const ArrangeDrawer = ({ list, hidden, onChange, onClose }: ArrangeDrawerProps) => {
  const label = useLabel();
  useFocusReturn();
  const order = list.map(({ code }) => code);
  const show = (code: WidgetCode, on: boolean) =>
    onChange({ order, hidden: on ? hidden.filter((each) => each !== code) : [...hidden, code] });
  const move = (code: WidgetCode, step: -1 | 1) =>
    onChange({ order: moveWidget(list, code, step), hidden });
  return (
    <Drawer
      open
      size={360}
      title={label(['自定义首页', 'Customise home'])}
      onClose={onClose}
      extra={
        <button type="button" className="ky-link" onClick={() => onChange(undefined)}>
          {label(['恢复默认', 'Reset'])}
        </button>
      }
    >
      {columns.map(([place, title]) => {
        const own = list.filter((widget) => widget.place === place);
        return (
          own.length > 0 && (
            <section key={place} className="ky-arrange" aria-label={label(title)}>
              <h3>{label(title)}</h3>
              <ul>
                {own.map((widget, index) => {
                  const name = label(widget.label);
                  return (
                    <li key={widget.code}>
                      <Checkbox
                        checked={!hidden.includes(widget.code)}
                        onChange={({ target }) => show(widget.code, target.checked)}
                      >
                        {name}
                      </Checkbox>
                      <Button
                        type="text"
                        icon={<ArrowUpOutlined />}
                        disabled={index === 0}
                        aria-label={label([`上移 ${name}`, `Move ${name} up`])}
                        onClick={() => move(widget.code, -1)}
                      />
                      <Button
                        type="text"
                        icon={<ArrowDownOutlined />}
                        disabled={index === own.length - 1}
                        aria-label={label([`下移 ${name}`, `Move ${name} down`])}
                        onClick={() => move(widget.code, 1)}
                      />
                    </li>
                  );
                })}
              </ul>
            </section>
          )
        );
      })}
    </Drawer>
  );
};

export default ArrangeDrawer;
