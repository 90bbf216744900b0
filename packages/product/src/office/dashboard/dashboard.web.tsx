import { ChartCard } from '@keyan/console/charts/ChartCard.tsx';
import type { ChartData } from '@keyan/console/charts/data.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { Card, Page, PageHeader } from '@keyan/console/components/Page.tsx';
import { Empty } from '@keyan/console/components/state.tsx';
import type { Lookup } from '@keyan/console/data/values.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { filterControls } from '@keyan/console/list/filters.tsx';
import { useTab, useTabParams } from '@keyan/console/navigation/tab.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { mayEnter } from '@keyan/console/presentation/resources.tsx';
import type { Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { paper } from '../../achievement/paper/paper.ts';
import { department } from '../../system/departments/department.ts';
import type { SchoolInfo, Share, StepTime } from '../home/figures.ts';
import { service, useSchoolInfo } from '../home/home.calls.web.ts';
import { PaperChart } from '../home/PaperChart.web.tsx';
import { dashboardCharts } from '../home/paper-charts.web.ts';
import { Strip } from '../home/Strip.web.tsx';
import { lastYears, type Span } from '../home/years.ts';
import '@keyan/console/charts/chart.css';
import '@keyan/console/table/filters.css';
import './dashboard.web.css';

/** Conditions beside the span of years, in the address as a list would spell them. */
const filterNames = ['fkDeptId', 'subjectClass'] as const;
/** Departments with those below them, as the filter asks for them. */
const tree = 'fkDeptId_tree';

/** Asked of the departments themselves: papers answer their choices only to who has a page of them. */
const departments: Lookup = { path: `/${department.path}/lookup` };

interface Chosen {
  readonly span: Span;
  readonly conditions: Readonly<Record<string, string>>;
}

const yearOf = (text: string | undefined, usual: number): number =>
  /^\d{4}$/.test(text ?? '') ? Number(text) : usual;

const readChosen = (params: Readonly<Record<string, string | undefined>>): Chosen => {
  const usual = lastYears(new Date());
  const [one, other] = [yearOf(params.from, usual.from), yearOf(params.to, usual.to)];
  return {
    span: { from: Math.min(one, other), to: Math.max(one, other) },
    conditions: Object.fromEntries(
      [...filterNames, tree].flatMap((name) => {
        const value = params[name];
        return value ? [[name, value]] : [];
      }),
    ),
  };
};

const writeChosen = ({ span, conditions }: Chosen): string => {
  const usual = lastYears(new Date());
  return new URLSearchParams({
    ...(span.from === usual.from ? {} : { from: String(span.from) }),
    ...(span.to === usual.to ? {} : { to: String(span.to) }),
    ...conditions,
  }).toString();
};

/** What the dashboard shows; kept in the address, so that a copied link shows the same. */
const useChosen = () => {
  const params = useTabParams();
  const { setQuery } = useTab();
  const [chosen, setChosen] = useState(() => readChosen(params));
  useEffect(() => setQuery(writeChosen(chosen)), [chosen, setQuery]);
  return [chosen, setChosen] as const;
};

/** Years offered: from this one back. */
const yearsBack = 20;

interface YearsProps {
  readonly span: Span;
  readonly onChange: (span: Span) => void;
}

const Years = ({ span, onChange }: YearsProps) => {
  const label = useLabel();
  const [thisYear] = useState(() => new Date().getFullYear());
  const options = Array.from({ length: yearsBack }, (_, index) => ({
    value: thisYear - index,
    label: String(thisYear - index),
  }));
  return (
    <span>
      <span className="ky-note">{label(['年度', 'Years'])}</span>
      <Select<number>
        value={span.from}
        options={options}
        aria-label={label(['开始年度', 'From year'])}
        onChange={(from) => onChange({ from, to: Math.max(from, span.to) })}
      />
      –
      <Select<number>
        value={span.to}
        options={options}
        aria-label={label(['结束年度', 'To year'])}
        onChange={(to) => onChange({ from: Math.min(span.from, to), to })}
      />
    </span>
  );
};

const scopes: Readonly<Record<SchoolInfo['scope'], Label>> = {
  school: ['全校', 'The whole university'],
  department: ['本院系及下级', 'Your departments and below'],
  own: ['本人', 'Your own'],
};

const sharesData = (shares: readonly Share[], head: string, name: string): ChartData => ({
  head,
  categories: shares.map((share) => share.name),
  series: [{ name, values: shares.map(({ value }) => value) }],
});

/** Longest list of bars that can be read. */
const mostBars = 12;

/** Charts of tables whose pages come later: numbers without links, whatever the filters are. */
const SchoolCharts = () => {
  const label = useLabel();
  const { data, error, refetch } = useSchoolInfo();
  const note = label(['按当前，不随筛选', 'current, regardless of filters']);
  const empty = label(['权限范围内没有数据', 'No data within your permissions']);
  const common = {
    shape: 'bars',
    fault: error ?? undefined,
    onRetry: () => void refetch(),
    empty,
    workbook: `${service}/exportTable`,
  } as const;
  return (
    <>
      <ChartCard
        {...common}
        title={label(['在研项目级别', 'Active projects by level'])}
        note={`${label(['项', 'projects'])} · ${note}`}
        data={
          data &&
          sharesData(data.projectByLevel, label(['级别', 'Level']), label(['项目数', 'Projects']))
        }
      />
      <ChartCard
        {...common}
        title={label(['科研人员职称', 'Researchers by rank'])}
        note={`${label(['人', 'people'])} · ${note}`}
        data={
          data &&
          sharesData(
            data.personByRank.slice(0, mostBars),
            label(['职称', 'Rank']),
            label(['人数', 'People']),
          )
        }
      />
    </>
  );
};

/** 流程效率: how long each step takes, from the history of its tasks. */
const StepsChart = ({ span, department }: { span: Span; department: string | undefined }) => {
  const label = useLabel();
  const client = useClient();
  const [only = ''] = department?.split(',') ?? [];
  const query = {
    from: String(span.from),
    to: String(span.to),
    ...(only ? { department: only } : {}),
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

/** 数据看板: what the reader's roles open, drawn; every mark of a list's rows leads to them. */
const DashboardPage = () => {
  const label = useLabel();
  const permissions = usePermissions();
  const { data: school } = useSchoolInfo();
  const [chosen, setChosen] = useChosen();
  const { span, conditions } = chosen;
  const { lib } = paper.views;
  const papers = lib !== undefined && mayEnter(lib, permissions);
  const filter = (name: (typeof filterNames)[number]) => {
    const { spec } = paper.fields[name];
    const Control = filterControls[spec.kind];
    return (
      Control && (
        <span key={name} data-filter={name}>
          <Control
            lookup={departments}
            name={name}
            spec={spec}
            filters={conditions}
            placeholder={label(spec.label)}
            onChange={(change) =>
              setChosen((before) => ({
                ...before,
                conditions: Object.fromEntries(
                  Object.entries({ ...before.conditions, ...change }).filter(
                    (entry): entry is [string, string] => Boolean(entry[1]),
                  ),
                ),
              }))
            }
          />
        </span>
      )
    );
  };
  return (
    <Page
      header={
        <PageHeader
          title={label(['数据看板', 'Dashboard'])}
          context={school && label(scopes[school.scope])}
        />
      }
    >
      <div className="ky-dash">
        <section className="ky-card ky-dash-filters" aria-label={label(['筛选', 'Filters'])}>
          <Years span={span} onChange={(next) => setChosen({ ...chosen, span: next })} />
          {filterNames.map(filter)}
        </section>
        <Strip cards={school?.cards} />
        <div className="ky-charts">
          {papers ? (
            dashboardCharts.map((chart) => (
              <PaperChart key={chart.title[1]} chart={chart} span={span} conditions={conditions} />
            ))
          ) : (
            <Card title={label(['论文', 'Papers'])}>
              <Empty>
                {label([
                  '论文图表需要「论文库」的权限，请联系科研处管理员',
                  'Charts of papers need the paper library: ask the research office',
                ])}
              </Empty>
            </Card>
          )}
          <StepsChart span={span} department={conditions[tree] ?? conditions.fkDeptId} />
          <SchoolCharts />
        </div>
      </div>
    </Page>
  );
};

export default DashboardPage;
