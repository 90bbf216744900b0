import { useLabel } from '@keyan/console/i18n/language.ts';
import { useRuntime } from '@keyan/console/navigation/runtime.ts';
import type { EditorProps, ValueProps } from '@keyan/console/presentation/present.ts';
import { Select, Space } from 'antd';
import type { ReactNode } from 'react';
import { menuIcons } from './icon-names.ts';

/** Returns a function that renders an icon with its name; an unknown icon is shown by name only. */
const useNamed = (): ((name: string) => ReactNode) => {
  const { config } = useRuntime();
  return (name) => (
    <Space size={8}>
      {config.icon({ id: name, name, source: name })}
      <span>{name.replace(/Outlined$/, '')}</span>
    </Space>
  );
};

/** Renders the choice of an entry's icon; an unknown icon set by another client remains until another is chosen. */
export const IconEditor = ({ id, value, onChange, onBlur, faulty, describedBy }: EditorProps) => {
  const label = useLabel();
  const named = useNamed();
  const current = typeof value === 'string' && value !== '' ? value : null;
  const known: readonly string[] = menuIcons;
  const names = current !== null && !known.includes(current) ? [current, ...known] : known;
  return (
    <Select
      id={id}
      className="ky-wide"
      allowClear
      showSearch={{ optionFilterProp: 'value' }}
      value={current}
      placeholder={label(['选择图标', 'Choose an icon'])}
      options={names.map((name) => ({ value: name, label: named(name) }))}
      aria-describedby={describedBy}
      onChange={(chosen?: string) => onChange(chosen ?? null)}
      {...(onBlur ? { onBlur } : {})}
      {...(faulty ? { status: 'error' as const } : {})}
    />
  );
};

/** Renders the icon of an entry. */
export const IconValue = ({ value }: ValueProps) => {
  const named = useNamed();
  return typeof value === 'string' && value !== '' ? named(value) : null;
};
