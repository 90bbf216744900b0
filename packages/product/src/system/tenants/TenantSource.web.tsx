import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { ErrorPanel } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { LabelledField } from '@keyan/console/form/LabelledField.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Modal, Progress, Select } from 'antd';
import { useId, useState } from 'react';
import { manageJobsCode, runStates } from '../jobs/jobs.ts';
import type { TenantHome, TenantMoveRun } from './tenant-home.ts';
import './tenant-source.web.css';

/** Option value of the main database, since an empty value means no choice. */
const mainDatabase = '0';
const mainLabel: Label = ['主数据库', 'Main database'];

const isOpen = ({ state }: TenantMoveRun): boolean =>
  state === 'waiting' || state === 'running' || state === 'retry';

/** Effects of each step on the tenant's users. */
const steps: Readonly<Record<TenantHome['step'], Label>> = {
  '': ['正常使用', 'In use'],
  leaving: [
    '已暂停使用，正在等待处理中的请求结束',
    'Suspended, waiting for requests in progress to finish',
  ],
  copying: ['已暂停使用，正在复制数据', 'Suspended, copying data'],
  clearing: [
    '已在新库恢复使用，正在清除原处的数据',
    'In use in the new database, removing the old data',
  ],
};

/** Options after a failed move. */
const afterwards: Partial<Readonly<Record<TenantMoveRun['state'], Label>>> = {
  retry: ['租户已恢复使用，稍后自动重试', 'The tenant is in use again; retried automatically soon'],
  failed: [
    '已停止重试；租户照常使用，排除原因后可再次迁移',
    'Retries stopped; the tenant is in use as usual. Resolve the cause and move it again',
  ],
  stopped: ['租户照常使用', 'The tenant is in use as usual'],
};

interface LineProps {
  readonly move: TenantMoveRun;
  /** Absent if the move can no longer be stopped. */
  readonly onStop?: (() => void) | undefined;
}

const MoveLine = ({ move, onStop }: LineProps) => {
  const label = useLabel();
  const permissions = usePermissions();
  const { to, rows, state, error, time } = move;
  const after = afterwards[state];
  return (
    <li>
      <span className="ky-tenant-move">
        <span>→ {to || label(mainLabel)}</span>
        <span className="ky-note">
          {label(runStates[state])}
          {rows > 0 && label([`，${rows} 行`, `, rows: ${rows}`])} · {time}
        </span>
        {onStop && isOpen(move) && permissions.has(manageJobsCode) && (
          <Button size="small" onClick={onStop}>
            {label(['撤销', 'Cancel'])}
          </Button>
        )}
      </span>
      {error[0] !== '' && <div className="ky-fault-text">{label(error)}</div>}
      {after && <div className="ky-note">{label(after)}</div>}
    </li>
  );
};

/** Renders the tenant's database, and the progress of a move. */
const Now = ({ home }: { readonly home: TenantHome }) => {
  const label = useLabel();
  const { name, step, rowsDone, rowsAll } = home;
  return (
    <div role="status" className="ky-tenant-home">
      <div>
        {label(['当前数据库', 'Current database'])}
        {label(['：', ': '])}
        <strong>{name || label(mainLabel)}</strong>
        <span className="ky-note"> · {label(steps[step])}</span>
      </div>
      {step === 'copying' && (
        <Progress
          percent={rowsAll === 0 ? 0 : Math.floor((rowsDone / rowsAll) * 100)}
          status="active"
          aria-label={label(['迁移进度', 'Progress'])}
        />
      )}
    </div>
  );
};

const keyOf = (tenantId: string) => ['home of a tenant', tenantId];

/** Fetches the tenant's database and the available ones; polled during a move. */
const useHome = (tenantId: string) => {
  const client = useClient();
  return useQuery({
    queryKey: keyOf(tenantId),
    queryFn: async () => {
      const quiet = { quiet: true };
      const [home, sources] = await Promise.all([
        client.get<TenantHome>('/keyan/tenant/home', { tenantId }, quiet),
        client.get<readonly { readonly id: string; readonly name: string }[]>(
          '/blade-develop/datasource/select',
          {},
          quiet,
        ),
      ]);
      return { home, sources };
    },
    refetchInterval: ({ state: { data } }) =>
      data && (data.home.state !== 'open' || data.home.moves.some(isOpen)) ? 1000 : 10_000,
  });
};

/** Returns the function that starts or stops a move, and refetches the state. */
const useSending = (tenantId: string) => {
  const client = useClient();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const send = async (path: string, body: object, said: Label): Promise<void> => {
    setBusy(true);
    try {
      await client.post(path, body);
      toast.success(said);
    } catch {
      // The client has shown it.
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: keyOf(tenantId) });
    }
  };
  return {
    busy,
    move: (datasourceId: string) =>
      send('/blade-system/tenant/datasource', { tenantId, datasourceId }, [
        '已开始迁移',
        'Move started',
      ]),
    stop: ({ id }: TenantMoveRun) =>
      send('/keyan/job/stop', { id }, ['已要求撤销', 'Cancellation requested']),
  };
};

interface DialogProps {
  readonly row: WireRow;
  readonly onClose: () => void;
}

/** Renders 数据源: the database of a tenant, and moving it to another. */
const TenantSource = ({ row, onClose }: DialogProps) => {
  const label = useLabel();
  const id = useId();
  const [wanted, setWanted] = useState<string>();
  useFocusReturn();
  const tenantId = String(row.tenantCode);
  const { busy, move, stop } = useSending(tenantId);
  const { data, error, refetch } = useHome(tenantId);
  const lives = data?.home.datasourceId || mainDatabase;
  const isMoving = data?.home.moves.some(isOpen) ?? false;
  const chosen = wanted ?? lives;
  return (
    <Modal
      open
      width={560}
      title={label([
        `数据源：${String(row.tenantName)}`,
        `Data source of ${String(row.tenantNameEn || row.tenantName)}`,
      ])}
      okText={label(['开始迁移', 'Start move'])}
      cancelText={label(['关闭', 'Close'])}
      confirmLoading={busy}
      okButtonProps={{ disabled: !data || isMoving || chosen === lives }}
      onCancel={onClose}
      onOk={() => void move(chosen)}
    >
      <p>
        {label([
          '该租户的全部数据迁移到所选数据库。迁移期间该租户暂停使用，其他租户不受影响；核对行数一致后在新库恢复使用，再清除原处的数据，已登录的人不必重新登录。中途失败则在原处恢复使用。文件不迁移。',
          'All data of the tenant are moved to the chosen database. The tenant is suspended meanwhile; other tenants are not affected. Once row counts match, it resumes in the new database and the old data are removed; signed-in users need not sign in again. If the move fails, it resumes where it was. Files are not moved.',
        ])}
      </p>
      {error && <ErrorPanel fault={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <Now home={data.home} />
          <LabelledField id={id} label={['迁移到', 'Move to']}>
            <Select
              id={id}
              className="ky-wide"
              value={chosen}
              disabled={isMoving}
              options={[
                { value: mainDatabase, label: label(mainLabel) },
                ...data.sources.map((source) => ({ value: source.id, label: source.name })),
              ]}
              onChange={setWanted}
            />
          </LabelledField>
          {data.home.moves.length > 0 && (
            <ol className="ky-tenant-moves" aria-label={label(['迁移记录', 'Moves'])}>
              {data.home.moves.map((each) => (
                <MoveLine
                  key={each.id}
                  move={each}
                  onStop={data.home.state === 'clearing' ? undefined : () => void stop(each)}
                />
              ))}
            </ol>
          )}
        </>
      )}
    </Modal>
  );
};

export default TenantSource;
