import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import type { Label } from '@keyan/kernel/label.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useLabel, useLanguage } from '../../i18n/language.ts';
import { daysOfMonth, monthAfter } from './months.ts';
import './displays.css';

/** An entry on a day. */
export interface DayEntry {
  readonly key: string;
  readonly day: string;
  readonly content: ReactNode;
}

interface MonthProps {
  /** Month, `yyyy-MM`. */
  readonly month: string;
  readonly today: string;
  readonly entries: readonly DayEntry[];
  readonly onMonth: (month: string) => void;
  /** Text beside the name of the month. */
  readonly note?: ReactNode;
}

const weekdays: readonly Label[] = [
  ['一', 'Mon'],
  ['二', 'Tue'],
  ['三', 'Wed'],
  ['四', 'Thu'],
  ['五', 'Fri'],
  ['六', 'Sat'],
  ['日', 'Sun'],
];

/**
 * Renders a month with the entries of its days; on a phone only days with entries, one below the
 * other.
 */
export const Month = ({ month, today, entries, onMonth, note }: MonthProps) => {
  const label = useLabel();
  const language = useLanguage();
  const byDay = Map.groupBy(entries, ({ day }) => day);
  const name = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`));
  return (
    <div className="ky-month">
      <div className="ky-month-bar">
        <Button
          type="text"
          icon={<LeftOutlined />}
          aria-label={label(['上月', 'Previous month'])}
          onClick={() => onMonth(monthAfter(month, -1))}
        />
        <h2 aria-live="polite">{name}</h2>
        <Button
          type="text"
          icon={<RightOutlined />}
          aria-label={label(['下月', 'Next month'])}
          onClick={() => onMonth(monthAfter(month, 1))}
        />
        <Button disabled={month === today.slice(0, 7)} onClick={() => onMonth(today.slice(0, 7))}>
          {label(['本月', 'This month'])}
        </Button>
        {note}
      </div>
      <div className="ky-month-heads" aria-hidden="true">
        {weekdays.map((day) => (
          <span key={day[1]}>{label(day)}</span>
        ))}
      </div>
      <ol className="ky-month-days">
        {daysOfMonth(month).map((day) => {
          const own = byDay.get(day) ?? [];
          return (
            <li
              key={day}
              data-today={day === today || undefined}
              data-outside={!day.startsWith(month) || undefined}
              data-empty={own.length === 0 || undefined}
            >
              <time dateTime={day}>{Number(day.slice(8))}</time>
              <ul>
                {own.map(({ key, content }) => (
                  <li key={key}>{content}</li>
                ))}
              </ul>
            </li>
          );
        })}
      </ol>
    </div>
  );
};
