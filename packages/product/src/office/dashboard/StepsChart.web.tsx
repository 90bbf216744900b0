import { ChartCard } from '@keyan/console/charts/ChartCard.tsx';
import { useClient } from '@keyan/console/client/context.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Span } from '../../figures/span.ts';
import type { StepTime } from '../home/figures.ts';
import { service } from '../home/home.calls.web.ts';

/** Longest list of bars that can be read. */
const mostBars = 12;

/** 流程效率: how long each step takes, from the history of its tasks. */
export const StepsChart = ({
  span,
  department,
}: {
  span: Span;
  department: string | undefined;
}) => {
  const label = useLabel();
  const client = useClient();
  const query = {
    from: String(span.from),
    to: String(span.to),
    ...(department ? { department } : {}),
  };
  const { data, error, refetch } = useQuery({
    queryKey: ['home', 'steps', query],
    queryFn: () =>
      client.get<readonly StepTime[]>(`${service}/queryStepTimes`, query, { quiet: true }),
    placeholderData: (before) => before,
  });
  const numbers = useMemo(() => {
    const column = (name: Label, pick: (row: StepTime) => number, tableOnly: boolean) => ({
      name: label(name),
      values: data?.map(pick) ?? [],
      tableOnly,
    });
    return (
      data && {
        head: label(['环节', 'Step']),
        categories: data.map(({ kindName, nodeName }) => `${nodeName} · ${kindName}`),
        series: [
          column(['平均用时（小时）', 'Average (hours)'], (row) => row.meanHours, false),
          column(['最长用时（小时）', 'Longest (hours)'], (row) => row.longestHours, true),
          column(['已办', 'Done'], (row) => row.finished, true),
          column(['在办', 'Waiting'], (row) => row.waiting, true),
          column(['最久等待（小时）', 'Longest wait (hours)'], (row) => row.oldestHours, true),
        ],
      }
    );
  }, [data, label]);
  return (
    <ChartCard
      title={label(['流程效率', 'Approval times'])}
      note={label([
        `最慢的 ${mostBars} 个环节，平均用时（小时）`,
        `the ${mostBars} slowest steps, average hours`,
      ])}
      most={mostBars}
      shape="bars"
      data={numbers}
      fault={error ?? undefined}
      onRetry={() => void refetch()}
      empty={label(['这些年度没有办理过的环节', 'No step was completed in these years'])}
      workbook={`${service}/exportTable`}
    />
  );
};
