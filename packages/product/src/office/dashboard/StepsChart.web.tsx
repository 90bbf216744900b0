import { ChartCard } from '@keyan/console/charts/ChartCard.tsx';
import { useClient } from '@keyan/console/client/context.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Span } from '../../figures/span.ts';
import { inUnit, unitOfTimes } from '../home/durations.ts';
import type { StepTime } from '../home/figures.ts';
import { homeService } from '../home/home.calls.web.ts';

/** Maximum number of bars. */
const maxBars = 12;

/** Chart 流程效率: duration of each approval step, from task history. */
export const StepsChart = ({
  span,
  department,
  conditions,
}: {
  span: Span;
  department: string | undefined;
  /** Filters of the page in words. */
  conditions: string;
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
      client.get<readonly StepTime[]>(`${homeService}/queryStepTimes`, query, { quiet: true }),
    placeholderData: (before) => before,
  });
  const unit = unitOfTimes(Math.max(0, ...(data ?? []).map(({ meanHours }) => meanHours)));
  const numbers = useMemo(() => {
    const head = ([zh, en]: Label): Label => [
      `${zh}（${unit.label[0]}）`,
      `${en} (${unit.label[1]})`,
    ];
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
          column(head(['平均用时', 'Average']), (row) => inUnit(row.meanHours, unit), false),
          column(head(['最长用时', 'Longest']), (row) => inUnit(row.longestHours, unit), true),
          column(['已办', 'Done'], (row) => row.finished, true),
          column(['在办', 'Waiting'], (row) => row.waiting, true),
          column(head(['最久等待', 'Longest wait']), (row) => inUnit(row.oldestHours, unit), true),
        ],
      }
    );
  }, [data, label, unit]);
  return (
    <ChartCard
      title={label(['流程效率', 'Approval times'])}
      note={label([
        `最慢的 ${maxBars} 个环节，平均用时（${unit.label[0]}）`,
        `the ${maxBars} slowest steps, average in ${unit.label[1]}`,
      ])}
      conditions={conditions}
      most={maxBars}
      shape="bars"
      data={numbers}
      fault={error ?? undefined}
      onRetry={() => void refetch()}
      empty={label(['这些年度没有办理过的环节', 'No step was completed in these years'])}
      workbook={`${homeService}/exportTable`}
    />
  );
};
