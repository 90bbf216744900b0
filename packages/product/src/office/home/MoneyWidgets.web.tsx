import { ChartCard } from '@keyan/console/charts/ChartCard.tsx';
import { type ChartData, isChartEmpty } from '@keyan/console/charts/data.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useMemo, useState } from 'react';
import {
  chartNumber,
  chartOfOneDimension,
  chartOfTwoDimensions,
  inTenThousands,
} from '../../figures/drawn.web.ts';
import type { FigureAnswer, Question } from '../../figures/figure.ts';
import { useFigures, workbookCall } from '../../figures/figures.calls.web.ts';
import { yearsText } from '../../figures/span.ts';
import { FigureChart, openArrivals, tenThousandYuan, useYears } from './FigureChart.web.tsx';
import { FiguresCard } from './FiguresCard.web.tsx';
import './home.widgets.web.css';

/** Widget 到账趋势: funds granted to projects by year and nature. */
export const MoneyWidget = () => {
  const label = useLabel();
  const { from, to, keys } = useYears();
  const draw = useMemo(
    () => (answer: FigureAnswer) => inTenThousands(chartOfTwoDimensions(answer, label, { keys })),
    [label, keys],
  );
  return (
    <FigureChart
      title={['到账趋势', 'Funds received per year']}
      note={tenThousandYuan}
      shape="stack"
      question={{ figure: 'fund.gross', by: ['year', 'kind'], from, to }}
      empty={['近五年还没有到账', 'No funds received in the last five years']}
      lead={openArrivals}
      draw={draw}
    />
  );
};

interface InAndOutProps {
  readonly title: Label;
  readonly by: 'year' | 'month';
  readonly span: { readonly from: number; readonly to: number };
  /** All years or months on the axis. */
  readonly keys: readonly string[];
}

/** Chart of incoming and outgoing funds; renders nothing if both are empty. */
const InAndOut = ({ title, by, span: { from, to }, keys }: InAndOutProps) => {
  const label = useLabel();
  const questions = useMemo(
    (): readonly Question[] =>
      ['fund.gross', 'fund.spent'].map((figure) => ({ figure, by: [by], from, to })),
    [by, from, to],
  );
  const { data } = useFigures(questions);
  const drawn = useMemo((): ChartData | undefined => {
    const all = data
      ?.filter(({ refused }) => !refused)
      .map((one) => chartOfOneDimension(one, { keys }));
    const [first] = all ?? [];
    return first && inTenThousands({ ...first, series: (all ?? []).flatMap((one) => one.series) });
  }, [data, keys]);
  if (!data) return <div className="ky-home-waiting" />;
  if (!drawn || isChartEmpty(drawn)) return null;
  return (
    <ChartCard
      title={label(title)}
      note={label(tenThousandYuan)}
      conditions={label(yearsText({ from, to }))}
      shape="columns"
      data={drawn}
      empty=""
      workbook={workbookCall}
    />
  );
};

/** Widget 经费收支: incoming and outgoing funds of the reader’s projects by year. */
export const FlowsWidget = () => {
  const { from, to, keys } = useYears();
  return (
    <InAndOut title={['经费收支', 'Funds by year']} by="year" span={{ from, to }} keys={keys} />
  );
};

const monthsOf = (now: Date): readonly string[] =>
  Array.from(
    { length: now.getMonth() + 1 },
    (_, index) => `${now.getFullYear()}-${String(index + 1).padStart(2, '0')}`,
  );

/** Widget 本年收支: incoming and outgoing funds by month of the current year. */
export const MonthsWidget = () => {
  const { to } = useYears();
  const [keys] = useState(() => monthsOf(new Date()));
  return (
    <InAndOut
      title={['本年各月收支', 'Funds by month this year']}
      by="month"
      span={{ from: to, to }}
      keys={keys}
    />
  );
};

const fundKeys = [
  'project.funds',
  'ledger.arrived',
  'ledger.net',
  'ledger.spent',
  'ledger.held',
  'ledger.balance',
  'fund.rate',
];

/**
 * Figures that make up the usable funds of projects: spent, reserved by expenses in approval,
 * available.
 */
const partKeys = ['ledger.spent', 'ledger.held', 'ledger.balance'];

/** Data of a ring chart; undefined if a part is negative. */
const ringOf = (answers: readonly FigureAnswer[], head: string): ChartData | undefined => {
  const parts = answers.filter(({ figure, refused }) => partKeys.includes(figure) && !refused);
  const values = parts.map(({ total }) => chartNumber(total?.value) ?? 0);
  if (values.some((value) => value < 0) || values.every((value) => value === 0)) return undefined;
  return inTenThousands({
    head,
    categories: parts.map(({ label }) => label),
    series: [{ name: head, values, links: parts.map(({ total }) => total?.link || undefined) }],
  });
};

/** Widget 我的经费: funds of projects that the reader leads or works on. */
export const FundsWidget = () => {
  const label = useLabel();
  const { data } = useFigures(fundKeys.map((figure) => ({ figure })));
  const ring = useMemo(
    () => data && ringOf(data, label(['直接经费', 'Direct funds'])),
    [data, label],
  );
  if (!data) return <div className="ky-home-waiting" />;
  return (
    <>
      <FiguresCard
        title={['经费', 'Funds']}
        answers={data}
        empty={['还没有项目经费', 'No project funds yet']}
        lead={openArrivals}
      />
      {ring && (
        <div className="ky-home-below">
          <ChartCard
            title={label(['直接经费去向', 'Use of direct funds'])}
            note={label(tenThousandYuan)}
            shape="ring"
            height={200}
            data={ring}
            empty=""
            workbook={workbookCall}
          />
        </div>
      )}
    </>
  );
};
