import { auditStatus } from '@keyan/kernel/status.ts';
import type { ReactNode } from 'react';
import { useLabel } from '../i18n/language.ts';
import './statustabs.css';

interface CountTabsProps<Key extends string> {
  readonly label: string;
  readonly items: readonly {
    readonly key: Key;
    readonly text: string;
    /** A number, or what counts it; undefined while it is being counted. */
    readonly count: ReactNode;
  }[];
  readonly active: Key;
  readonly onChoose: (key: Key) => void;
  /** At the right end of the strip. */
  readonly children?: ReactNode;
}

/** A line of choices with their counts: which part of the list is in sight. */
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

/** 全部, then every status with how many records stand there under the same conditions. */
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
