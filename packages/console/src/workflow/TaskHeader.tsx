import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { TaskPageData, WorkRow } from '@keyan/kernel/wire/tasks.ts';
import { Button } from 'antd';
import { Glyph } from '../components/Glyph.tsx';
import type { WireRow } from '../data/calls.ts';
import { useLabel } from '../i18n/language.ts';
import { agoOf, shortTime, waitingText } from '../i18n/time.ts';
import type { useQueue } from './useQueue.ts';

interface TaskFactsProps {
  readonly resource: Resource;
  readonly row: WireRow;
  readonly task: TaskPageData;
  readonly now: number;
}

/** Under the title: the applicant, the number, when it was submitted, and how long it waits. */
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
          <Glyph name="inApproval" />
          {task.nodeName}
          {label(['，', ', '])}
          {label(waitingText(agoOf(row.currentSince, now)))}
        </b>
      )}
    </>
  );
};

interface QueueButtonsProps {
  readonly queue: ReturnType<typeof useQueue>;
  readonly onOpen: (item: WorkRow) => void;
}

/** The position of the task among the user's open tasks, and the way to its neighbours. */
export const QueueButtons = ({ queue, onOpen }: QueueButtonsProps) => {
  const label = useLabel();
  if (queue.position === undefined) return null;
  const { before, after } = queue;
  return (
    <>
      <span className="ky-header-context ky-queue">
        {label([
          `第 ${queue.position} 条，共 ${queue.total} 条`,
          `${queue.position} of ${queue.total}`,
        ])}
      </span>
      <Button icon={<LeftOutlined />} disabled={!before} onClick={() => before && onOpen(before)}>
        {label(['上一条', 'Previous'])}
      </Button>
      <Button disabled={!after} onClick={() => after && onOpen(after)}>
        {label(['下一条', 'Next'])}
        <RightOutlined />
      </Button>
    </>
  );
};
