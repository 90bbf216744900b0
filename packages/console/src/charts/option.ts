import type { BarSeriesOption, LineSeriesOption, PieSeriesOption } from 'echarts/charts';
import type {
  AriaComponentOption,
  GridComponentOption,
  LegendComponentOption,
  TooltipComponentOption,
} from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import { type ChartData, mostSeries, type Series, type Shape } from './data.ts';

export type ChartOption = ComposeOption<
  | AriaComponentOption
  | BarSeriesOption
  | GridComponentOption
  | LegendComponentOption
  | LineSeriesOption
  | PieSeriesOption
  | TooltipComponentOption
>;

/** The theme's share of a chart, as the page has it now. */
export interface Look {
  /** Of series, in their order. */
  readonly colours: readonly string[];
  readonly text: string;
  readonly note: string;
  readonly border: string;
  readonly ground: string;
  readonly popup: string;
  readonly font: string;
}

const noteSize = 12;
/** Values stand on bars up to this many of them. */
const mostLabels = 8;
/** Pixels that the name of a thing beside its bar may take. */
const nameWidth = 132;
/** Pixels that the name of a line may take at its end. */
const endWidth = 96;
const dashes = ['solid', 'dashed', 'dotted'] as const;

/** A ring of too many slices tells nothing: it is drawn as bars. */
export const shapeFor = (shape: Shape, { things }: ChartData): Shape =>
  shape === 'ring' && things.length > mostSeries ? 'bars' : shape;

const drawn = ({ series }: ChartData): readonly Series[] =>
  series.filter(({ tableOnly }) => !tableOnly);

/** @param blank a nought is not drawn: it would cut a gap into the axis below it */
const points = ({ values, links }: Series, blank = false) =>
  values.map((value, index) => ({
    value: value === null || (blank && value === 0) ? ('-' as const) : value,
    cursor: links?.[index] ? 'pointer' : 'default',
  }));

const common = (look: Look): ChartOption => ({
  color: [...look.colours],
  animation: false,
  textStyle: { color: look.text, fontFamily: look.font, fontSize: noteSize },
  tooltip: {
    confine: true,
    backgroundColor: look.popup,
    borderColor: look.border,
    borderWidth: 1,
    textStyle: { color: look.text, fontSize: noteSize },
  },
});

const legend = (look: Look, shown: boolean): LegendComponentOption => ({
  show: shown,
  top: 0,
  left: 0,
  itemWidth: 10,
  itemHeight: 10,
  icon: 'rect',
  textStyle: { color: look.note, fontSize: noteSize },
});

/** Numbers begin at zero; horizontal hairlines only. */
const valueAxis = (look: Look, grid: boolean) => ({
  type: 'value' as const,
  min: 0,
  minInterval: 1,
  axisLabel: { color: look.note, fontSize: noteSize, hideOverlap: true },
  splitLine: { show: grid, lineStyle: { color: look.border } },
});

const thingAxis = (look: Look, things: readonly string[]) => ({
  type: 'category' as const,
  data: [...things],
  axisTick: { show: false },
  axisLine: { lineStyle: { color: look.border } },
  axisLabel: { color: look.note, fontSize: noteSize, hideOverlap: true },
});

const upright = (data: ChartData, look: Look, stacked: boolean): ChartOption => {
  const series = drawn(data);
  const several = series.length > 1;
  return {
    ...common(look),
    tooltip: { ...common(look).tooltip, trigger: 'axis', axisPointer: { type: 'shadow' } },
    legend: legend(look, several),
    grid: { left: 4, right: 8, top: several ? 32 : 20, bottom: 0, containLabel: true },
    xAxis: thingAxis(look, data.things),
    yAxis: valueAxis(look, true),
    series: series.map((one) => ({
      type: 'bar',
      name: one.name,
      ...(stacked ? { stack: 'all' } : {}),
      barMaxWidth: 32,
      itemStyle: stacked ? { borderColor: look.ground, borderWidth: 1 } : {},
      label: {
        show: !several && one.values.length <= mostLabels,
        position: 'top',
        color: look.text,
      },
      data: points(one, stacked),
    })),
  };
};

const sideways = (data: ChartData, look: Look): ChartOption => {
  const series = drawn(data);
  return {
    ...common(look),
    tooltip: { ...common(look).tooltip, trigger: 'axis', axisPointer: { type: 'shadow' } },
    legend: legend(look, series.length > 1),
    grid: { left: 4, right: 48, top: series.length > 1 ? 32 : 4, bottom: 0, containLabel: true },
    xAxis: { ...valueAxis(look, false), axisLabel: { show: false } },
    yAxis: {
      ...thingAxis(look, data.things),
      inverse: true,
      axisLabel: { color: look.text, fontSize: noteSize, width: nameWidth, overflow: 'truncate' },
    },
    series: series.map((one) => ({
      type: 'bar',
      name: one.name,
      barMaxWidth: 16,
      label: { show: true, position: 'right', color: look.text },
      data: points(one),
    })),
  };
};

const lines = (data: ChartData, look: Look): ChartOption => {
  const series = drawn(data);
  return {
    ...common(look),
    tooltip: { ...common(look).tooltip, trigger: 'axis' },
    legend: legend(look, false),
    grid: {
      left: 4,
      right: series.length > 1 ? endWidth + 8 : 16,
      top: 20,
      bottom: 0,
      containLabel: true,
    },
    xAxis: { ...thingAxis(look, data.things), boundaryGap: false },
    yAxis: valueAxis(look, true),
    series: series.map((one, index) => ({
      type: 'line',
      name: one.name,
      symbol: 'circle',
      symbolSize: 8,
      lineStyle: { width: 2, type: dashes[index % dashes.length] ?? 'solid' },
      endLabel: {
        show: series.length > 1,
        formatter: '{a}',
        color: look.text,
        width: endWidth,
        overflow: 'break',
      },
      labelLayout: { moveOverlap: 'shiftY' },
      data: points(one),
    })),
  };
};

const ring = (data: ChartData, look: Look): ChartOption => {
  const [series] = drawn(data);
  return {
    ...common(look),
    tooltip: { ...common(look).tooltip, trigger: 'item' },
    series: [
      {
        type: 'pie',
        name: series?.name ?? '',
        radius: ['46%', '70%'],
        percentPrecision: 0,
        itemStyle: { borderColor: look.ground, borderWidth: 1 },
        label: { formatter: '{b} {c}\n{d}%', color: look.text, fontSize: noteSize },
        labelLine: { lineStyle: { color: look.border } },
        data: series
          ? points(series).map((point, index) => ({ ...point, name: data.things[index] ?? '' }))
          : [],
      },
    ],
  };
};

const drawings: Readonly<Record<Shape, (data: ChartData, look: Look) => ChartOption>> = {
  columns: (data, look) => upright(data, look, false),
  stack: (data, look) => upright(data, look, true),
  bars: sideways,
  lines,
  ring,
};

/** What the drawing library is told: the data in a shape, in the look of the theme. */
export const optionOf = (shape: Shape, data: ChartData, look: Look): ChartOption =>
  drawings[shapeFor(shape, data)](data, look);
