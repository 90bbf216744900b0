import { ChartCard } from '@keyan/console/charts/ChartCard.tsx';
import { useClient } from '@keyan/console/client/context.tsx';
import { Card, Page, PageHeader } from '@keyan/console/components/Page.tsx';
import { Empty, ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { ChoiceFilter } from '@keyan/console/list/ChoiceFilter.tsx';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { useTab, useTabParams } from '@keyan/console/navigation/tab.ts';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataTable } from '@keyan/console/table/DataTable.tsx';
import { dayText } from '@keyan/kernel/values/time.ts';
import { useQuery } from '@tanstack/react-query';
import { Tabs } from 'antd';
import { useMemo, useState } from 'react';
import { budgetItem } from '../../project/budget/budget-items.ts';
import { programKind } from '../../project/common/dictionaries.ts';
import { YuanAmount } from './Amount.web.tsx';
import {
  chartWorkbook,
  type Figure,
  fundsQueryService,
  moneyFigures,
  type SumGrouping,
  type SummaryAnswer,
  type SummaryLine,
  sumGroupingKeys,
  sumGroupings,
} from './figures.ts';
import { bookPage } from './pages.ts';
import './funds-query.web.css';

/** Columns of a line in display order. */
const shown = [
  'budget',
  'arrived',
  'taxed',
  'overhead',
  'net',
  'held',
  'spent',
  'available',
] as const;
/** Figures shown above the table. */
const headFigures = ['arrived', 'taxed', 'overhead', 'net', 'spent', 'available'] as const;
const years = 10;

interface SummaryFilter {
  readonly by: SumGrouping;
  readonly from: string;
  readonly to: string;
  readonly programKind: string;
  readonly item: string;
  readonly departmentId: string;
  readonly programLeader: string;
  readonly resource: string;
}

/**
 * Filter set by a click on a line, by grouping; lines of projects open the project’s page instead.
 */
const filterByGrouping: Readonly<
  Partial<Record<SumGrouping, (key: string) => Partial<SummaryFilter>>>
> = {
  person: (programLeader) => ({ programLeader, by: 'project' }),
  college: (departmentId) => ({ departmentId, by: 'project' }),
  nature: (kind) => ({ programKind: kind, by: 'project' }),
  source: (resource) => ({ resource, by: 'project' }),
  item: (item) => ({ item, by: 'project' }),
  year: (year) => ({ from: year, to: year, by: 'project' }),
};

const given = (asked: Partial<SummaryFilter>): Record<string, string> =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''));

const isGrouping = (name: string | undefined): name is SumGrouping =>
  sumGroupingKeys.some((one) => one === name);

/** Query of the page, stored in the address so that the back button restores it. */
const useAsked = () => {
  const tab = useTab();
  const params = useTabParams();
  const [asked, setAsked] = useState<SummaryFilter>({
    by: isGrouping(params.by) ? params.by : 'college',
    from: params.from ?? '',
    to: params.to ?? '',
    programKind: params.programKind ?? '',
    item: params.item ?? '',
    departmentId: params.departmentId ?? '',
    programLeader: params.programLeader ?? '',
    resource: params.resource ?? '',
  });
  const change = (more: Partial<SummaryFilter>) => {
    const next = { ...asked, ...more };
    setAsked(next);
    tab.setQuery(new URLSearchParams(given(next)).toString());
  };
  return { asked, change };
};

interface LinesProps {
  readonly by: SumGrouping;
  readonly summary: SummaryAnswer;
  readonly onOpen: (line: SummaryLine) => void;
}

/** Table of summary lines with a total row. */
const Lines = ({ by, summary, onOpen }: LinesProps) => {
  const label = useLabel();
  const columns = useMemo(
    (): readonly DataColumn<SummaryLine>[] => [
      {
        key: 'name',
        head: sumGroupings[by],
        isRowHead: true,
        cell: (line) => (
          <>
            {by === 'project' ? (
              <TabLink to={bookPage(line.key)}>{line.name}</TabLink>
            ) : (
              <button type="button" className="ky-link" onClick={() => onOpen(line)}>
                {line.name}
              </button>
            )}
            {line.note && <span className="ky-note"> {line.note}</span>}
          </>
        ),
      },
      ...(by === 'project'
        ? []
        : [
            {
              key: 'projects',
              head: ['项目', 'Projects'] as const,
              align: 'right' as const,
              width: 72,
              cell: ({ projects }: SummaryLine) => projects,
            },
          ]),
      ...shown.map(
        (figure): DataColumn<SummaryLine> => ({
          key: figure,
          head: moneyFigures[figure],
          align: 'right',
          width: 112,
          cell: ({ sums }) => <YuanAmount value={sums[figure]} />,
        }),
      ),
      {
        key: 'rate',
        head: ['执行率', 'Spending rate'],
        align: 'right',
        width: 84,
        cell: ({ rate }) => (rate === '' ? '—' : `${rate} %`),
      },
      ...(by === 'project'
        ? [
            {
              key: 'elapsed',
              head: ['时间进度', 'Time elapsed'] as const,
              align: 'right' as const,
              width: 84,
              cell: ({ elapsed }: SummaryLine) => (elapsed === '' ? '—' : `${elapsed} %`),
            },
          ]
        : []),
    ],
    [by, onOpen],
  );
  if (summary.lines.length === 0) {
    return <Empty>{label(['没有符合条件的项目', 'No matching projects'])}</Empty>;
  }
  return (
    <DataTable
      caption={label(['经费汇总', 'Fund summary'])}
      rows={summary.lines}
      columns={columns}
      minWidth={1180}
      keyOf={({ key }) => key}
      totals={shown.map((figure) => ({
        key: figure,
        head: moneyFigures[figure],
        value: <YuanAmount value={summary.total.sums[figure]} />,
      }))}
    />
  );
};

