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
  /** Language of texts that the data does not contain, such as short names of provinces. */
  readonly language: Language;
}

export const noteFontSize = 12;
/** Maximum number of bars that have their value as a label. */
const maxLabelledBars = 8;
/** Pixels for the name of a category beside its bar: a third of the chart, within fixed limits. */
const nameWidth = (chart: number): number => Math.round(Math.min(280, Math.max(132, chart / 3)));
/** Pixels for the name of a line at its right end. */
const endWidth = 96;
const lineDashes = ['solid', 'dashed', 'dotted'] as const;

/** Returns bars for a ring with too many slices to read; any other shape unchanged. */
export const shapeFor = (shape: Shape, { categories }: ChartData): Shape =>
  shape === 'ring' && categories.length > maxChartSeries ? 'bars' : shape;

export const drawnSeries = ({ series }: ChartData): readonly ChartSeries[] =>
  series.filter(({ tableOnly }) => !tableOnly);

/**
 * Returns the points of a series for ECharts.
 * @param blank true leaves zeros out, which would leave a gap in the axis below
 */
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

const legendOptions = (theme: ChartTheme, shown: boolean): LegendComponentOption => ({
  show: shown,
  top: 0,
  left: 0,
  itemWidth: 10,
  itemHeight: 10,
  icon: 'rect',
  textStyle: { color: theme.note, fontSize: noteFontSize },
});

/** Width in pixels of a legend entry: Chinese characters are twice as wide as Latin letters. */
const entryWidth = (name: string): number =>
  [...name].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0xff ? 12 : 7), 28);

/** Height in pixels above a drawing, for as many lines of legend as the names need. */
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

/** Returns true if a series has negative values, as gains and losses do. */
const fallsBelow = (series: readonly ChartSeries[]): boolean =>
  series.some(({ values }) => values.some(isNegative));

/** Returns the value axis: starts at zero unless a value is negative; horizontal hairlines only. */
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

const verticalBarOptions = (
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
    legend: legendOptions(theme, several),
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
        show: !several && one.values.length <= maxLabelledBars,
        position: 'top',
        color: theme.text,
      },
      data: dataPoints(one, stacked),
    })),
  };
};

const horizontalBarOptions = (data: ChartData, theme: ChartTheme, width: number): ChartOption => {
  const series = drawnSeries(data);
  return {
    ...commonOptions(theme),
    tooltip: { ...commonOptions(theme).tooltip, trigger: 'axis', axisPointer: { type: 'shadow' } },
    legend: legendOptions(theme, series.length > 1),
    grid: { left: 4, right: 48, top: series.length > 1 ? 32 : 4, bottom: 0, containLabel: true },
    xAxis: {
      ...valueAxis(theme, false, series),
      // Room at the left of the bars for the value of a loss, which would cover the names.
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

const lineOptions = (data: ChartData, theme: ChartTheme): ChartOption => {
  const series = drawnSeries(data);
  return {
    ...commonOptions(theme),
    tooltip: { ...commonOptions(theme).tooltip, trigger: 'axis' },
    legend: legendOptions(theme, false),
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
      lineStyle: { width: 2, type: lineDashes[index % lineDashes.length] ?? 'solid' },
      endLabel: {
        show: series.length > 1,
        // Text in brackets is cut: the end of a line has little room, and the table has the whole
        // name.
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

/**
 * Width in pixels below which labels of a ring have no room for a name and its value on one line.
 */
const narrowRing = 480;

const ringOptions = (data: ChartData, theme: ChartTheme, width: number): ChartOption => {
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

const optionsByShape: Readonly<Record<Exclude<Shape, RareShape>, Draw>> = {
  columns: (data, theme, width) => verticalBarOptions(data, theme, width, false),
  stack: (data, theme, width) => verticalBarOptions(data, theme, width, true),
  bars: horizontalBarOptions,
  lines: lineOptions,
  ring: ringOptions,
};

/**
 * Returns the ECharts options of the data in a shape, in the colours of the theme, for a chart of
 * the given width in pixels.
 */
export const chartOption = (
  shape: Shape,
  data: ChartData,
  theme: ChartTheme,
  width: number,
): ChartOption =>
  optionsByShape[shapeFor(shape, data) as keyof typeof optionsByShape](data, theme, width);
