import { Glyph } from '../components/Glyph.tsx';
import { useLabel } from '../i18n/language.ts';
import { daysText, durationText, millisecondsSince } from '../i18n/time.ts';
import './todo.css';

/** Renders how long a task has been pending; a warning from 3 days, an error from 7. */
export const WaitingTime = ({ since, now }: { since: string; now: number }) => {
  const label = useLabel();
  const stay = millisecondsSince(since, now);
  const days = daysText(stay);
  const tone = days >= 7 ? 'error' : days >= 3 ? 'warning' : undefined;
  return (
    <span className="ky-stay" data-tone={tone} title={since}>
      {tone && <Glyph name="warning" size={12} />}
      {label(durationText(stay))}
    </span>
  );
};

interface DueProps {
  /** Deadline, `YYYY-MM-DD HH:mm:ss`; empty for none. */
  readonly at: string;
  /** Current time, milliseconds since the epoch. */
  readonly now: number;
}

/** Renders the deadline of a task; a warning once it has passed. */
export const TaskDeadline = ({ at, now }: DueProps) => {
  const label = useLabel();
  if (at === '') return null;
  const passed = new Date(`${at.replace(' ', 'T')}+08:00`).getTime() <= now;
  const day = at.slice(5, 10);
  return (
    <span className="ky-stay" data-tone={passed ? 'error' : undefined} title={at}>
      {passed && <Glyph name="warning" size={12} />}
      {passed ? label(['已逾期', 'Overdue']) : label([`限 ${day}`, `Due ${day}`])}
    </span>
  );
};
