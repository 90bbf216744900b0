import { ChartCard } from '@keyan/console/charts/ChartCard.tsx';
import type { ChartData } from '@keyan/console/charts/data.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import type { Label } from '@keyan/kernel/label.ts';
import { useMemo, useState } from 'react';
import type { FigureAnswer, Question } from '../../figures/figure.ts';
import { useFigures, workbookCall } from '../../figures/figures.calls.web.ts';
import { yearsText } from '../../figures/span.ts';
import { recentYears } from './years.ts';

interface FigureChartProps {
  readonly title: Label;
  readonly note: Label;
  readonly shape: 'stack' | 'bars' | 'columns';
  readonly question: Question;
  readonly empty: Label;
  /** Link shown if the chart is empty. */
  readonly lead?: { readonly to: string; readonly label: Label };
  readonly most?: number;
  readonly draw: (answer: FigureAnswer) => ChartData;
}

/** Chart of one figure; renders nothing if the reader may not query the figure. */
export const FigureChart = ({
  title,
  note,
  shape,
  question,
  empty,
  lead,
  most,
  draw,
}: FigureChartProps) => {
  const label = useLabel();
  const { data, error, refetch } = useFigures([question]);
  const [answer] = data ?? [];
  const drawn = useMemo(() => answer && draw(answer), [answer, draw]);
  if (answer?.refused) return null;
  return (
    <ChartCard
      title={label(title)}
      note={label(note)}
      conditions={label(yearsText(question))}
      shape={shape}
      {...(most === undefined ? {} : { most })}
      data={drawn}
      fault={error ?? undefined}
      onRetry={() => void refetch()}
      empty={
        <>
          {label(empty)}
          {lead && (
            <>
              {' · '}
              <TabLink to={lead.to}>{label(lead.label)}</TabLink>
            </>
          )}
        </>
      }
      workbook={workbookCall}
    />
  );
};

export const tenThousandYuan: Label = ['万元', '× 10,000 yuan'];

/** Years of home page charts, as a span and as a list. */
export const useYears = () => {
  const [span] = useState(() => recentYears(new Date()));
  const keys = useMemo(
    () => Array.from({ length: span.to - span.from + 1 }, (_, index) => String(span.from + index)),
    [span],
  );
  return { ...span, keys };
};

/** Address of the page with unclaimed arrivals. */
export const openArrivals = {
  to: '/funds/arrivePool',
  label: ['查看到账公示', 'View open arrivals'],
} as const;
