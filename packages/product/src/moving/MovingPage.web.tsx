import { useClient } from '@keyan/console/client/context.tsx';
import { Card, Page, PageHeader } from '@keyan/console/components/Page.tsx';
import { Empty, ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataTable } from '@keyan/console/table/DataTable.tsx';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { movingStatus, movingStep } from './dictionaries.ts';
import { movingBatchPage, movingService, runMovingCode } from './paths.ts';
import type { MovingBatchShown, MovingKindShown, MovingOverview } from './wire.ts';
import './moving.web.css';

const MoveDialog = lazy(() => import('./MoveDialog.web.tsx'));

/** Content of each step, and what has to be there before it. */
const stepNotes: Readonly<Record<string, Label>> = {
  '1': [
    '先单位，再账号和档案：后面的负责人、作者按工号对应到人',
    'Departments first, then accounts and files: leaders and authors below are found by staff number',
  ],
  '2': [
    '批准号、经费卡号、起止、负责人、成员、历史状态；编号相同的算已存在',
    'Grant number, finance card, dates, leader, members, earlier state; the same number counts as already here',
  ],
  '3': [
    '每个项目一行：合同经费、累计到账、累计支出、结余，也可按科目；计入累计，不计入任何年度',
    'A row for each project: contract, received, spent, balance, by item if you like; counted in totals and in no year',
  ],
  '4': [
    '历史成果先成为草稿，由登记人或科研处提交；DOI、专利号等相同的算已存在',
    'Earlier achievements become drafts to be submitted; the same DOI or patent number counts as already here',
  ],
};

const KindLine = ({
  kind,
  batches,
  onMove,
}: {
  readonly kind: MovingKindShown;
  readonly batches: number;
  readonly onMove: () => void;
}) => {
  const label = useLabel();
  const client = useClient();
  const mayRun = usePermissions().has(runMovingCode) && kind.mayImport;
  const template = () => void client.download(`/${kind.path}/template`).catch(() => undefined);
  return (
    <li className="ky-moving-kind">
      <strong>{label(kind.label)}</strong>
      <span className="ky-note">
        {kind.here === null
          ? label(['无权查看', 'No access'])
          : label(fill(['系统内 {n} 条', '{n} here'], { n: kind.here }))}
        {batches > 0 && label(fill(['，已迁入 {n} 批', ', batches: {n}'], { n: batches }))}
      </span>
      {mayRun ? (
        <span className="ky-moving-acts">
          <Button size="small" onClick={template}>
            {label(['下载模板', 'Template'])}
          </Button>
          <Button
            size="small"
            type="primary"
            aria-label={label(fill(['迁入{name}', 'Move in: {name}'], { name: kind.label }))}
            onClick={onMove}
          >
            {label(['迁入', 'Move in'])}
          </Button>
        </span>
      ) : (
        <span className="ky-note">
          {label(['由有导入权限的人办理', 'Done by somebody who may import it'])}
        </span>
      )}
    </li>
  );
};

const Batches = ({ overview }: { readonly overview: MovingOverview }) => {
  const label = useLabel();
  const tab = useTab();
  const names = new Map(overview.kinds.map((kind) => [kind.key, kind.label]));
  const states = new Map<string, Label>(
    movingStatus.entries.map(({ code, label: name }) => [code, name]),
  );
  const columns: readonly DataColumn<MovingBatchShown>[] = [
    {
      key: 'num',
      head: ['批次', 'Batch'],
      isRowHead: true,
      cell: ({ id, batchNum }) => (
        <button type="button" className="ky-link" onClick={() => tab.open(movingBatchPage(id))}>
          {batchNum}
        </button>
      ),
    },
    {
      key: 'kind',
      head: ['数据', 'Data'],
      cell: ({ kind }) => label(names.get(kind) ?? [kind, kind]),
    },
    { key: 'file', head: ['文件', 'File'], cell: ({ fileName }) => fileName },
    { key: 'rows', head: ['新增', 'New'], align: 'right', cell: ({ newRows }) => newRows },
    {
      key: 'state',
      head: ['状态', 'Status'],
      cell: ({ status }) => label(states.get(status) ?? ['', '']),
    },
    { key: 'time', head: ['时间', 'Time'], cell: ({ createTime }) => createTime },
  ];
  if (overview.batches.length === 0) {
    return <Empty>{label(['还没有迁入', 'Nothing was moved in yet'])}</Empty>;
  }
  return (
    <DataTable frame="plain" rows={overview.batches} columns={columns} keyOf={({ id }) => id} />
  );
};

/** 系统迁入: the steps in their order, and the batches so far. */
const MovingPage = () => {
  const label = useLabel();
  const client = useClient();
  const [moving, setMoving] = useState<MovingKindShown>();
  const { data, error, refetch } = useQuery({
    queryKey: ['moving', 'overview'],
    queryFn: () => client.get<MovingOverview>(`/${movingService}/overview`, {}, { quiet: true }),
  });
  const batchesOf = (key: string) =>
    (data?.batches ?? []).filter(({ kind, status }) => kind === key && status !== '9').length;
  return (
    <Page
      header={
        <PageHeader
          title={label(['系统迁入', 'Moving in'])}
          context={label([
            '按步骤从旧系统的工作簿（或数据库导出的 CSV）迁入；预检不写入，整批可撤销',
            'From workbooks of the earlier system, or CSV of its database, step by step; the dry run writes nothing, a batch can be undone',
          ])}
        />
      }
    >
      {error && !data && <ErrorPanel fault={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={8} height={36} />}
      {data && (
        <div className="ky-moving">
          {movingStep.entries.map((step, at) => (
            <Card
              key={step.code}
              title={label(
                fill(['第 {n} 步 {name}', 'Step {n}: {name}'], { n: at + 1, name: step.label }),
              )}
            >
              <p className="ky-note">{label(stepNotes[step.code] ?? ['', ''])}</p>
              <ul className="ky-moving-kinds">
                {data.kinds
                  .filter((kind) => kind.step === step.code)
                  .map((kind) => (
                    <KindLine
                      key={kind.key}
                      kind={kind}
                      batches={batchesOf(kind.key)}
                      onMove={() => setMoving(kind)}
                    />
                  ))}
              </ul>
            </Card>
          ))}
          <Card title={label(['已迁入的批次', 'Batches'])}>
            <Batches overview={data} />
          </Card>
        </div>
      )}
      {moving && (
        <Suspense>
          <MoveDialog
            kind={moving}
            onClose={() => setMoving(undefined)}
            onMoved={() => void refetch()}
          />
        </Suspense>
      )}
    </Page>
  );
};

export default MovingPage;
