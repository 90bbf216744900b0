import { englishQuantity, fill } from '@keyan/kernel/label.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { ErrorPanel, SkeletonRows } from '../../components/state.tsx';
import type { WireRow } from '../../data/calls.ts';
import { titleOf } from '../../data/title.ts';
import { useLabel } from '../../i18n/language.ts';
import { TabLink } from '../../navigation/TabLink.tsx';
import { viewAddresses } from '../../presentation/resources.tsx';
import type { DisplayProps } from './displayProps.ts';
import { barOf, placeOf, windowOf, yearsOf } from './span.ts';
import { useCodeText } from './useCodeText.ts';
import { useDisplayed } from './useDisplayed.ts';

interface LineProps extends DisplayProps {
  readonly row: WireRow;
  readonly window: readonly [string, string];
  readonly today: string;
}

const dayOf = (row: WireRow, name: string | undefined): string =>
  String((name && row[name]) ?? '').slice(0, 10);

/**
 * Renders a record as a bar from its first to its last day, marked if it is late or was extended.
 */
const TimelineBar = ({ list: { resource, view }, row, window, today }: LineProps) => {
  const label = useLabel();
  const { from, to, extensions, late: lateAt } = resource.list.displays?.timeline ?? {};
  const state = useCodeText(resource, resource.states?.field, row);
  const [first, last] = [dayOf(row, from), dayOf(row, to)];
  const isLate = lateAt?.codes.includes(String(row[lateAt.field] ?? '')) ?? false;
  const times = extensions ? Number(row[extensions] ?? 0) : 0;
  const bar = first && last ? barOf(first, last, window) : null;
  const late = isLate && last && last < today ? barOf(last, today, window) : null;
  const marks = [
    state,
    times > 0 && label([`延期 ${times} 次`, englishQuantity(times, 'extension')]),
  ].filter(Boolean);
  const span = label(fill(['{first} 至 {last}', '{first} to {last}'], { first, last }));
  return (
    <li>
      <TabLink to={viewAddresses(view).detail(row.id)} title={titleOf(resource, row)}>
        <span className="ky-spans-name">{titleOf(resource, row) || '–'}</span>
        <small>{marks.join(' · ')}</small>
      </TabLink>
      <div className="ky-spans-track" title={span}>
        {bar ? (
          <span
            className="ky-spans-bar"
            role="img"
            aria-label={[span, ...marks].join('，')}
            data-extended={times > 0 || undefined}
            data-over={last < today || undefined}
            style={{ insetInlineStart: `${bar.start}%`, inlineSize: `${bar.width}%` }}
          />
        ) : (
          <span className="ky-note">{label(['没有起止日期', 'No dates'])}</span>
        )}
        {late && (
          <span
            className="ky-spans-late"
            style={{ insetInlineStart: `${late.start}%`, inlineSize: `${late.width}%` }}
          />
        )}
      </div>
    </li>
  );
};

/** Renders the records of the page along time, under whole years, with a line at today. */
export const TimelineRows = ({ list }: DisplayProps) => {
  const label = useLabel();
  const { resource, fetchedAt, page, size } = list;
  const today = dayText(new Date(fetchedAt || Date.now()));
  const { from, to, extensions, late } = resource.list.displays?.timeline ?? {};
  const fields = [from, to, extensions, late?.field].filter((name) => name !== undefined);
  const part = { current: String(page), size: String(size) };
  const [answer] = useDisplayed(list, [part], fields);
  const rows = answer?.data?.records ?? [];
  if (answer?.error) {
    return <ErrorPanel fault={answer.error} onRetry={() => void answer.refetch()} />;
  }
  if (!answer?.data) return <SkeletonRows height={36} />;
  const days = rows.flatMap((row) => [dayOf(row, from), dayOf(row, to)]).filter(Boolean);
  const window = windowOf(days, today);
  const years = yearsOf(window);
  return (
    <div className="ky-spans">
      <div className="ky-spans-heads" aria-hidden="true">
        <span />
        <div style={{ gridTemplateColumns: `repeat(${years.length}, 1fr)` }}>
          {years.map((year) => (
            <span key={year}>{year}</span>
          ))}
        </div>
      </div>
      <ol style={{ '--ky-years': years.length } as React.CSSProperties}>
        {rows.map((row) => (
          <TimelineBar key={row.id} list={list} row={row} window={window} today={today} />
        ))}
      </ol>
      <div className="ky-spans-today">
        <i>
          <span
            style={{ insetInlineStart: `${placeOf(today, window)}%` }}
            title={label(fill(['今天 {today}', 'Today {today}'], { today }))}
          />
        </i>
      </div>
    </div>
  );
};
