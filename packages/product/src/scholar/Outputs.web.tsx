import { StatusTag } from '@keyan/console/components/StatusTag.tsx';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { fill } from '@keyan/kernel/label.ts';
import { Checkbox } from 'antd';
import type { Output, Scholar } from './scholar.ts';

/** Which works are ticked. */
interface Ticks {
  readonly ids: ReadonlySet<string>;
  readonly onTick: (id: string) => void;
}

interface OutputsProps {
  readonly outputs: readonly Output[];
  readonly kinds: Scholar['kinds'];
  /** In the order given; otherwise by year, the newest first. */
  readonly ordered?: boolean;
  /** Left out, nothing can be ticked. */
  readonly ticks?: Ticks;
}

interface RowProps {
  readonly output: Output;
  readonly kind: string;
  readonly ticks: Ticks | undefined;
}

const Row = ({ output, kind, ticks }: RowProps) => {
  const label = useLabel();
  const { id, title, authors, source, date, place, of, approved } = output;
  return (
    <li data-ticks={ticks && true}>
      {ticks && (
        <Checkbox
          className="ky-scholar-tick"
          aria-label={label([`选择 ${title}`, `Choose: ${title}`])}
          checked={ticks.ids.has(id)}
          onChange={() => ticks.onTick(id)}
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
};

/** Outputs as a list; by years under headings. */
export const Outputs = ({ outputs, kinds, ordered = false, ticks }: OutputsProps) => {
  const label = useLabel();
  const names = new Map(kinds.map((kind) => [kind.key, kind.label]));
  const rows = (some: readonly Output[]) =>
    some.map((output) => (
      <Row
        key={`${output.kind} ${output.id}`}
        output={output}
        kind={names.get(output.kind) ?? ''}
        ticks={ticks}
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
