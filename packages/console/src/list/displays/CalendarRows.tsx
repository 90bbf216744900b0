import { fill } from '@keyan/kernel/label.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { useState } from 'react';
import { ErrorPanel } from '../../components/state.tsx';
import { titleOf } from '../../data/title.ts';
import { useLabel } from '../../i18n/language.ts';
import { TabLink } from '../../navigation/TabLink.tsx';
import { viewAddresses } from '../../presentation/resources.tsx';
import type { DisplayProps } from './displayProps.ts';
import { Month } from './MonthGrid.tsx';
import { monthAfter } from './months.ts';
import { useDisplayed } from './useDisplayed.ts';

/** Renders the records of a list on the days that its definition names, month by month. */
export const CalendarRows = ({ list }: DisplayProps) => {
  const label = useLabel();
  const { resource, view, fetchedAt } = list;
  const today = dayText(new Date(fetchedAt || Date.now()));
  const [month, setMonth] = useState(today.slice(0, 7));
  const fields = resource.list.displays?.calendar ?? [];
  const next = `${monthAfter(month, 1)}-01`;
  const answers = useDisplayed(
    list,
    fields.map((field) => ({ [`${field}_datege`]: `${month}-01`, [`${field}_datelt`]: next })),
    fields,
  );
  const failed = answers.find(({ error }) => error);
  if (failed) return <ErrorPanel fault={failed.error} onRetry={() => void failed.refetch()} />;
  const entries = fields.flatMap((field, index) =>
    (answers[index]?.data?.records ?? []).map((row) => {
      const name = titleOf(resource, row) || '–';
      const about = label(resource.fields[field]?.spec.label ?? field);
      return {
        key: `${field}/${row.id}`,
        day: String(row[field] ?? '').slice(0, 10),
        content: (
          <TabLink to={viewAddresses(view).detail(row.id)} title={name} className="ky-month-entry">
            {fields.length > 1 && <small>{about}</small>}
            {name}
          </TabLink>
        ),
      };
    }),
  );
  const total = answers.reduce((sum, { data }) => sum + (data?.total ?? 0), 0);
  return (
    <Month
      month={month}
      today={today}
      entries={entries}
      onMonth={setMonth}
      note={
        <span className="ky-note">
          {label(
            total > entries.length
              ? fill(
                  [
                    '本月 {total} 条，只显示前 {shown} 条，请缩小筛选',
                    '{total} this month, the first {shown} shown: narrow the filters',
                  ],
                  { total, shown: entries.length },
                )
              : fill(['本月 {total} 条', '{total} this month'], { total }),
          )}
        </span>
      }
    />
  );
};
