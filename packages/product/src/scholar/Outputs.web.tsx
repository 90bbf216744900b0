import { StatusTag } from '@keyan/console/components/StatusTag.tsx';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { fill } from '@keyan/kernel/label.ts';
import { Checkbox } from 'antd';
import { memo, useCallback, useState } from 'react';
import type { Output, Scholar } from './scholar.ts';

/** Ticked works, with the callback for a tick. */
interface Ticks {
  readonly ids: ReadonlySet<string>;
  /** Callback for a tick; must be stable, since a new function re-renders all rows. */
  readonly onTick: (id: string) => void;
}

/** State of the ticked works. */
export const useTickedWorks = () => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const onTick = useCallback(
    (id: string) =>
      setIds((known) =>
        known.has(id) ? new Set([...known].filter((one) => one !== id)) : new Set(known).add(id),
      ),
    [],
  );
  return { ids, onTick, clear: () => setIds(new Set()) };
};

interface OutputsProps {
  readonly outputs: readonly Output[];
  readonly kinds: Scholar['kinds'];
  /** True to keep the given order; otherwise grouped by year, newest first. */
  readonly ordered?: boolean;
  /** Ticked works; undefined if rows cannot be ticked. */
  readonly ticks?: Ticks;
}

interface RowProps {
  readonly output: Output;
  readonly kind: string;
  readonly ticked: boolean;
  /** Callback for a tick; undefined if the row cannot be ticked. */
  readonly onTick: Ticks['onTick'] | undefined;
}

/** Row of one work; memoised, so that a tick re-renders only its row. */
const Row = memo(({ output, kind, ticked, onTick }: RowProps) => {
  const label = useLabel();
  const { id, title, authors, source, date, place, of, approved } = output;
  return (
    <li data-ticks={onTick && true}>
      {onTick && (
        <Checkbox
          className="ky-scholar-tick"
          aria-label={label([`选择 ${title}`, `Choose: ${title}`])}
          checked={ticked}
          onChange={() => onTick(id)}
        />
      )}
      <p className="ky-scholar-title">
        <RecordLink resource={output.kind} id={id}>
          {title}
        </RecordLink>{' '}
        {!approved && <StatusTag status={statuses.inApproval} />}
      </p>
      <p className="ky-note">{authors}</p>
      <p className="ky-note">
        {[
          kind,
          source,
          date,
          place > 0 && of > 1
            ? label(fill(['第 {place}/{of} 完成人', 'author {place} of {of}'], { place, of }))
            : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </li>
  );
});
Row.displayName = 'Row';

/** List of outputs, optionally grouped by year. */
export const OutputList = ({ outputs, kinds, ordered = false, ticks }: OutputsProps) => {
  const label = useLabel();
  const names = new Map(kinds.map((kind) => [kind.key, kind.label]));
  const rows = (some: readonly Output[]) =>
    some.map((output) => (
      <Row
        key={`${output.kind} ${output.id}`}
        output={output}
        kind={names.get(output.kind) ?? ''}
        ticked={ticks?.ids.has(output.id) ?? false}
        onTick={ticks?.onTick}
      />
    ));
  if (ordered) return <ol className="ky-scholar-list">{rows(outputs)}</ol>;
  return [...Map.groupBy(outputs, ({ year }) => year)].map(([year, some]) => (
    <section key={year} className="ky-scholar-year" aria-label={String(year)}>
      <h3>
        {year === 0 ? label(['年份不详', 'Undated']) : year}{' '}
        <span className="ky-count">{some.length}</span>
      </h3>
      <ul className="ky-scholar-list">{rows(some)}</ul>
    </section>
  ));
};
