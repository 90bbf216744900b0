import type { ChartData, Shape } from '@keyan/console/charts/data.ts';
import type { Label } from '@keyan/kernel/label.ts';
import {
  chartNumber,
  chartOfOneDimension,
  chartOfTotals,
  chartOfTwoDimensions,
  inTenThousands,
  rankedName,
} from '../../figures/drawn.web.ts';
import type { Cell, FigureAnswer } from '../../figures/figure.ts';
import { rateBands } from '../../figures/rate-bands.ts';
import { type PanelQuestion, panelQuestions } from './panel-questions.ts';

type Say = (label: Label) => string;

/** Input for drawing a panel. */
interface Drawing {
  readonly answers: readonly FigureAnswer[];
  readonly say: Say;
  /** Selected years. */
  readonly years: readonly string[];
}

/** Chart of the dashboard: its questions and the conversion of answers to chart data. */
export interface Panel {
  readonly key: string;
  readonly title: Label;
  readonly note: Label;
  readonly shape: Shape;
  readonly most?: number;
  readonly asks: readonly PanelQuestion[];
  /** True if the panel loads separately, because its answer is slow. */
  readonly apart?: true;
  draw(drawing: Drawing): ChartData;
}

const tenThousandYuanUnit: Label = ['万元', '× 10,000 yuan'];
const itemsUnit: Label = ['项', 'items'];

const first = ({ answers: [answer] }: Drawing): FigureAnswer => answer as FigureAnswer;

const byYear =
  (money: boolean) =>
  (drawing: Drawing): ChartData => {
    const data = chartOfTwoDimensions(first(drawing), drawing.say, { keys: drawing.years });
    return money ? inTenThousands(data) : data;
  };

const byValue =
  (money = false) =>
  (drawing: Drawing): ChartData => {
    const data = chartOfOneDimension(first(drawing));
    return money ? inTenThousands(data) : data;
  };

/** Amounts by province, with region codes for the map. */
const byPlace = (drawing: Drawing): ChartData => ({
  ...inTenThousands(chartOfOneDimension(first(drawing))),
  places: first(drawing).cells.map(({ keys: [code = ''] }) => code),
});

/** Ranking of colleges, with rank, change of rank and change of value. */
const ranking = (drawing: Drawing): ChartData => {
  const answer = first(drawing);
  const data = inTenThousands(chartOfOneDimension(answer));
  const { say } = drawing;
  const column = (name: Label, pick: (index: number) => number | null) => ({
    name: say(name),
    values: answer.cells.map((_cell, index) => pick(index)),
    tableOnly: true,
  });
  return {
    ...data,
    drawnAs: answer.cells.map(rankedName),
    series: [
      ...data.series,
      column(['名次', 'Rank'], (index) => answer.cells[index]?.rank ?? null),
      column(['名次变化', 'Rank change'], (index) => answer.cells[index]?.moved ?? null),
      column(['同比（%）', 'Change (%)'], (index) =>
        chartNumber(answer.cells[index]?.change === '' ? null : answer.cells[index]?.change),
      ),
    ],
  };
};

const arrivedLabel: Label = ['到账', 'Received'];
const availableLabel: Label = ['项目可用', 'Available to projects'];

/** Flow of funds from sources to uses; both sides have equal sums. */
const flow = ({ answers, say }: Drawing): ChartData => {
  const [gross, ...parts] = answers;
  const middle = say(arrivedLabel);
  const sources = gross?.cells ?? [];
  const taken = parts.map((part) => ({
    name: part.label,
    value: chartNumber(part.total?.value) ?? 0,
    link: part.total?.link,
  }));
  const left =
    (chartNumber(gross?.total?.value) ?? 0) - taken.reduce((sum, { value }) => sum + value, 0);
  const bands = [
    ...sources.map(({ names: [name = ''], value, link }) => ({
      ends: [name, middle] as const,
      value: chartNumber(value) ?? 0,
      link,
    })),
    ...taken.map(({ name, value, link }) => ({ ends: [middle, name] as const, value, link })),
    { ends: [middle, say(availableLabel)] as const, value: left, link: undefined },
  ].filter(({ value }) => value > 0);
  return inTenThousands({
    head: say(['流向', 'Flow']),
    categories: bands.map(({ ends: [from, to] }) => `${from} → ${to}`),
    ends: bands.map(({ ends }) => ends),
    series: [
      {
        name: say(['金额', 'Amount']),
        values: bands.map(({ value }) => value),
        links: bands.map(({ link }) => link || undefined),
      },
    ],
  });
};

