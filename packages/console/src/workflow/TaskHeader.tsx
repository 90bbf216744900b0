import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { TaskPageData, WorkRow } from '@keyan/kernel/wire/tasks.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useScreen } from '../base/useScreen.ts';
import { Glyph } from '../components/Glyph.tsx';
import { StepTicks } from '../components/StepTicks.tsx';
import type { WireRow } from '../data/calls.ts';
import { useLabel } from '../i18n/language.ts';
import { millisecondsSince, shortTime, waitingText } from '../i18n/time.ts';
import { stepName } from '../records/steps.ts';
import type { useQueue } from './useQueue.ts';

interface TaskFactsProps {
  readonly resource: Resource;
  readonly row: WireRow;
  readonly task: TaskPageData;
  readonly now: number;
}

/**
 * Renders the line under the title: applicant, number, time of submission, and how long the task
 * has been pending.
 */
export const TaskFacts = ({ resource, row, task, now }: TaskFactsProps) => {
  const label = useLabel();
  const waiting = row.auditStatus === '1' && task.nodeName !== '';
  const number = resource.number ? String(row[resource.number.field] ?? '') : '';
  const submitted = String(row.submitTime ?? '');
  return (
    <>
      <span>{row.createUserName}</span>
      <span>
        {label(resource.label)} {number}
      </span>
      {submitted && (
        <span title={submitted}>
          {label([`${shortTime(submitted, now)} 提交`, `Submitted ${shortTime(submitted, now)}`])}
        </span>
      )}
      {waiting && (
        <b className="ky-waiting">
          <Waiting resource={resource} row={row}>
            {task.nodeName}
            {label(['，', ', '])}
            {label(waitingText(millisecondsSince(row.currentSince, now)))}
          </Waiting>
        </b>
      )}
    </>
  );
};

interface WaitingProps {
  readonly resource: Resource;
  readonly row: WireRow;
  readonly children: ReactNode;
}

/** Renders the current step of the record; if the line of steps does not fit, its bars. */
const Waiting = ({ resource, row, children }: WaitingProps) => {
  const label = useLabel();
  const narrow = useScreen() === 0;
  const steps = row.steps ?? [];
  return narrow && steps.length > 0 ? (
    <StepTicks
      steps={steps.map((step) => ({
        ...step,
        label: label(stepName(resource, step.key, step.label)),
      }))}
    >
      {children}
    </StepTicks>
  ) : (
    <>
      <Glyph name="inApproval" />
      {children}
    </>
  );
};

interface QueueButtonsProps {
  readonly queue: ReturnType<typeof useQueue>;
  /** True renders arrows without text, around the position. */
  readonly narrow: boolean;
  readonly onOpen: (item: WorkRow) => void;
}

/** Renders the position of the task among the user's open tasks, and buttons to its neighbours. */
export const QueueButtons = ({ queue, narrow, onOpen }: QueueButtonsProps) => {
  const label = useLabel();
  if (queue.position === undefined) return null;
  const { before, after } = queue;
  const names = { before: label(['上一条', 'Previous']), after: label(['下一条', 'Next']) };
  const position = (
    <span className="ky-header-context ky-queue">
      {narrow
        ? `${queue.position} / ${queue.total}`
        : label([
            `第 ${queue.position} 条，共 ${queue.total} 条`,
            `${queue.position} of ${queue.total}`,
          ])}
    </span>
  );
  return (
    <>
      {!narrow && position}
      <Button
        icon={<LeftOutlined />}
        type={narrow ? 'text' : 'default'}
        disabled={!before}
        aria-label={names.before}
        onClick={() => before && onOpen(before)}
      >
        {!narrow && names.before}
      </Button>
      {narrow && position}
      <Button
        type={narrow ? 'text' : 'default'}
        disabled={!after}
        aria-label={names.after}
        onClick={() => after && onOpen(after)}
      >
        {!narrow && names.after}
        <RightOutlined />
      </Button>
    </>
  );
};
