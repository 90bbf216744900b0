import { useClient } from '@keyan/console/client/context.tsx';
import { Empty, ErrorPanel } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { ChoiceFilter } from '@keyan/console/list/ChoiceFilter.tsx';
import type { ListPanelProps } from '@keyan/console/presentation/present.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { dataSync } from './data-sync.ts';
import { runResultCodes, syncTypeCodes } from './dictionaries.ts';
import { financeService } from './objects.ts';

interface Call {
  readonly call: string;
  readonly type: string;
  readonly label: Label;
  readonly help: Label;
}

/** Types of exchange runs that a person may start, with the call that starts each. */
const calls: readonly Call[] = [
  {
    call: 'pullFinanceAll',
    type: syncTypeCodes.arrivals,
    label: ['拉取到账', 'Fetch arrivals'],
    help: [
      '新的来款登记为到账，未入账的随财务更新',
      'New incoming funds are registered as arrivals; those not booked are updated from finance',
    ],
  },
  {
    call: 'syncDataProgram',
    type: syncTypeCodes.programs,
    label: ['推送项目', 'Send projects'],
    help: [
      '项目信息写入中间库，取回经费卡号',
      'Project data are written to the exchange database, and fund card numbers retrieved',
    ],
  },
  {
    call: 'syncDataFunding',
    type: syncTypeCodes.payments,
    label: ['同步支出与余额', 'Sync expenses and balances'],
    help: [
      '财务付款更新支出单，余额只核对',
      'Finance payments update expenses; balances are only compared',
    ],
  },
];

interface NamedSource {
  readonly id: string;
  readonly name: string;
  readonly text?: string;
}

/** Run, as returned by the list call. */
interface Run {
  readonly id: string;
  readonly runResult: string;
  readonly addedNum: number;
  readonly updatedNum: number;
  readonly differNum: number;
  readonly failNum: number;
}

/** Polling interval of a run, in milliseconds. */
const pollMilliseconds = 1500;

const outcomeOf = ({ label: [zh, en] }: Call, run: Run): Label => {
  const { addedNum, updatedNum, differNum, failNum } = run;
  return [
    `${zh}：新增 ${addedNum}、更新 ${updatedNum}、差异 ${differNum}、失败 ${failNum}`,
    `${en}: ${addedNum} added, ${updatedNum} updated, ${differNum} different, ${failNum} failed`,
  ];
};

/**
 * Starts runs and polls them until they end.
 * @param ended called when a run has ended
 */
const useRuns = (sourceId: string, ended: () => void) => {
  const client = useClient();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<{ readonly of: Call; readonly before: string }>();
  const latest = (type: string) =>
    client
      .get<{ readonly records: readonly Run[] }>(
        `/${dataSync.path}/list`,
        { sourceId, syncType: type, size: 1 },
        { quiet: true },
      )
      .then(({ records: [run] }) => run ?? null);
  const { data: run } = useQuery({
    queryKey: [dataSync.key, 'latest', sourceId, asked],
    queryFn: () => latest(asked?.of.type ?? ''),
    enabled: asked !== undefined,
    refetchInterval: pollMilliseconds,
  });
  const hasEnded =
    asked && run && run.id !== asked.before && run.runResult !== runResultCodes.running;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run ends once
  useEffect(() => {
    if (!hasEnded) return;
    const say = run.runResult === runResultCodes.done ? toast.success : toast.warning;
    say(outcomeOf(asked.of, run));
    setAsked(undefined);
    void queries.invalidateQueries();
    ended();
  }, [hasEnded]);
  const begin = async (of: Call) => {
    try {
      const before = (await latest(of.type))?.id ?? '';
      await client.post(`/${financeService}/${of.call}`, { sourceId }, { quiet: true });
      setAsked({ of, before });
      toast.success(['已开始同步，结果见列表', 'Sync started; see the list for results']);
    } catch (fault) {
      toast.fault(fault);
    }
  };
  return { begin, busy: asked?.of.call ?? '' };
};

/** Panel that starts a run of the exchange with a chosen source. */
const SyncPanel = ({ onClose }: ListPanelProps) => {
  const label = useLabel();
  const client = useClient();
  const [chosen, setChosen] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['financeSource', 'named'],
    queryFn: () =>
      client.get<readonly NamedSource[]>(`/${financeService}/sources`, {}, { quiet: true }),
  });
  const sourceId = chosen || data?.[0]?.id || '';
  const { begin, busy } = useRuns(sourceId, onClose);
  const content = () => {
    if (error) return <ErrorPanel fault={error} onRetry={refetch} />;
    if (data?.length === 0) {
      return (
        <Empty>
          {label(['请先维护并启用财务数据源', 'Set up and enable a finance data source first'])}
        </Empty>
      );
    }
    return (
      <div style={{ display: 'grid', gap: 12 }}>
        <ChoiceFilter
          value={sourceId}
          label={label(['数据源', 'Source'])}
          options={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setChosen}
        />
        {calls.map((one) => (
          <div key={one.call}>
            <Button
              block
              disabled={sourceId === '' || busy !== ''}
              loading={busy === one.call}
              onClick={() => void begin(one)}
            >
              {label(one.label)}
            </Button>
            <p className="ky-note">{label(one.help)}</p>
          </div>
        ))}
      </div>
    );
  };
  return (
    <Modal open title={label(['财务同步', 'Finance sync'])} footer={null} onCancel={onClose}>
      {content()}
    </Modal>
  );
};

export default SyncPanel;
