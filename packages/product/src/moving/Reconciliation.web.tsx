import { useClient } from '@keyan/console/client/context.tsx';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataTable } from '@keyan/console/table/DataTable.tsx';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Progress, Tabs } from 'antd';
import { useState } from 'react';
import { movingBatchCode, movingService, runMovingCode } from './paths.ts';
import { dimensions, type ReconciledLine, type RowState, reconciledBy } from './reconcile.ts';
import type { ReconciliationAnswer, ShownDifference, ShownObstacle } from './wire.ts';
import './moving.web.css';

/** Milliseconds between two looks at how far a batch is. */
const look = 1000;

const yuan = (amount: string | null | undefined): string =>
  amount === null || amount === undefined ? '–' : groupDigits(amount);

const rowStates: Readonly<Record<RowState, Label>> = {
  new: ['已导入', 'Imported'],
  standing: ['已存在', 'Already here'],
  faulty: ['有误', 'With errors'],
  failed: ['未导入', 'Not imported'],
  gone: ['已不在', 'Gone'],
  waiting: ['待导入', 'Waiting'],
};

type Measures = ReconciliationAnswer['measures'];

/** Both sides of a measure, with a mark where they differ. */
const Sides = ({ file, system }: { readonly file: string; readonly system: string }) =>
  file === system ? (
    file
  ) : (
    <>
      {file} <Glyph name="warning" tone="warning" size={12} /> {system}
    </>
  );

const SumTable = ({
  lines,
  measures,
}: {
  readonly lines: readonly ReconciledLine[];
  readonly measures: Measures;
}) => {
  const label = useLabel();
  const columns: readonly DataColumn<ReconciledLine>[] = [
    {
      key: 'name',
      head: ['名称', 'Name'],
      isRowHead: true,
      cell: ({ name }) => name || label(['合计', 'Total']),
    },
    {
      key: 'count',
      head: ['行数（文件 / 系统）', 'Rows (file / system)'],
      align: 'right',
      cell: ({ file, system }) => <Sides file={String(file.count)} system={String(system.count)} />,
    },
    ...measures.map(
      ({ key, label: head }): DataColumn<ReconciledLine> => ({
        key,
        head,
        align: 'right',
        cell: ({ file, system }) => (
          <Sides file={yuan(file.amounts[key])} system={yuan(system.amounts[key])} />
        ),
      }),
    ),
    {
      key: 'agrees',
      head: ['结果', 'Result'],
      cell: ({ agrees }) => (
        <>
          <Glyph
            name={agrees ? 'approved' : 'warning'}
            tone={agrees ? 'success' : 'warning'}
            size={12}
          />{' '}
          {label(agrees ? ['一致', 'Agrees'] : ['有差异', 'Differs'])}
        </>
      ),
    },
  ];
  return (
    <div className="ky-moving-scroll">
      <DataTable frame="plain" rows={lines} columns={columns} keyOf={({ name }) => name} />
    </div>
  );
};

const Differences = ({ answer }: { readonly answer: ReconciliationAnswer }) => {
  const label = useLabel();
  const { measures, resource } = answer;
  const columns: readonly DataColumn<ShownDifference>[] = [
    { key: 'row', head: ['行', 'Row'], cell: ({ row }) => row },
    {
      key: 'name',
      head: ['记录', 'Record'],
      isRowHead: true,
      cell: ({ name, recordId }) =>
        recordId ? (
          <RecordLink resource={resource} id={recordId}>
            {name || '–'}
          </RecordLink>
        ) : (
          name || '–'
        ),
    },
    { key: 'state', head: ['状态', 'State'], cell: ({ state }) => label(rowStates[state]) },
    { key: 'reason', head: ['原因', 'Reason'], cell: ({ reason }) => label(reason) },
    ...measures.map(
      ({ key, label: head }): DataColumn<ShownDifference> => ({
        key,
        head,
        align: 'right',
        cell: ({ file, system }) => <Sides file={yuan(file[key])} system={yuan(system?.[key])} />,
      }),
    ),
  ];
  if (answer.differenceTotal === 0) {
    return (
      <p role="status">
        <Glyph name="approved" tone="success" size={12} />{' '}
        {label(['文件与系统一致', 'The file and the system agree'])}
      </p>
    );
  }
  return (
    <div className="ky-moving-scroll">
      <DataTable
        frame="plain"
        rows={answer.differences}
        columns={columns}
        keyOf={({ row }) => String(row)}
      />
      {answer.differenceTotal > answer.differences.length && (
        <p className="ky-note">
          {label(
            fill(['另有 {n} 行，见下载的对账表', '{n} more rows: see the workbook'], {
              n: answer.differenceTotal - answer.differences.length,
            }),
          )}
        </p>
      )}
    </div>
  );
};

