import type { OpenStepRow } from '@keyan/kernel/wire/processes.ts';
import { useLabel } from '../../i18n/language.ts';
import { shortTime } from '../../i18n/time.ts';
import { WaitingTime } from '../WaitingTime.tsx';
import './manage.css';

interface HeldListProps {
  readonly held: readonly OpenStepRow[];
  /** Current time, milliseconds since the epoch. */
  readonly now: number;
}

/** Renders the assignees of a process, with their tasks and times, by open step. */
export const TaskHolderList = ({ held, now }: HeldListProps) => {
  const label = useLabel();
  return (
    <ul className="ky-held">
      {held.map((step) => (
        <li key={step.visitId}>
          <b>{step.nodeName}</b>
          {step.until && (
            <span className="ky-note">
              {label(['等待至 ', 'Waits until '])}
              {shortTime(step.until, now)}
            </span>
          )}
          {step.tasks.map((task) => (
            <span key={task.taskId} className="ky-held-task">
              <span>
                {task.names.join('、') || label(['无人可办理', 'Nobody can act on it'])}
                {task.assigneeName === '' && task.names.length > 0 && (
                  <span className="ky-note"> {label(['待签收', 'unclaimed'])}</span>
                )}
              </span>
              <span className="ky-note">
                {label([`${shortTime(task.since, now)} 起`, `since ${shortTime(task.since, now)}`])}
              </span>
              <WaitingTime since={task.since} now={now} />
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
};

/** Returns the steps of a process and their assignees in short, for a cell. */
export const holdersSummary = (
  held: readonly OpenStepRow[],
): { readonly steps: string; readonly people: string } => {
  const people = [...new Set(held.flatMap((step) => step.tasks.flatMap(({ names }) => names)))];
  const shown = people.slice(0, 3).join('、');
  return {
    steps: held.map(({ nodeName }) => nodeName).join('、'),
    people: people.length > 3 ? `${shown}…` : shown,
  };
};
