import { ChartCard } from '@keyan/console/charts/ChartCard.tsx';
import { oneWay, type Shape, twoWay, yearKeys } from '@keyan/console/charts/data.ts';
import { useGroupCounts } from '@keyan/console/data/groupCounts.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useMemo } from 'react';
import { type PaperFields, paper } from '../../achievement/paper/paper.ts';
import { service } from './home.calls.web.ts';
import { type Span, spanConditions } from './years.ts';

type Name = keyof PaperFields & string;

/** How the papers of the library are counted and drawn. */
export interface PaperChartGiven {
  readonly title: Label;
  readonly note?: Label;
  readonly shape: Shape;
  /** The values of the first field are the categories, those of the second the series. */
  readonly by: readonly [Name] | readonly [Name, Name];
  /** The largest first unless it is years; so many of them. */
  readonly top?: number;
  /** Papers without a value are left out, because few kinds of paper can have one. */
  readonly filledOnly?: boolean;
}

interface PaperChartProps {
  readonly chart: PaperChartGiven;
  readonly span: Span;
  /** Conditions of the list beside the span, by wire key. */
  readonly conditions: Readonly<Record<string, string>>;
}

const unit: Label = ['篇', 'papers'];
const noConditions: Readonly<Record<string, string>> = {};

/** A chart of approved papers. Each mark leads to the library with exactly the papers that it counts. */
export const PaperChart = ({ chart, span, conditions = noConditions }: PaperChartProps) => {
  const label = useLabel();
  const { by, top, filledOnly = false } = chart;
  const [first, second] = by;
  const all = useMemo(() => ({ ...spanConditions(span), ...conditions }), [span, conditions]);
  const { data: rows, error, refetch } = useGroupCounts(paper, 'lib', by, all);
  const data = useMemo(() => {
    if (!rows) return undefined;
    const path = paper.views.lib?.path ?? '';
    const link = (own: Readonly<Record<string, string>>) =>
      `${path}?${new URLSearchParams({ ...all, ...own })}`;
    const head = label(paper.fields[first].spec.label);
    const years = first === 'statYear' ? yearKeys(span.from, span.to) : [];
    const counted = filledOnly ? rows.filter(({ keys: [key] }) => key !== '') : rows;
    return second
      ? twoWay(counted, {
          head,
          say: label,
          keys: years,
          linkOf: (key, series) => link({ [first]: key, [second]: series }),
        })
      : oneWay(counted, {
          head,
          say: label,
          name: label(['论文数', 'Papers']),
          order: first === 'statYear' ? 'key' : 'total',
          top,
          keys: years,
          linkOf: (key) => link({ [first]: key }),
        });
  }, [rows, all, first, second, span, top, filledOnly, label]);
  return (
    <ChartCard
      title={label(chart.title)}
      note={[label(unit), chart.note && label(chart.note)].filter(Boolean).join(' · ')}
      shape={chart.shape}
      data={data}
      fault={error ?? undefined}
      onRetry={() => void refetch()}
      empty={label(['这些条件下没有入库论文', 'No papers match these filters'])}
      workbook={`${service}/exportTable`}
    />
  );
};
