import { StatusTag } from '@keyan/console/components/StatusTag.tsx';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { fill } from '@keyan/kernel/label.ts';
import type { Output, Scholar } from './scholar.ts';

interface OutputsProps {
  readonly outputs: readonly Output[];
  readonly kinds: Scholar['kinds'];
  /** In the order given; otherwise by year, the newest first. */
  readonly ordered?: boolean;
}

const Row = ({ output, kind }: { readonly output: Output; readonly kind: string }) => {
  const label = useLabel();
  const { id, title, authors, source, date, place, of, approved } = output;
  return (
    <li>
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
export const Outputs = ({ outputs, kinds, ordered = false }: OutputsProps) => {
  const label = useLabel();
  const names = new Map(kinds.map((kind) => [kind.key, kind.label]));
  const rows = (some: readonly Output[]) =>
    some.map((output) => (
      <Row
        key={`${output.kind} ${output.id}`}
        output={output}
        kind={names.get(output.kind) ?? ''}
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
