import type { Language } from '@keyan/kernel/label.ts';
import type { BarSeriesOption, LineSeriesOption, PieSeriesOption } from 'echarts/charts';
import type {
  AriaComponentOption,
  GridComponentOption,
  LegendComponentOption,
  TooltipComponentOption,
} from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import {
  type ChartData,
  type ChartSeries,
  maxChartSeries,
  type RareShape,
  type Shape,
} from './data.ts';

export type ChartOption = ComposeOption<
  | AriaComponentOption
  | BarSeriesOption
  | GridComponentOption
  | LegendComponentOption
  | LineSeriesOption
  | PieSeriesOption
  | TooltipComponentOption
>;

/** The values of the current theme that a chart needs. */
export interface ChartTheme {
  /** Colours of the series, in order. */
  readonly colours: readonly string[];
  readonly text: string;
  readonly note: string;
  readonly border: string;
  readonly ground: string;
  readonly popup: string;
  readonly font: string;
  /** Language of words that belong to no data, such as the short names of provinces. */
  readonly language: Language;
}

export const noteFontSize = 12;
/** Most bars that have their value as a label. */
const mostLabels = 8;
/** Pixels for the name of a category beside its bar: a third of the chart, as far as it helps to read. */
const nameWidth = (chart: number): number => Math.round(Math.min(280, Math.max(132, chart / 3)));
/** Pixels for the name of a line at its end. */
const endWidth = 96;
const dashes = ['solid', 'dashed', 'dotted'] as const;

/** A ring with too many slices is unreadable: it becomes bars. */
export const shapeFor = (shape: Shape, { categories }: ChartData): Shape =>
  shape === 'ring' && categories.length > maxChartSeries ? 'bars' : shape;

export const drawnSeries = ({ series }: ChartData): readonly ChartSeries[] =>
  series.filter(({ tableOnly }) => !tableOnly);

/** @param blank zeros are not drawn: they would leave a gap in the axis below */
export const dataPoints = ({ values, links }: ChartSeries, blank = false) =>
  values.map((value, index) => ({
    value: value === null || (blank && value === 0) ? ('-' as const) : value,
    cursor: links?.[index] ? 'pointer' : 'default',
  }));

export const commonOptions = (theme: ChartTheme): ChartOption => ({
  color: [...theme.colours],
  animation: false,
  textStyle: { color: theme.text, fontFamily: theme.font, fontSize: noteFontSize },
  tooltip: {
    confine: true,
    backgroundColor: theme.popup,
    borderColor: theme.border,
    borderWidth: 1,
    textStyle: { color: theme.text, fontSize: noteFontSize },
  },
});

const legend = (theme: ChartTheme, shown: boolean): LegendComponentOption => ({
  show: shown,
  top: 0,
  left: 0,
  itemWidth: 10,
  itemHeight: 10,
  icon: 'rect',
  textStyle: { color: theme.note, fontSize: noteFontSize },
});

/** Pixels of an entry of a legend: Chinese letters are twice as wide as Latin ones. */
const entryWidth = (name: string): number =>
  [...name].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0xff ? 12 : 7), 28);

/** Pixels above a drawing: a legend takes as many lines as its names need. */
const roomAbove = (series: readonly ChartSeries[], width: number): number => {
  if (series.length < 2) return 20;
  let [count, taken] = [1, 0];
  for (const { name } of series) {
    const own = entryWidth(name);
    const fits = taken + own <= width;
    count += fits ? 0 : 1;
    taken = fits ? taken + own : own;
  }
  return 14 + 18 * count;
};

const isNegative = (value: number | null): boolean => value !== null && value < 0;

/** Does a series fall below zero, as gains and losses do? */
const fallsBelow = (series: readonly ChartSeries[]): boolean =>
  series.some(({ values }) => values.some(isNegative));

/** Numbers begin at zero, unless some lie below it; horizontal hairlines only. */
const valueAxis = (theme: ChartTheme, grid: boolean, series: readonly ChartSeries[]) => ({
  type: 'value' as const,
  ...(fallsBelow(series) ? {} : { min: 0 }),
  minInterval: 1,
  axisLabel: { color: theme.note, fontSize: noteFontSize, hideOverlap: true },
  splitLine: { show: grid, lineStyle: { color: theme.border } },
});

const categoryAxis = (
  theme: ChartTheme,
  { categories, drawnAs }: Pick<ChartData, 'categories' | 'drawnAs'>,
) => ({
  type: 'category' as const,
  data: [...(drawnAs ?? categories)],
  axisTick: { show: false },
  axisLine: { lineStyle: { color: theme.border } },
  axisLabel: { color: theme.note, fontSize: noteFontSize, hideOverlap: true },
});