/** Tells before anybody tries whether the batch can be undone, and what stands in the way. */
const Obstacles = ({ id }: { readonly id: string }) => {
  const label = useLabel();
  const client = useClient();
  const [found, setFound] = useState<readonly ShownObstacle[]>();
  const ask = async () => {
    try {
      setFound(
        await client.get<readonly ShownObstacle[]>(
          `/${movingService}/obstacles`,
          { id },
          { quiet: true },
        ),
      );
    } catch (fault) {
      toast.fault(fault);
    }
  };
  return (
    <>
      <Button onClick={() => void ask()}>{label(['能否撤销', 'Can it be undone?'])}</Button>
      {found?.length === 0 && (
        <span role="status">{label(['可以整批撤销', 'It can be undone'])}</span>
      )}
      {found && found.length > 0 && (
        <ul className="ky-fault-text" role="alert">
          {found.map(({ id: record, title, reason }) => (
            <li key={record + reason[0]}>
              <Glyph name="warning" size={12} /> {title}
              {label(['：', ': '])}
              {label(reason)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

interface WorkProps {
  readonly id: string;
  readonly isUndone: boolean;
}

/** 对账: how far the batch is, both sides in sums, every differing row. Long because it is one page of parts. */
const Reconciliation = ({ id, isUndone }: WorkProps) => {
  const label = useLabel();
  const client = useClient();
  const permissions = usePermissions();
  const { data, error, refetch } = useQuery({
    queryKey: ['moving', 'reconciliation', id],
    queryFn: () =>
      client.get<ReconciliationAnswer>(`/${movingService}/reconciliation`, { id }, { quiet: true }),
    refetchInterval: ({ state }) => {
      const at = state.data?.progress.state;
      return at === 'waiting' || at === 'running' ? look : false;
    },
  });
  if (error && !data) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={6} height={28} />;
  const { progress, measures } = data;
  const resume = async () => {
    try {
      await client.post(`/${movingService}/continue`, { id });
      await refetch();
    } catch (fault) {
      toast.fault(fault);
    }
  };
  const book = () =>
    void client.download(`/${movingService}/reconciliationBook`, { id }).catch(() => undefined);
  return (
    <div className="ky-moving-work">
      {!progress.finished && (
        <>
          <Progress
            percent={Math.floor((100 * progress.saved) / Math.max(1, progress.total))}
            aria-label={label(['导入进度', 'Progress of the import'])}
          />
          <p role="status">
            {label(
              fill(['已导入 {saved} / {total} 行', '{saved} of {total} rows imported'], {
                saved: progress.saved,
                total: progress.total,
              }),
            )}
          </p>
        </>
      )}
      <p className="ky-moving-bar">
        <Button type="primary" onClick={book}>
          {label(['下载对账表', 'Download the reconciliation'])}
        </Button>
        <Button onClick={() => void refetch()}>{label(['重新比对', 'Compare again'])}</Button>
        {progress.state === 'interrupted' && permissions.has(runMovingCode) && (
          <Button onClick={() => void resume()}>{label(['继续导入', 'Continue'])}</Button>
        )}
        {!isUndone && progress.finished && permissions.has(`${movingBatchCode}_undo`) && (
          <Obstacles id={id} />
        )}
      </p>
      <SumTable lines={[data.total]} measures={measures} />
      <Tabs
        items={[
          {
            key: 'differences',
            label: label(fill(['差异 {n} 行', 'Differences: {n}'], { n: data.differenceTotal })),
            children: <Differences answer={data} />,
          },
          ...dimensions.map((dimension) => ({
            key: dimension,
            label: label(fill(['按{name}', 'By {name}'], { name: reconciledBy[dimension] })),
            children: <SumTable lines={data.by[dimension]} measures={measures} />,
          })),
        ]}
      />
    </div>
  );
};

export default Reconciliation;
