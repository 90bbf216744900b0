import { ChartCard } from '@keyan/console/charts/ChartCard.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { useMemo } from 'react';
import { spendingSeriesOf } from './burn.web.ts';
import { type Book, chartWorkbook } from './figures.ts';

/** Chart of cumulated booked and spent amounts by month, beside the planned spending. */
export const SpendingChart = ({ book }: { readonly book: Book | undefined }) => {
  const label = useLabel();
  const data = useMemo(
    () => book && spendingSeriesOf(book, dayText(new Date()), label),
    [book, label],
  );
  return (
    <ChartCard
      title={label(['经费执行', 'Spending'])}
      note={label(['元，逐月累计', 'yuan, cumulative by month'])}
      shape="lines"
      data={data}
      empty={label(['尚无入账和支出', 'No bookings or expenses yet'])}
      workbook={chartWorkbook}
    />
  );
};
