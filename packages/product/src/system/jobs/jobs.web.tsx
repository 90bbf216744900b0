import { isPermissionFault } from '@keyan/console/client/fault.ts';
import { Empty } from '@keyan/console/components/state.tsx';
import { type Text, useLabel } from '@keyan/console/i18n/language.ts';
import { shortTime } from '@keyan/console/i18n/time.ts';
import { ListText } from '@keyan/console/list/filters.tsx';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { PermissionDenied } from '@keyan/console/pages/ErrorPages.tsx';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataList } from '@keyan/console/table/DataList.tsx';
import { ListPage } from '@keyan/console/table/ListPage.tsx';
import { useListController } from '@keyan/console/table/useListController.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { type JobRow, jobsCode, manageJobsCode } from './jobs.ts';
import { jobsKey } from './jobs-calls.web.ts';
import { RunStateTag } from './RunStateTag.web.tsx';
import { RunsDrawer } from './RunsDrawer.web.tsx';
import { useJobActions } from './useJobActions.web.ts';
import './jobs.web.css';

const conditions = { q: '' };

const keyOf = ({ job }: JobRow): string => job;

const scheduleLabel = (schedule: string): Label => {
  const [period, time = ''] = schedule.split(' ');
  if (period === 'minute') return ['每分钟', 'Every minute'];
  if (period === 'hour') return [`每小时第 ${time} 分`, `Every hour at :${time.padStart(2, '0')}`];
  if (period === 'day') return [`每天 ${time}`, `Every day at ${time}`];
  return ['有业务时', 'When queued'];
};

/** Returns the result of a run as short text. */
export const runResultText = ({
  done,
  left,
}: {
  readonly done: number;
  readonly left: number;
}): Text =>
  left > 0
    ? fill(['处理 {done}，剩余 {left}', '{done} processed, {left} left'], { done, left })
    : fill(['处理 {done}', '{done} processed'], { done });

const LastRun = ({ row, now }: { readonly row: JobRow; readonly now: number }) => {
  const label = useLabel();
  if (!row.last) return <span className="ky-job-none">{label(['还没有运行', 'Not run yet'])}</span>;
  const { state, startedAt, dueAt } = row.last;
  return (
    <span className="ky-job-last">
      <RunStateTag state={state} />
      {shortTime(startedAt || dueAt, now)}
    </span>
  );
};

const RunNow = ({
  row,
  onRun,
}: {
  readonly row: JobRow;
  readonly onRun: (job: string) => void;
}) => {
  const label = useLabel();
  return (
    <Button
      size="small"
      aria-label={`${label(['立即运行', 'Run now'])} ${row.name}`}
      onClick={() => onRun(row.job)}
    >
      {label(['立即运行', 'Run now'])}
    </Button>
  );
};

const columnsOf = (
  label: (text: Text) => string,
  now: number,
  runNow: (row: JobRow) => ReactNode,
): readonly DataColumn<JobRow>[] => [
  {
    key: 'name',
    head: ['任务', 'Job'],
    isRowHead: true,
    cell: (row) => (
      <button type="button" className="ky-link" data-action="show" title={row.name}>
        {row.name}
      </button>
    ),
  },
  {
    key: 'schedule',
    width: 150,
    head: ['时间', 'Schedule'],
    cell: (row) => label(scheduleLabel(row.schedule)),
  },
  {
    key: 'last',
    width: 210,
    head: ['最近运行', 'Last run'],
    cell: (row) => <LastRun row={row} now={now} />,
  },
  {
    key: 'result',
    width: 150,
    className: 'ky-col-rare',
    head: ['结果', 'Result'],
    cell: ({ last }) => (last?.endedAt ? label(runResultText(last)) : '–'),
  },
  {
    key: 'failed',
    width: 132,
    align: 'right',
    head: ['近 7 天失败', 'Failed in 7 days'],
    cell: (row) => row.failed,
  },
  {
    key: 'next',
    width: 130,
    head: ['下次运行', 'Next run'],
    cell: (row) => (row.nextAt ? shortTime(row.nextAt, now) : '–'),
  },
  {
    key: 'actions',
    width: 104,
    className: 'ky-col-actions',
    head: ['操作', 'Actions'],
    cell: runNow,
  },
];

/** Renders 后台任务: every job with its last run and next time, and its runs in a drawer. */
const JobsPage = () => {
  const label = useLabel();
  const mayManage = usePermissions().has(manageJobsCode);
  const [shown, setShown] = useState<JobRow>();
  const { run } = useJobActions();
  const list = useListController<JobRow, keyof typeof conditions>({
    conditions,
    keyOf,
    queryKey: jobsKey,
    path: '/keyan/job/list',
    query: ({ q }) => ({ name: q }),
  });
  if (isPermissionFault(list.error)) return <PermissionDenied page={jobsCode} />;
  const now = list.fetchedAt;
  const runNow = (row: JobRow) =>
    mayManage && row.schedule !== '' && <RunNow row={row} onRun={run} />;
  return (
    <>
      <ListPage
        title={label(['后台任务', 'Jobs'])}
        context={label([
          '按时间或由业务触发的后台工作，运行记录保留 90 天',
          'Background work, on schedule or triggered; runs are kept for 90 days',
        ])}
        list={list}
        filters={
          <div className="ky-filters">
            <ListText isSearch list={list} name="q" label={['任务名称', 'Name']} />
          </div>
        }
        empty={<Empty>{label(['没有任务', 'No jobs'])}</Empty>}
      >
        <DataList<JobRow>
          frame="region"
          caption={label(['后台任务', 'Jobs'])}
          minWidth={960}
          keyOf={keyOf}
          columns={columnsOf(label, now, runNow)}
          onAction={(_show, row) => setShown(row)}
          card={(row) => (
            <li key={row.job} className="ky-row-card-line">
              <button type="button" className="ky-row-card" onClick={() => setShown(row)}>
                <span className="ky-row-card-title">{row.name}</span>
                <span className="ky-row-card-facts">
                  <span className="ky-row-card-notes">{label(scheduleLabel(row.schedule))}</span>
                  <LastRun row={row} now={now} />
                </span>
              </button>
            </li>
          )}
        />
      </ListPage>
      {shown && (
        <RunsDrawer
          job={shown}
          mayManage={mayManage}
          onRun={run}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
};

export default JobsPage;
