import type { ForecastRow } from '@keyan/kernel/wire/tasks.ts';
import type { Chain } from '@keyan/kernel/workflow/chain/chain.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useDebounced } from '../../base/useDebounced.ts';
import { useClient } from '../../client/context.tsx';
import { toast } from '../../components/toast.ts';
import { RouteSteps } from '../../forecast/RouteSteps.tsx';
import { useLabel } from '../../i18n/language.ts';
import { recordNameOf } from '../itemNames.ts';
import { chainCalls, chainKeys } from './calls.ts';

interface TryPanelProps {
  readonly kind: string;
  readonly chain: Chain;
}

/**
 * Renders 试走: the forecast of a stored record on the route as edited. The record is not changed.
 */
export const ChainTrialPanel = ({ kind, chain }: TryPanelProps) => {
  const client = useClient();
  const label = useLabel();
  const [typed, setTyped] = useState('');
  const [record, setRecord] = useState<string>();
  const [forecast, setForecast] = useState<{ readonly of: Chain; readonly row: ForecastRow }>();
  const [busy, setBusy] = useState(false);
  const text = useDebounced(typed, 250);
  const { data = [], isFetching } = useQuery({
    queryKey: chainKeys.records(kind, text),
    queryFn: () => chainCalls(client).records(kind, text),
    placeholderData: (before) => before,
  });
  const attempt = async () => {
    if (record === undefined) return;
    setBusy(true);
    try {
      const row = await chainCalls(client).attempt(kind, chain, record);
      setForecast({ of: chain, row });
    } catch (fault) {
      setForecast(undefined);
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="ky-chain-try">
      <p className="ky-note">
        {label([
          '选一条已提交过的记录，看它按当前编辑的流程会经过谁、为什么。不会改动记录',
          'Choose a submitted record to see who would be asked along this route, and why. The record is not changed',
        ])}
      </p>
      <span className="ky-chain-try-line">
        <Select
          className="ky-wide"
          showSearch={{ filterOption: false, onSearch: setTyped }}
          loading={isFetching}
          value={record ?? null}
          placeholder={label(['输入标题查找记录', 'Type a title'])}
          aria-label={label(['试走的记录', 'Record to try'])}
          notFoundContent={label(['没有提交过的记录', 'No record has been submitted yet'])}
          options={data.map(({ businessId, title, applicant, startTime }) => ({
            value: businessId,
            label: `${recordNameOf({ businessName: title, kindName: '' })} · ${applicant} · ${startTime.slice(0, 10)}`,
          }))}
          onChange={(id: string) => setRecord(id)}
        />
        <Button
          type="primary"
          loading={busy}
          disabled={record === undefined}
          onClick={() => void attempt()}
        >
          {label(['试走', 'Try it'])}
        </Button>
      </span>
      {forecast && forecast.of !== chain && (
        <p className="ky-note">
          {label(['流程已改动，请重新试走', 'The route has changed since: try again'])}
        </p>
      )}
      {forecast && <RouteSteps forecast={forecast.row} from="here" />}
    </div>
  );
};
