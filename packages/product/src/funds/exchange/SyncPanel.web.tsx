import { useClient } from '@keyan/console/client/context.tsx';
import { Empty, ErrorPanel } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { ChoiceFilter } from '@keyan/console/list/ChoiceFilter.tsx';
import type { ListPanelProps } from '@keyan/console/presentation/present.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { financeService } from './objects.ts';

/** Exchanges that may be started, by the call that begins each. */
const calls: readonly { readonly call: string; readonly label: Label; readonly help: Label }[] = [
  {
    call: 'pullFinanceAll',
    label: ['拉取到账', 'Bring arrivals'],
    help: [
      '新的来款登记为到账，未入账的随财务更新',
      'New payments become arrivals, unbooked ones follow',
    ],
  },
  {
    call: 'syncDataProgram',
    label: ['推送项目', 'Send projects'],
    help: ['项目信息写入中间库，取回经费卡号', 'Projects are written, card numbers come back'],
  },
  {
    call: 'syncDataFunding',
    label: ['同步支出与余额', 'Bring payments and balances'],
    help: ['财务付款更新支出单，余额只核对', 'Payments settle expenses, balances are compared'],
  },
];

interface NamedSource {
  readonly id: string;
  readonly name: string;
  readonly text?: string;
}

/** Begins a run of the exchange with one of the sources. */
const SyncPanel = ({ onClose }: ListPanelProps) => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState('');
  const [busy, setBusy] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['financeSource', 'named'],
    queryFn: () =>
      client.get<readonly NamedSource[]>(`/${financeService}/sources`, {}, { quiet: true }),
  });
  const sourceId = chosen || data?.[0]?.id || '';
  const begin = async (call: string) => {
    setBusy(call);
    try {
      await client.post(`/${financeService}/${call}`, { sourceId }, { quiet: true });
      toast.success(['已开始同步，结果见列表', 'The run has begun; see the list']);
      await queries.invalidateQueries();
      onClose();
    } catch (fault) {
      toast.fault(fault);
    } finally {
      setBusy('');
    }
  };
  const content = () => {
    if (error) return <ErrorPanel fault={error} onRetry={refetch} />;
    if (data?.length === 0) {
      return <Empty>{label(['请先维护并启用财务数据源', 'Set up a finance source first'])}</Empty>;
    }
    return (
      <div style={{ display: 'grid', gap: 12 }}>
        <ChoiceFilter
          value={sourceId}
          label={label(['数据源', 'Source'])}
          options={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setChosen}
        />
        {calls.map(({ call, label: name, help }) => (
          <div key={call}>
            <Button
              block
              disabled={sourceId === '' || busy !== ''}
              loading={busy === call}
              onClick={() => void begin(call)}
            >
              {label(name)}
            </Button>
            <p className="ky-note">{label(help)}</p>
          </div>
        ))}
      </div>
    );
  };
  return (
    <Modal
      open
      title={label(['财务同步', 'Exchange with finance'])}
      footer={null}
      onCancel={onClose}
    >
      {content()}
    </Modal>
  );
};

export default SyncPanel;
