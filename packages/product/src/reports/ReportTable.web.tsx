import { ChartCard } from '@keyan/console/charts/ChartCard.tsx';
import { type ChartData, maxChartSeries, type Shape } from '@keyan/console/charts/data.ts';
import { Empty } from '@keyan/console/components/state.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataTable } from '@keyan/console/table/DataTable.tsx';
import { englishQuantity } from '@keyan/kernel/label.ts';
import type { CodeOf } from '@keyan/kernel/values/dictionary.ts';
import { workbookCall } from '../figures/figures.calls.web.ts';
import type { ReportResult, reportChart } from './report.ts';

const numberOf = (text: string | undefined): number | null =>
  text === undefined || text === '' ? null : Number(text);

/** Groups digits: `1234567.80` → `1,234,567.80`; other texts unchanged. */
const spaced = (text: string): string =>
  /^-?\d+(\.\d+)?$/.test(text) ? text.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',') : text;

/**
 * Chart data of a report: groups, or the first group with combinations of the others as series; the
 * largest series are drawn and the rest summed.
 */
export const chartOfReport = (
  { heads, groups, lines, links, drawn: at }: ReportResult,
  others: string,
): ChartData => {
  const [head] = heads;
  if (groups === 1) {
    return {
      head: head?.label ?? '',
      categories: lines.map(([name = '']) => name),
      series: [
        {
          name: heads[at]?.label ?? '',
          values: lines.map((line) => numberOf(line[at])),
          links: links.map((own) => own[at - groups] || undefined),
        },
      ],
    };
  }
  const categories = [...new Set(lines.map(([name = '']) => name))];
  const seriesOf = (line: readonly string[]): string => line.slice(1, groups).join(' · ');
  const sums = new Map<string, number>();
  for (const line of lines) {
    const name = seriesOf(line);
    sums.set(name, (sums.get(name) ?? 0) + (numberOf(line[at]) ?? 0));
  }
  const ranked = [...sums.keys()].toSorted(
    (one, two) => (sums.get(two) ?? 0) - (sums.get(one) ?? 0),
  );
  const drawn = ranked.length > maxChartSeries ? ranked.slice(0, maxChartSeries - 1) : ranked;
  const valuesOf = (isOf: (name: string) => boolean) =>
    categories.map((category) =>
      lines
        .filter((line) => line[0] === category && isOf(seriesOf(line)))
        .reduce((sum, line) => sum + (numberOf(line[at]) ?? 0), 0),
    );
  const series = drawn.map((name) => ({ name, values: valuesOf((each) => each === name) }));
  const rest = { name: others, values: valuesOf((each) => !drawn.includes(each)) };
  return {
    head: head?.label ?? '',
    categories,
    series: drawn.length < ranked.length ? [...series, rest] : series,
  };
};

const shapes: Readonly<Record<string, Shape>> = {
  columns: 'columns',
  bars: 'bars',
  lines: 'lines',
  ring: 'ring',
} satisfies Readonly<Partial<Record<CodeOf<typeof reportChart>, Shape>>>;

interface ReportTableProps {
  readonly name: string;
  readonly chart: string;
  readonly result: ReportResult;
}

/** Renders a report’s chart, if any, and its table; numbers link to their records. */
export const ReportTable = ({ name, chart, result }: ReportTableProps) => {
  const label = useLabel();
  const { heads, groups, lines, links, total, more } = result;
  if (lines.length === 0) {
    return <Empty>{label(['没有符合条件的记录', 'No matching records'])}</Empty>;
  }
  const shape = groups > 0 ? shapes[chart] : undefined;
  const columns = heads.map(
    ({ name: field, label: head }, index): DataColumn<readonly string[]> => {
      const isNumber = groups > 0 && index >= groups;
      return {
        key: field,
        head,
        align: isNumber ? 'right' : 'left',
        isRowHead: index === 0,
        cell: (line, { index: row }) => {
          const text = isNumber ? spaced(line[index] ?? '') : line[index];
          const link = links[row]?.[index - groups];
          return link ? <TabLink to={link}>{text}</TabLink> : text;
        },
      };
    },
  );
  return (
    <section className="ky-report" aria-label={label(['结果', 'Result'])}>
      {shape && (
        <ChartCard
          title={name}
          shape={shape === 'columns' && groups > 1 ? 'stack' : shape}
          data={chartOfReport(result, label(['其他', 'Other']))}
          empty={label(['没有符合条件的记录', 'No matching records'])}
          workbook={workbookCall}
        />
      )}
      <div className="ky-report-table">
        <DataTable<readonly string[]>
          frame="region"
          caption={name}
          rows={lines}
          columns={columns}
          minWidth={Math.max(480, heads.length * 130)}
          keyOf={(_line, index) => String(index)}
        />
      </div>
      <p className="ky-note">
        {groups > 0 && more
          ? label([
              `分组过多，只列出数值最大的 ${lines.length} 组；请减少分组字段或增加条件`,
              `Too many groups: the ${lines.length} largest are listed; group by fewer fields or set conditions`,
            ])
          : groups > 0
            ? label([
                total === null ? `${lines.length} 组` : `${lines.length} 组，共 ${total} 条`,
                total === null
                  ? englishQuantity(lines.length, 'group')
                  : `${englishQuantity(lines.length, 'group')}, ${englishQuantity(total, 'record')}`,
              ])
            : label([
                more ? `共 ${total} 条，显示前 ${lines.length} 条` : `共 ${total} 条`,
                more
                  ? `The first ${lines.length} of ${total} records`
                  : englishQuantity(total ?? lines.length, 'record'),
              ])}
        {label(['；数字按您自己的权限计算', '; figures follow your own permissions'])}
      </p>
    </section>
  );
};
