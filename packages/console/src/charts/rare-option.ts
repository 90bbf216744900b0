import type { EChartsCoreOption } from 'echarts/core';
import type { OptionOf } from './ChartCanvas.tsx';
import type { ChartData, RareShape } from './data.ts';
import { type ChartTheme, common, drawn, noteSize, points } from './option.ts';

type Draw = (data: ChartData, theme: ChartTheme) => EChartsCoreOption;

const label = (theme: ChartTheme) => ({ color: theme.text, fontSize: noteSize });

/** From where to where something goes; the width of a band is its value. */
const flow: Draw = (data, theme) => {
  const [series] = drawn(data);
  const ends = data.ends ?? [];
  const names = [...new Set(ends.flat())];
  return {
    ...common(theme),
    tooltip: { ...common(theme).tooltip, trigger: 'item' },
    series: [
      {
        type: 'sankey',
        left: 4,
        right: 120,
        top: 8,
        bottom: 8,
        nodeGap: 10,
        nodeWidth: 12,
        draggable: false,
        label: label(theme),
        lineStyle: { color: 'gradient', opacity: 0.35 },
        data: names.map((name) => ({ name })),
        links: ends.map(([source, target], index) => ({
          source,
          target,
          value: series?.values[index] ?? 0,
        })),
      },
    ],
  };
};

/** Steps, of which each keeps fewer than the one before. */
const funnel: Draw = (data, theme) => {
  const [series] = drawn(data);
  return {
    ...common(theme),
    tooltip: { ...common(theme).tooltip, trigger: 'item' },
    series: [
      {
        type: 'funnel',
        sort: 'none',
        left: 8,
        right: 8,
        top: 8,
        bottom: 8,
        minSize: '12%',
        label: { ...label(theme), position: 'inside', formatter: '{b}  {c}' },
        itemStyle: { borderColor: theme.ground, borderWidth: 1 },
        data: series
          ? points(series).map((point, index) => ({ ...point, name: data.categories[index] ?? '' }))
          : [],
      },
    ],
  };
};

const radar: Draw = (data, theme) => {
  const series = drawn(data);
  const most = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return {
    ...common(theme),
    tooltip: { ...common(theme).tooltip, trigger: 'item' },
    legend: { show: series.length > 1, top: 0, left: 0, textStyle: { color: theme.note } },
    radar: {
      radius: '62%',
      indicator: data.categories.map((name) => ({ name, max: most })),
      axisName: { color: theme.text, fontSize: noteSize },
      splitArea: { show: false },
      splitLine: { lineStyle: { color: theme.border } },
      axisLine: { lineStyle: { color: theme.border } },
    },
    series: [
      {
        type: 'radar',
        data: series.map(({ name, values }) => ({ name, value: values.map((one) => one ?? 0) })),
        areaStyle: { opacity: 0.12 },
      },
    ],
  };
};

/** Days of the categories `yyyy-MM-dd`, darker the more falls on them. */
const calendar: Draw = (data, theme) => {
  const [series] = drawn(data);
  const days = data.categories.toSorted();
  const most = Math.max(1, ...(series?.values ?? []).map((value) => value ?? 0));
  return {
    ...common(theme),
    tooltip: { ...common(theme).tooltip, trigger: 'item' },
    visualMap: {
      show: false,
      min: 0,
      max: most,
      inRange: { color: [theme.border, theme.colours[0] ?? theme.text] },
    },
    calendar: {
      left: 36,
      right: 8,
      top: 24,
      bottom: 4,
      cellSize: ['auto', 'auto'],
      range: [days[0] ?? '', days.at(-1) ?? ''],
      itemStyle: { color: theme.ground, borderColor: theme.border, borderWidth: 0.5 },
      splitLine: { lineStyle: { color: theme.border } },
      dayLabel: { color: theme.note, fontSize: noteSize, firstDay: 1 },
      monthLabel: { color: theme.note, fontSize: noteSize },
      yearLabel: { show: false },
    },
    series: [
      {
        type: 'heatmap',
        coordinateSystem: 'calendar',
        data: data.categories.map((day, index) => [day, series?.values[index] ?? 0]),
      },
    ],
  };
};

const drawings: Readonly<Record<RareShape, Draw>> = { flow, funnel, radar, calendar };

/** The options of a rare shape, in the colours of the theme. */
export const rareOptionOf: OptionOf = (shape, data, theme) =>
  drawings[shape as RareShape](data, theme);
