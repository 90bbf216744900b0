import { auditStatus } from '@keyan/kernel/access/status.ts';
import type { ReactNode } from 'react';
import { useLabel } from '../i18n/language.ts';
import './statustabs.css';

interface CountTabsProps<Key extends string> {
  readonly label: string;
  readonly items: readonly {
    readonly key: Key;
    readonly text: string;
    /** A number, or a component that shows it; undefined until it is known. */
    readonly count: ReactNode;
  }[];
  readonly active: Key;
  readonly onChoose: (key: Key) => void;
  /** At the right end. */
  readonly children?: ReactNode;
}

/** The parts of a list as tabs with their counts. */
export const CountTabs = <Key extends string>(props: CountTabsProps<Key>) => {
  const { label, items, active, onChoose, children } = props;
  return (
    <div className="ky-strip">
      <fieldset className="ky-strip-items" aria-label={label}>
        {items.map(({ key, text, count }) => (
          <button
            key={key}
            type="button"
            aria-pressed={key === active}
            onClick={() => onChoose(key)}
          >
            {text}
            <span className="ky-strip-count">{count}</span>
          </button>
        ))}
      </fieldset>
      {children}
    </div>
  );
};

interface StatusTabsProps {
  readonly counts: Readonly<Record<string, number>> | undefined;
  readonly status: string;
  readonly onChoose: (status: string) => void;
}

/** 全部 and every status, with the number of records under the same conditions. */
export const StatusTabs = ({ counts, status, onChoose }: StatusTabsProps) => {
  const label = useLabel();
  const all = counts && Object.values(counts).reduce((sum, each) => sum + each, 0);
  return (
    <CountTabs
      label={label(auditStatus.label)}
      active={status}
      onChoose={onChoose}
      items={[
        { key: '', text: label(['全部', 'All']), count: all },
        ...auditStatus.entries.map(({ code, label: name }) => ({
          key: code as string,
          text: label(name),
          count: counts && (counts[code] ?? 0),
        })),
      ]}
    />
  );
};