interface FiltersProps {
  readonly asked: SummaryFilter;
  readonly onChange: (more: Partial<SummaryFilter>) => void;
}

const Filters = ({ asked, onChange }: FiltersProps) => {
  const label = useLabel();
  const last = Number(dayText(new Date()).slice(0, 4));
  const offered = Array.from({ length: years }, (_, index) => String(last - index)).map((year) => ({
    value: year,
    label: year,
  }));
  const named = (
    entries: readonly { readonly code: string; readonly label: readonly [string, string] }[],
  ) => entries.map(({ code, label: name }) => ({ value: code, label: label(name) }));
  const narrow = asked.departmentId || asked.programLeader || asked.resource;
  return (
    <div className="ky-filters">
      <ChoiceFilter
        value={asked.from}
        label={label(['开始年度', 'From year'])}
        options={offered.filter(({ value }) => asked.to === '' || value <= asked.to)}
        onChange={(from) => onChange({ from })}
      />
      <ChoiceFilter
        value={asked.to}
        label={label(['结束年度', 'To year'])}
        options={offered.filter(({ value }) => value >= asked.from)}
        onChange={(to) => onChange({ to })}
      />
      <ChoiceFilter
        value={asked.programKind}
        label={label(['项目性质', 'Project kind'])}
        options={named(programKind.entries)}
        onChange={(kind) => onChange({ programKind: kind })}
      />
      <ChoiceFilter
        value={asked.item}
        label={label(['科目', 'Budget item'])}
        options={named(budgetItem.entries)}
        onChange={(item) => onChange({ item })}
      />
      {narrow && (
        <button
          type="button"
          className="ky-link"
          onClick={() => onChange({ departmentId: '', programLeader: '', resource: '' })}
        >
          {label(['显示全部项目', 'Show all projects'])}
        </button>
      )}
    </div>
  );
};

/** Totals of all matching projects, above the table. */
const Heads = ({ total }: { readonly total: SummaryLine }) => {
  const label = useLabel();
  return (
    <div className="ky-funds-figures">
      {headFigures.map((figure: Figure) => (
        <div key={figure}>
          <span>{label(moneyFigures[figure])}</span>
          <strong>
            <YuanAmount value={total.sums[figure]} />
          </strong>
        </div>
      ))}
      <div>
        <span>{label(['执行率', 'Spending rate'])}</span>
        <strong>{total.rate === '' ? '—' : `${total.rate} %`}</strong>
      </div>
    </div>
  );
};

/** Groupings with a chart: those with few, short names. */
const groupingsWithChart: ReadonlySet<SumGrouping> = new Set([
  'college',
  'nature',
  'source',
  'year',
  'item',
]);

/**
 * Page 经费汇总: funds of readable projects, grouped by project, person, college, nature, source,
 * item or year.
 */
const FundsSummary = () => {
  const label = useLabel();
  const client = useClient();
  const { asked, change } = useAsked();
  const query = given(asked);
  const { data, error, refetch } = useQuery({
    queryKey: ['funds', 'summary', query],
    queryFn: ({ signal }) =>
      client.get<SummaryAnswer>(`/${fundsQueryService}/summary`, query, { quiet: true, signal }),
    placeholderData: (before) => before,
  });
  const open = ({ key }: SummaryLine) => {
    const next = filterByGrouping[asked.by]?.(key);
    if (next) change(next);
  };
  const chart = data &&
    groupingsWithChart.has(asked.by) && {
      head: label(sumGroupings[asked.by]),
      categories: data.lines.map(({ name }) => name),
      series: (['arrived', 'spent'] as const).map((figure) => ({
        name: label(moneyFigures[figure]),
        values: data.lines.map(({ sums }) => Number(sums[figure] ?? 0)),
      })),
    };
  const content = () => {
    if (error) return <ErrorPanel fault={error} onRetry={refetch} />;
    if (!data) return <SkeletonRows />;
    return (
      <>
        <Heads total={data.total} />
        {chart && (
          <ChartCard
            title={label(['累计到账与已支出', 'Received and spent'])}
            note={label(['元', 'yuan'])}
            shape="columns"
            data={chart}
            most={14}
            empty={label(['没有符合条件的项目', 'No matching projects'])}
            workbook={chartWorkbook}
          />
        )}
        <Card flush>
          <Lines by={asked.by} summary={data} onOpen={open} />
        </Card>
        {data.more && (
          <p className="ky-note">
            {label([
              '仅显示到账最多的 500 行，合计为全部',
              'Only the 500 rows with the most funds received are shown; totals cover all',
            ])}
          </p>
        )}
      </>
    );
  };
  return (
    <Page
      header={
        <PageHeader
          title={label(['经费汇总', 'Fund summary'])}
          facts={label([
            '按您自己的权限统计；年度按到账、付款日期；执行率 = 已支出 ÷ 直接经费',
            'Figures follow your own permissions; years by arrival and payment dates; spending rate = spent ÷ direct funds',
          ])}
        />
      }
    >
      <div className="ky-funds-board">
        <Tabs
          activeKey={asked.by}
          onChange={(by) => change({ by: by as SumGrouping })}
          items={sumGroupingKeys.map((key) => ({ key, label: label(sumGroupings[key]) }))}
        />
        <Filters asked={asked} onChange={change} />
        {content()}
      </div>
    </Page>
  );
};

export default FundsSummary;
