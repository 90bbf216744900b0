import { useClient } from '@keyan/console/client/context.tsx';
import { isPermissionFault } from '@keyan/console/client/fault.ts';
import { Empty } from '@keyan/console/components/state.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { ChoiceFilter } from '@keyan/console/list/ChoiceFilter.tsx';
import { ListText } from '@keyan/console/list/filters.tsx';
import { PermissionDenied } from '@keyan/console/pages/ErrorPages.tsx';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataList } from '@keyan/console/table/DataList.tsx';
import { ListPage } from '@keyan/console/table/ListPage.tsx';
import { useListController } from '@keyan/console/table/useListController.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useState } from 'react';
import { FigureStrip } from '../state/FigureStrip.web.tsx';
import {
  type CostRow,
  type PerformanceState,
  performanceCode,
  type ReplicaStateName,
  type WorkSort,
  workSorts,
} from './performance.ts';
import './performance.web.css';

const conditions = { of: 'calls', name: '' };

const grouped = (value: number): string => value.toLocaleString('en-US');

const milliseconds = (value: number): string => `${grouped(value)} ms`;

/** Figures of the strip. One that worries is above zero or above its limit. */
const facts: readonly {
  readonly label: Label;
  readonly value: (state: PerformanceState) => string;
  readonly worries?: (state: PerformanceState) => boolean;
}[] = [
  { label: ['已回答的请求', 'Requests answered'], value: ({ answers }) => grouped(answers) },
  {
    label: ['出错的请求', 'Requests failed'],
    value: ({ failures }) => grouped(failures),
    worries: ({ failures }) => failures > 0,
  },
  {
    label: ['用时中位数 / 95%', 'Median / 95 %'],
    value: ({ median, p95 }) => `${grouped(median)} / ${milliseconds(p95)}`,
  },
  {
    label: ['数据库连接', 'Connections'],
    value: ({ connections: { used, most } }) => `${used} / ${most}`,
    worries: ({ connections }) => connections.waiting > 0,
  },
  {
    label: ['内存', 'Memory'],
    value: ({ memory }) => `${grouped(Math.round(memory / 1024 / 1024))} MB`,
  },
  {
    label: ['等待的任务和消息', 'Jobs and messages waiting'],
    value: ({ queues }) => grouped(queues.jobs + queues.messages),
    worries: ({ queues }) => queues.oldestSeconds > 300,
  },
];

const replicaStates: Readonly<Record<ReplicaStateName, Label>> = {
  used: ['使用中', 'In use'],
  away: ['无法连接', 'Away'],
  behind: ['落后', 'Behind'],
  conflict: ['与恢复冲突', 'In conflict with recovery'],
  primary: ['不是只读副本', 'No replica'],
  stranger: ['不是本系统的数据库', 'Another database'],
};

/** Lag of a replica behind the primary, in KB of the log. */
const lagOf = (bytes: number): Label => {
  const size = `${grouped(Math.ceil(bytes / 1024))} KB`;
  return [`落后 ${size}`, `${size} behind`];
};

/** Lists, searches and sums by the database that answered; nothing where there is no replica. */
const Reads = ({ reads }: { readonly reads: PerformanceState['reads'] }) => {
  const label = useLabel();
  if (reads.replicas.length === 0) return null;
  const figures = [
    {
      label: ['主库回答的查询', 'Reads of the primary'] as const,
      value: grouped(reads.primary),
    },
    ...reads.replicas.map(({ name, state, lagBytes, reads: answered }) => ({
      label: [`只读副本 ${name}`, `Replica ${name}`] as const,
      value: state === 'used' ? grouped(answered) : label(replicaStates[state]),
      worries: state !== 'used',
      note: lagBytes === null ? undefined : lagOf(lagBytes),
    })),
  ];
  return <FigureStrip figures={figures} isBusy={false} />;
};

const Strip = () => {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['performance', 'state'],
    queryFn: () => client.get<PerformanceState>('/keyan/performance', {}, { quiet: true }),
    refetchInterval: 10_000,
  });
  const figures = facts.map(({ label, value, worries }) => ({
    label,
    value: data ? value(data) : '–',
    worries: data && worries?.(data),
  }));
  return (
    <div className="ky-performance">
      <FigureStrip figures={figures} isBusy={!data} />
      {data && <Reads reads={data.reads} />}
    </div>
  );
};

const number = (
  key: 'count' | 'failures' | 'mean' | 'longest' | 'total',
  head: Label,
  width: number,
): DataColumn<CostRow> => ({
  key,
  width,
  align: 'right',
  head,
  cell: (row) => grouped(row[key]),
});

const columns: readonly DataColumn<CostRow>[] = [
  {
    key: 'name',
    head: ['名称', 'Name'],
    isRowHead: true,
    cell: ({ name }) => (
      <button type="button" className="ky-link" data-action="show" title={name}>
        {name}
      </button>
    ),
  },
  number('count', ['次数', 'Count'], 90),
  number('failures', ['失败', 'Failed'], 80),
  number('mean', ['平均（毫秒）', 'Mean (ms)'], 112),
  number('longest', ['最长（毫秒）', 'Longest (ms)'], 116),
  number('total', ['合计（毫秒）', 'Total (ms)'], 116),
  { key: 'last', width: 190, align: 'right', head: ['最近一次', 'Last'], cell: ({ last }) => last },
];

/** 运行性能: state of the process that answers, and what its time goes into. */
const PerformancePage = () => {
  const label = useLabel();
  const [shown, setShown] = useState<CostRow>();
  const list = useListController<CostRow, keyof typeof conditions>({
    conditions,
    keyOf: ({ name }) => name,
    queryKey: ['performance', 'list'],
    path: '/keyan/performance/list',
    query: ({ of, name }) => ({ of, name }),
  });
  if (isPermissionFault(list.error)) return <PermissionDenied page={performanceCode} />;
  const sort = list.state.of as WorkSort;
  return (
    <>
      <Strip />
      <ListPage
        title={label(['运行性能', 'Performance'])}
        context={label([
          '本服务进程启动以来的用时，合计最长的在前',
          'Times since this server process started, longest total first',
        ])}
        list={list}
        filters={
          <div className="ky-filters">
            <ListText isSearch list={list} name="name" label={['名称', 'Name']} />
            <ChoiceFilter
              value={sort}
              label={label(['种类', 'Type'])}
              options={Object.entries(workSorts).map(([value, text]) => ({
                value,
                label: label(text),
              }))}
              onChange={(of) => list.change({ of: of || conditions.of })}
            />
          </div>
        }
        empty={<Empty>{label(['还没有记录', 'Nothing recorded yet'])}</Empty>}
      >
        <DataList<CostRow>
          frame="region"
          caption={label(workSorts[sort] ?? workSorts.calls)}
          minWidth={960}
          keyOf={({ name }) => name}
          columns={columns}
          onAction={(_show, row) => setShown(row)}
          card={(row) => (
            <li key={row.name}>
              <button type="button" className="ky-row-card" onClick={() => setShown(row)}>
                <span className="ky-row-card-title">{row.name}</span>
                <span className="ky-row-card-facts">
                  <span className="ky-row-card-notes">
                    {label(['平均', 'Mean'])} {milliseconds(row.mean)} · {grouped(row.count)}
                  </span>
                </span>
              </button>
            </li>
          )}
        />
      </ListPage>
      {shown && (
        <Drawer
          open
          size={640}
          title={label(workSorts[sort] ?? workSorts.calls)}
          onClose={() => setShown(undefined)}
        >
          <pre className="ky-performance-name">{shown.name}</pre>
        </Drawer>
      )}
    </>
  );
};

export default PerformancePage;
