import type { ReactNode } from 'react';
import { countText } from '../i18n/format.ts';
import './count-tabs.css';

interface CountTabsProps<Key extends string> {
  readonly label: string;
  readonly items: readonly {
    readonly key: Key;
    readonly text: string;
    /** Number, or a component that renders it; undefined until loaded. */
    readonly count: ReactNode;
  }[];
  readonly active: Key;
  readonly onChoose: (key: Key) => void;
  /** Content at the right end. */
  readonly children?: ReactNode;
}

/** Renders the parts of a list as tabs with their counts. */
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
            <span className="ky-strip-count">
              {typeof count === 'number' ? countText(count) : count}
            </span>
          </button>
        ))}
      </fieldset>
      {children}
    </div>
  );
};