/** Funnel of stages with totals; the table also shows each kind of project. */
const steps = ({ answers, say }: Drawing): ChartData => {
  const cells = answers.flatMap((answer) => answer.cells);
  const kinds = new Map(cells.map(({ keys: [kind = ''], names: [name = ''] }) => [kind, name]));
  return {
    head: say(['环节', 'Step']),
    categories: answers.map(({ label }) => label),
    series: [
      {
        name: say(itemsUnit),
        values: answers.map(({ total }) => chartNumber(total?.value) ?? 0),
        links: answers.map(({ total }) => total?.link || undefined),
      },
      ...[...kinds].map(([kind, name]) => {
        const own = answers.map((answer) => answer.cells.find(({ keys }) => keys[0] === kind));
        return {
          name,
          values: own.map((cell) => chartNumber(cell?.value) ?? 0),
          links: own.map((cell) => cell?.link || undefined),
          tableOnly: true,
        };
      }),
    ],
  };
};

/** Histogram with all bands in order, including empty bands. */
const histogram = (drawing: Drawing): ChartData => {
  const answer = first(drawing);
  const cells = rateBands.map(({ code, label }): Cell => {
    const found = answer.cells.find(({ keys: [key] }) => key === code);
    const names = [drawing.say(label)];
    return found ? { ...found, names } : { keys: [code], names, value: '0', rows: 0, link: '' };
  });
  return chartOfOneDimension({ ...answer, cells });
};

/** Charts of the dashboard in display order. */
export const dashboardPanels: readonly Panel[] = [
  {
    key: 'arrivals',
    title: ['到账趋势', 'Funds received per year'],
    note: tenThousandYuanUnit,
    shape: 'stack',
    asks: panelQuestions.arrivals,
    draw: byYear(true),
  },
  {
    key: 'levels',
    title: ['在研项目级别', 'Active projects by level'],
    note: ['项 · 按当前', 'projects · today'],
    shape: 'bars',
    asks: panelQuestions.levels,
    draw: byValue(),
  },
  {
    key: 'ranking',
    title: ['院系到账排名', 'Colleges by funds received'],
    note: ['万元 · 名次与升降', '× 10,000 yuan · rank and change'],
    shape: 'bars',
    most: 10,
    asks: panelQuestions.ranking,
    draw: ranking,
  },
  {
    key: 'outputs',
    title: ['成果年度', 'Outputs per year'],
    note: itemsUnit,
    shape: 'stack',
    asks: panelQuestions.outputs,
    draw: byYear(false),
  },
  {
    key: 'states',
    title: ['项目状态', 'Projects by status'],
    note: ['项 · 按当前', 'projects · today'],
    shape: 'ring',
    asks: panelQuestions.states,
    draw: byValue(),
  },
  {
    key: 'flow',
    title: ['经费流向', 'Flow of funds'],
    note: ['万元 · 项目可用含待入账', '× 10,000 yuan · available to projects includes unbooked'],
    shape: 'flow',
    asks: panelQuestions.flow,
    draw: flow,
  },
  {
    key: 'funnel',
    title: ['申报漏斗', 'Application funnel'],
    note: itemsUnit,
    shape: 'funnel',
    asks: panelQuestions.funnel,
    draw: steps,
  },
  {
    key: 'due',
    title: ['90 天到期日历', 'Due within 90 days'],
    note: ['项目、合同、票据、年费、申报截止', 'projects, contracts, invoices, fees, calls'],
    shape: 'calendar',
    asks: panelQuestions.due,
    draw: (drawing) => chartOfTotals(first(drawing), drawing.say),
  },
  {
    key: 'index',
    title: ['收录类别', 'Indexing'],
    note: ['篇 · 一篇可属多类', 'papers · one may be in several'],
    shape: 'bars',
    asks: panelQuestions.index,
    draw: byValue(),
  },
  {
    key: 'high',
    title: ['高水平成果', 'High-level outputs'],
    note: itemsUnit,
    shape: 'stack',
    asks: panelQuestions.high,
    draw: byYear(false),
  },
  {
    key: 'region',
    title: ['合同来源地区', 'Contracts by region'],
    note: [
      '万元 · 甲方所在省份 · 每格一省，仅示意',
      '× 10,000 yuan · province of the client · a tile each, not a map',
    ],
    shape: 'tiles',
    asks: panelQuestions.region,
    draw: byPlace,
  },
  {
    key: 'party',
    title: ['合同甲方性质', 'Contracts by client'],
    note: tenThousandYuanUnit,
    shape: 'ring',
    asks: panelQuestions.party,
    draw: byValue(true),
  },
  {
    key: 'people',
    title: ['科研人员职称与性别', 'Researchers by rank and sex'],
    note: ['人 · 按当前', 'people · today'],
    shape: 'bars',
    most: 12,
    asks: panelQuestions.people,
    draw: (drawing) => chartOfTwoDimensions(first(drawing), drawing.say),
  },
  {
    key: 'rates',
    title: ['执行率分布', 'Projects by spending rate'],
    note: ['项 · 按当前', 'projects · today'],
    shape: 'columns',
    apart: true,
    asks: panelQuestions.rates,
    draw: histogram,
  },
  {
    key: 'warnings',
    title: ['预警', 'Warnings'],
    note: ['项 · 按当前', 'items · today'],
    shape: 'radar',
    asks: panelQuestions.warnings,
    draw: byValue(),
  },
];
