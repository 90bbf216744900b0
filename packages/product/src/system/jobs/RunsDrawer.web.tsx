import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useScreen } from '@keyan/console/base/useScreen.ts';
import type { Page } from '@keyan/console/client/client.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { Empty, ErrorPanel } from '@keyan/console/components/state.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { ChoiceFilter } from '@keyan/console/list/ChoiceFilter.tsx';
import type { Label } from '@keyan/kernel/label.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Drawer, Pagination } from 'antd';
import { useState } from 'react';
import { type JobRow, type RunRow, runStates } from './jobs.ts';
import { jobsKey } from './jobs-calls.web.ts';
import { RunStateTag } from './RunStateTag.web.tsx';
import { useJobActions } from './useJobActions.web.ts';

const atOnce = 20;

/** Returns the non-empty facts of a run, with labels. */
const factsOf = (run: RunRow): readonly (readonly [Label, string])[] => {
  const facts: readonly (readonly [Label, string])[] = [
    [['计划时间', 'Planned time'], run.plannedAt],
    [['下次尝试', 'Next attempt'], run.dueAt],
    [['开始', 'Started'], run.startedAt],
    [['结束', 'Ended'], run.endedAt],
    [['处理', 'Processed'], run.endedAt && String(run.done)],
    [['剩余', 'Left'], run.left > 0 ? String(run.left) : ''],
    [['尝试次数', 'Attempts'], run.tries > 1 ? String(run.tries) : ''],
    [['发起人', 'Started by'], run.askedBy],
    [['进程', 'Process'], run.process],
  ];
  return facts.filter(([, value]) => value !== '');
};

interface RunProps {
  readonly run: RunRow;
  readonly mayManage: boolean;
}

const Run = ({ run, mayManage }: RunProps) => {
  const label = useLabel();
  const { stop, retry } = useJobActions();
  const isOpen = run.endedAt === '';
  const mayRetry = run.state === 'failed' || run.state === 'stopped' || run.state === 'retry';
  return (
    <li className="ky-run">
      <span className="ky-run-head">
        <RunStateTag state={run.state} />
        {mayManage && isOpen && (
          <Button size="small" onClick={() => stop(run.id)}>
            {label(['停止', 'Stop'])}
          </Button>
        )}
        {mayManage && mayRetry && (
          <Button size="small" onClick={() => retry(run.id)}>
            {label(['重试', 'Retry'])}
          </Button>
        )}
      </span>
      <dl className="ky-run-facts">
        {factsOf(run).map(([name, value]) => (
          <div key={name[1]}>
            <dt>{label(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {run.error !== '' && <pre className="ky-run-error">{run.error}</pre>}
    </li>
  );
};

interface DrawerProps {
  readonly job: JobRow;
  readonly mayManage: boolean;
  readonly onRun: (job: string) => void;
  readonly onClose: () => void;
}

/** Renders the runs of a job, newest first. */
export const RunsDrawer = ({ job, mayManage, onRun, onClose }: DrawerProps) => {
  const label = useLabel();
  const client = useClient();
  useFocusReturn();
  const narrow = useScreen() === 0;
  const [state, setState] = useState('');
  const [page, setPage] = useState(1);
  const query = { job: job.job, state, current: page, size: atOnce };
  const { data, error, refetch } = useQuery({
    queryKey: [...jobsKey, 'runs', query],
    queryFn: () => client.get<Page<RunRow>>('/keyan/job/runs', query, { quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });
  return (
    <Drawer open size={narrow ? '100%' : 640} title={job.name} onClose={onClose}>
      <div className="ky-run-filter">
        <ChoiceFilter
          value={state}
          label={label(['状态', 'Status'])}
          options={Object.entries(runStates).map(([value, text]) => ({
            value,
            label: label(text),
          }))}
          onChange={(next) => {
            setState(next);
            setPage(1);
          }}
        />
        {mayManage && job.schedule !== '' && (
          <Button onClick={() => onRun(job.job)}>{label(['立即运行', 'Run now'])}</Button>
        )}
      </div>
      {error && <ErrorPanel fault={error} onRetry={() => void refetch()} />}
      {data?.records.length === 0 && <Empty>{label(['没有运行记录', 'No job runs'])}</Empty>}
      <ol className="ky-runs" aria-busy={!data}>
        {data?.records.map((run) => (
          <Run key={run.id} run={run} mayManage={mayManage} />
        ))}
      </ol>
      {data && data.total > atOnce && (
        <Pagination
          size="small"
          current={page}
          pageSize={atOnce}
          total={data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </Drawer>
  );
};
