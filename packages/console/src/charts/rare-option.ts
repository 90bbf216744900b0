import { type Label, say } from '@keyan/kernel/label.ts';
import type { EChartsCoreOption } from 'echarts/core';
import type { ChartOption } from './ChartCanvas.tsx';
import type { ChartData, RareShape } from './data.ts';
import { type ChartTheme, commonOptions, dataPoints, drawnSeries, noteFontSize } from './option.ts';
import { provinceTiles, tileGrid } from './provinces.ts';

type Draw = (data: ChartData, theme: ChartTheme) => EChartsCoreOption;

const labelOptions = (theme: ChartTheme) => ({ color: theme.text, fontSize: noteFontSize });

/** Options of a flow chart (Sankey): the width of a band is its value. */
const flowOptions: Draw = (data, theme) => {
  const [series] = drawnSeries(data);
  const ends = data.ends ?? [];
  const names = [...new Set(ends.flat())];
  return {
    ...commonOptions(theme),
    tooltip: { ...commonOptions(theme).tooltip, trigger: 'item' },
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
        label: labelOptions(theme),
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

/** Options of a funnel chart: steps with falling numbers. */
const funnelOptions: Draw = (data, theme) => {
  const [series] = drawnSeries(data);
  return {
    ...commonOptions(theme),
    tooltip: { ...commonOptions(theme).tooltip, trigger: 'item' },
    series: [
      {
        type: 'funnel',
        sort: 'none',
        left: 8,
        // Names are placed beside the funnel: no text colour suits every step, and the last step is
        // narrow.
        right: '32%',
        top: 8,
        bottom: 8,
        minSize: '12%',
        label: { ...labelOptions(theme), position: 'right', formatter: '{b}  {c}' },
        itemStyle: { borderColor: theme.ground, borderWidth: 1 },
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

const radarOptions: Draw = (data, theme) => {
  const series = drawnSeries(data);
  const most = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return {
    ...commonOptions(theme),
    tooltip: { ...commonOptions(theme).tooltip, trigger: 'item' },
    legend: { show: series.length > 1, top: 0, left: 0, textStyle: { color: theme.note } },
    radar: {
      radius: '62%',
      indicator: data.categories.map((name) => ({ name, max: most })),
      axisName: { color: theme.text, fontSize: noteFontSize },
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

/** Options of a calendar chart: categories are days `yyyy-MM-dd`, darker for larger values. */
const calendarOptions: Draw = (data, theme) => {
  const [series] = drawnSeries(data);
  const days = data.categories.toSorted();
  const most = Math.max(1, ...(series?.values ?? []).map((value) => value ?? 0));
  return {
    ...commonOptions(theme),
    tooltip: { ...commonOptions(theme).tooltip, trigger: 'item' },
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
      dayLabel: { color: theme.note, fontSize: noteFontSize, firstDay: 1 },
      monthLabel: { color: theme.note, fontSize: noteFontSize },
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

/** Name of the tile that sums values outside the provinces: abroad, or no province given. */
const outsideProvincesText: Label = ['其他', 'Other'];

/**
 * Options of a tile chart: a tile per province, darker for larger values. No map, because it shows
 * no boundaries. Values of unknown codes share a tile at the edge; the table lists each code.
 */
const tileOptions: Draw = (data, theme) => {
  const [series] = drawnSeries(data);
  const place = (data.places ?? []).map((code) => code.slice(0, 2));
  const amountOf = (code: string): number => series?.values[place.indexOf(code)] ?? 0;
  // Provinces with a value come first, in the order of the data: a click finds its category by the index.
  const codes = [...place, ...Object.keys(provinceTiles).filter((code) => !place.includes(code))];
  const strange = codes.filter((code) => !provinceTiles[code]);
  const rest = place.reduce(
    (sum, code, index) => (provinceTiles[code] ? sum : sum + (series?.values[index] ?? 0)),
    0,
  );
  const axis = { type: 'category', show: false } as const;
  const most = Math.max(1, rest, ...codes.map(amountOf));
  // Label of a tile: short name and amount, in a text colour that is readable on the tile.
  const said = (short: string, amount: number) => ({
    short: amount > 0 ? `${short}\n${amount.toLocaleString('en-US')}` : short,
    label:
      amount > most / 2
        ? { color: theme.ground, textBorderColor: 'transparent' }
        : { color: theme.text },
  });
  return {
    ...commonOptions(theme),
    tooltip: {
      ...commonOptions(theme).tooltip,
      trigger: 'item',
      formatter: ({ name, value }: { name: string; value: readonly number[] }) =>
        `${name} ${(value[2] ?? 0).toLocaleString('en-US')}`,
    },
    grid: { left: 4, right: 4, top: 4, bottom: 4 },
    xAxis: { ...axis, data: Array.from({ length: tileGrid.columns }, (_, index) => index) },
    yAxis: {
      ...axis,
      inverse: true,
      data: Array.from({ length: tileGrid.rows }, (_, index) => index),
    },
    visualMap: {
      show: false,
      min: 0,
      max: most,
      inRange: { color: [theme.border, theme.colours[0] ?? theme.text] },
    },
    series: [
      {
        type: 'heatmap',
        itemStyle: { borderColor: theme.ground, borderWidth: 3, borderRadius: 4 },
        label: {
          ...labelOptions(theme),
          show: true,
          textBorderColor: theme.ground,
          textBorderWidth: 2,
          formatter: ({ data: { short } }: { data: { short: string } }) => short,
        },
        data: codes.map((code, index) => {
          const tile = provinceTiles[code];
          if (tile) {
            const short = say(tile.short, theme.language);
            const name = data.categories[index] ?? short;
            const amount = amountOf(code);
            return { name, ...said(short, amount), value: [...tile.at, amount] };
          }
          const name = say(outsideProvincesText, theme.language);
          const isShown = code === strange[0] && index === place.indexOf(code);
          return {
            name: strange.length === 1 ? (data.categories[index] ?? name) : name,
            ...said(name, isShown ? rest : 0),
            value: isShown ? [0, tileGrid.rows - 1, rest] : ['-', '-', '-'],
          };
        }),
      },
    ],
  };
};

const optionsByShape: Readonly<Record<RareShape, Draw>> = {
  flow: flowOptions,
  funnel: funnelOptions,
  radar: radarOptions,
  calendar: calendarOptions,
  tiles: tileOptions,
};

/** Returns the ECharts options of a rare shape, in the colours of the theme. */
export const rareOptionOf: ChartOption = (shape, data, theme) =>
  optionsByShape[shape as RareShape](data, theme);
