import { useClient } from '@keyan/console/client/context.tsx';
import { downloadFile } from '@keyan/console/client/download.ts';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { queryKeysOf } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab, useTabParams } from '@keyan/console/navigation/tab.ts';
import { viewAddresses } from '@keyan/console/presentation/resources.tsx';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Tabs } from 'antd';
import { useEffect, useState } from 'react';
import HandOutButton from '../../handed/HandOut.web.tsx';
import { AnnualTable } from './AnnualTable.web.tsx';
import { annualName, annualPages, annualReport } from './annual-report.ts';
import { annualService, type OverviewAnswer } from './answers.ts';
import { ChecksPanel } from './ChecksPanel.web.tsx';
import { annualStatusCodes } from './dictionaries.ts';
import type { ReportKind } from './form.ts';
import { GapsTable } from './GapsTable.web.tsx';
import { SignPanel } from './SignPanel.web.tsx';
import './annual.web.css';

const keys = queryKeysOf(annualReport as Resource);

/** Polling interval in milliseconds while a report is being computed. */
const pollMilliseconds = 2000;

const useOverview = (id: string) => {
  const client = useClient();
  const queries = useQueryClient();
  const answer = useQuery({
    queryKey: [...keys.all, 'work', id, 'overview'],
    queryFn: () =>
      client.get<OverviewAnswer>(`/${annualService}/overview`, { id }, { quiet: true }),
    refetchInterval: ({ state }) =>
      state.data?.status === annualStatusCodes.computing ? pollMilliseconds : false,
  });
  const status = answer.data?.status;
  // The buttons of the record follow its state.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new status is the reason to look
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: keys.detail(id) });
  }, [queries, id, status]);
  const refresh = () => void queries.invalidateQueries({ queryKey: keys.all });
  return { ...answer, refresh };
};

/** Buttons to download the workbook and to start a corrected report. */
const Tools = ({ data }: { readonly data: OverviewAnswer }) => {
  const label = useLabel();
  const client = useClient();
  const tab = useTab();
  const view = annualReport.views[data.report as ReportKind];
  const save = () =>
    downloadFile(client, `/${annualService}/workbook`, { id: data.id }, 'annual.xlsx').catch(
      toast.fault,
    );
  const renew = async () => {
    try {
      const made = await client.post<{ id: string }>(`/${annualService}/renew`, { id: data.id });
      if (view) tab.open(viewAddresses(view).detail(made.id));
    } catch (fault) {
      toast.fault(fault);
    }
  };
  return (
    <>
      {data.may.export && data.whole && data.calcTime && (
        <Button onClick={() => void save()}>{label(['导出 Excel', 'Export'])}</Button>
      )}
      {data.whole && data.status === annualStatusCodes.issued && data.may.export && (
        <HandOutButton
          call={`${annualService}/hand-out`}
          id={data.id}
          title={label(
            annualName(data.report, data.year, null) ??
              annualPages[data.report as ReportKind].label,
          )}
          recipient=""
          of={annualReport as Resource}
          today={dayText(new Date())}
        />
      )}
      {data.whole && data.status === annualStatusCodes.issued && data.may.export && (
        <Button onClick={() => void renew()}>{label(['更正上报', 'Correct report'])}</Button>
      )}
    </>
  );
};

const counted = (text: string, count: number): string => (count > 0 ? `${text} ${count}` : text);

/** Work area of a report: forms, check results, gaps and signatures. */
const AnnualWork = ({ id }: { readonly id: string }) => {
  const label = useLabel();
  const { data, error, refetch, refresh } = useOverview(id);
  const params = useTabParams();
  const [active, setActive] = useState(params.part ?? 'tables');
  if (error && !data) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={8} height={32} />;
  if (data.status === annualStatusCodes.computing) {
    return (
      <p className="ky-note" role="status">
        {label(['正在汇总，完成后自动显示', 'Computing; the tables show when it is done'])}
      </p>
    );
  }
  if (!data.calcTime) {
    return (
      <p className="ky-note">
        {label([
          '还没有汇总：点“汇总”按最新记录生成各表',
          'Not computed yet: use “Compute” to build the tables from the latest records',
        ])}
      </p>
    );
  }
  return (
    <div className="ky-annual">
      <div className="ky-annual-acts">
        <Tools data={data} />
      </div>
      <Tabs
        activeKey={active}
        onChange={setActive}
        items={[
          {
            key: 'tables',
            label: label(['报表', 'Forms']),
            children: <AnnualTable overview={data} onChanged={refresh} />,
          },
          ...(data.whole
            ? [
                {
                  key: 'checks',
                  label: counted(label(['校验', 'Checks']), data.checks.length),
                  children: <ChecksPanel overview={data} onChanged={refresh} />,
                },
              ]
            : []),
          {
            key: 'gaps',
            label: counted(label(['缺项', 'Missing']), data.gaps),
            children: <GapsTable overview={data} onChanged={refresh} />,
          },
          {
            key: 'sign',
            label: label(['院系签认', 'Signatures']),
            children: <SignPanel overview={data} onChanged={refresh} />,
          },
        ]}
      />
    </div>
  );
};

export default AnnualWork;