const upright = (
  data: ChartData,
  theme: ChartTheme,
  width: number,
  stacked: boolean,
): ChartOption => {
  const series = drawnSeries(data);
  const several = series.length > 1;
  return {
    ...commonOptions(theme),
    tooltip: { ...commonOptions(theme).tooltip, trigger: 'axis', axisPointer: { type: 'shadow' } },
    legend: legend(theme, several),
    grid: { left: 4, right: 8, top: roomAbove(series, width), bottom: 0, containLabel: true },
    xAxis: categoryAxis(theme, data),
    yAxis: valueAxis(theme, true, series),
    series: series.map((one) => ({
      type: 'bar',
      name: one.name,
      ...(stacked ? { stack: 'all' } : {}),
      barMaxWidth: 32,
      itemStyle: stacked ? { borderColor: theme.ground, borderWidth: 1 } : {},
      label: {
        show: !several && one.values.length <= mostLabels,
        position: 'top',
        color: theme.text,
      },
      data: dataPoints(one, stacked),
    })),
  };
};

const sideways = (data: ChartData, theme: ChartTheme, width: number): ChartOption => {
  const series = drawnSeries(data);
  return {
    ...commonOptions(theme),
    tooltip: { ...commonOptions(theme).tooltip, trigger: 'axis', axisPointer: { type: 'shadow' } },
    legend: legend(theme, series.length > 1),
    grid: { left: 4, right: 48, top: series.length > 1 ? 32 : 4, bottom: 0, containLabel: true },
    xAxis: {
      ...valueAxis(theme, false, series),
      // The value of a loss stands at the left of its bar, and not in the names.
      ...(fallsBelow(series) ? { boundaryGap: ['18%', 0] } : {}),
      axisLabel: { show: false },
    },
    yAxis: {
      ...categoryAxis(theme, data),
      axisLine: { lineStyle: { color: theme.border }, onZero: true },
      inverse: true,
      axisLabel: {
        color: theme.text,
        fontSize: noteFontSize,
        width: nameWidth(width),
        overflow: 'truncate',
      },
    },
    series: series.map((one) => ({
      type: 'bar',
      name: one.name,
      barMaxWidth: 16,
      label: { show: true, position: 'right', color: theme.text },
      data: dataPoints(one).map((point, at) =>
        isNegative(one.values[at] ?? null)
          ? { ...point, label: { position: 'left' as const } }
          : point,
      ),
    })),
  };
};

const lines = (data: ChartData, theme: ChartTheme): ChartOption => {
  const series = drawnSeries(data);
  return {
    ...commonOptions(theme),
    tooltip: { ...commonOptions(theme).tooltip, trigger: 'axis' },
    legend: legend(theme, false),
    grid: {
      left: 4,
      right: series.length > 1 ? endWidth + 8 : 16,
      top: 20,
      bottom: 0,
      containLabel: true,
    },
    xAxis: { ...categoryAxis(theme, data), boundaryGap: false },
    yAxis: valueAxis(theme, true, series),
    series: series.map((one, index) => ({
      type: 'line',
      name: one.name,
      symbol: 'circle',
      symbolSize: 8,
      lineStyle: { width: 2, type: dashes[index % dashes.length] ?? 'solid' },
      endLabel: {
        show: series.length > 1,
        // There is little room at the end of a line: the table has what stands in brackets.
        formatter: one.name.replace(/\s*[(（].*$/, ''),
        color: theme.text,
        width: endWidth,
        overflow: 'break',
      },
      labelLayout: { moveOverlap: 'shiftY' },
      data: dataPoints(one),
    })),
  };
};

/** Pixels below which labels beside a ring have no room for a name and its value in one line. */
const narrowRing = 480;

const ring = (data: ChartData, theme: ChartTheme, width: number): ChartOption => {
  const [series] = drawnSeries(data);
  return {
    ...commonOptions(theme),
    tooltip: { ...commonOptions(theme).tooltip, trigger: 'item' },
    series: [
      {
        type: 'pie',
        name: series?.name ?? '',
        radius: ['46%', '70%'],
        percentPrecision: 0,
        itemStyle: { borderColor: theme.ground, borderWidth: 1 },
        label: {
          formatter: width < narrowRing ? '{b}\n{c} · {d}%' : '{b} {c}\n{d}%',
          color: theme.text,
          fontSize: noteFontSize,
        },
        labelLine: { lineStyle: { color: theme.border } },
        data: series
          ? dataPoints(series).map((point, index) => ({
              ...point,
              name: data.categories[index] ?? '',
            }))
          : [],
      },
    ],
  };
};

type Draw = (data: ChartData, theme: ChartTheme, width: number) => ChartOption;

const drawings: Readonly<Record<Exclude<Shape, RareShape>, Draw>> = {
  columns: (data, theme, width) => upright(data, theme, width, false),
  stack: (data, theme, width) => upright(data, theme, width, true),
  bars: sideways,
  lines,
  ring,
};

/** The options for ECharts: the data in a shape, in the colours of the theme, for a chart of this many pixels. */
export const chartOption = (
  shape: Shape,
  data: ChartData,
  theme: ChartTheme,
  width: number,
): ChartOption => drawings[shapeFor(shape, data) as keyof typeof drawings](data, theme, width);
