import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useScreen } from '@keyan/console/base/useScreen.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { ErrorPanel } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { sizeText } from '@keyan/console/fields/upload.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import type { ListPanelProps } from '@keyan/console/presentation/present.ts';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataTable } from '@keyan/console/table/DataTable.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Progress, Select } from 'antd';
import { useState } from 'react';
import { runStates } from '../jobs/jobs.ts';
import type { FileMoveRun, StoreUse, StoreUses } from './oss.ts';
import './storage.web.css';

const usesKey = ['uses of stores'];

const columnsOf = (label: ReturnType<typeof useLabel>): readonly DataColumn<StoreUse>[] => [
  {
    key: 'name',
    head: ['存储', 'Storage'],
    isRowHead: true,
    cell: ({ name, current }) =>
      current ? `${name}${label(['（新文件存入）', ' (new files)'])}` : name,
  },
  {
    key: 'files',
    width: 100,
    align: 'right',
    head: ['内容数', 'Items'],
    cell: ({ files }) => files,
  },
  {
    key: 'bytes',
    width: 110,
    align: 'right',
    head: ['大小', 'Size'],
    cell: ({ bytes }) => sizeText(bytes),
  },
];

const isOpen = ({ state }: FileMoveRun): boolean =>
  state === 'waiting' || state === 'running' || state === 'retry';

/** Renders one move with its progress. */
const MoveLine = ({ move }: { readonly move: FileMoveRun }) => {
  const label = useLabel();
  const { from, to, total, rest, left, state, error, time } = move;
  const done = Math.max(0, total - rest);
  return (
    <li className="ky-store-move">
      <span>
        {from} → {to}
        <span className="ky-note">
          {' '}
          {label(runStates[state])} · {time}
        </span>
      </span>
      <Progress
        percent={total === 0 ? 100 : Math.floor((done / total) * 100)}
        status={state === 'failed' ? 'exception' : isOpen(move) ? 'active' : 'normal'}
        aria-label={label(['迁移进度', 'Progress'])}
      />
      <span className="ky-note">
        {label([`已迁移 ${done} / ${total}`, `${done} of ${total} moved`])}
        {left > 0 &&
          label([
            `，${left} 份内容已损坏，留在原处`,
            `, ${left} damaged items stay where they are`,
          ])}
      </span>
      {error !== '' && <span className="ky-fault-text">{error}</span>}
    </li>
  );
};

interface AskProps {
  readonly stores: readonly StoreUse[];
  readonly isBusy: boolean;
}

/** Renders the choice of source and target store, and the start button. */
const AskMove = ({ stores, isBusy }: AskProps) => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const [from, setFrom] = useState<string>();
  const [to, setTo] = useState<string>();
  const options = stores.map(({ id, name }) => ({ value: id, label: name }));
  const begin = () =>
    void client
      .post('/keyan/oss/move', { from, to })
      .then(() => toast.success(['已开始迁移', 'Move started']))
      // `useClient` has already shown the fault.
      .catch(() => undefined)
      .finally(() => void queries.invalidateQueries({ queryKey: usesKey }));
  return (
    <div className="ky-store-ask">
      <Select
        value={from ?? null}
        placeholder={label(['从', 'From'])}
        aria-label={label(['从', 'From'])}
        options={options}
        onChange={setFrom}
      />
      <Select
        value={to ?? null}
        placeholder={label(['到', 'To'])}
        aria-label={label(['到', 'To'])}
        options={options.filter(({ value }) => value !== from)}
        onChange={setTo}
      />
      <Button type="primary" disabled={!from || !to || from === to || isBusy} onClick={begin}>
        {label(['开始迁移', 'Start move'])}
      </Button>
    </div>
  );
};

/** Renders 文件迁移: the content of each store, and moving it to another store. */
export const MovePanel = ({ onClose }: ListPanelProps) => {
  const label = useLabel();
  const client = useClient();
  const mayMove = usePermissions().has('oss_move');
  useFocusReturn();
  const narrow = useScreen() === 0;
  const { data, error, refetch } = useQuery({
    queryKey: usesKey,
    queryFn: () => client.get<StoreUses>('/keyan/oss/uses', {}, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.moves.some(isOpen) ? 1500 : 10_000),
  });
  return (
    <Drawer
      open
      size={narrow ? '100%' : 560}
      title={label(['文件迁移', 'Move files'])}
      onClose={onClose}
    >
      <p className="ky-note">
        {label([
          '逐份复制并按 SHA-256 校验后才改用新位置；中断后再次开始会接着迁移，期间文件照常打开。原处的内容保留一小时，之后由每小时一次的任务清理。',
          'Each item is copied and verified by SHA-256 before the new location is used; an interrupted move continues when started again, and files can be opened meanwhile. The original content is kept for an hour, then cleared by an hourly job.',
        ])}
      </p>
      {error && <ErrorPanel fault={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <DataTable<StoreUse>
            frame="region"
            caption={label(['各存储的内容', 'Contents of each storage'])}
            rows={data.stores}
            columns={columnsOf(label)}
            keyOf={({ id }) => id}
          />
          {mayMove && <AskMove stores={data.stores} isBusy={data.moves.some(isOpen)} />}
          <ol className="ky-store-moves">
            {data.moves.map((move) => (
              <MoveLine key={move.id} move={move} />
            ))}
          </ol>
        </>
      )}
    </Drawer>
  );
};
