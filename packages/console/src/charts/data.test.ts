import type { Label } from '@keyan/kernel/label.ts';
import { describe, expect, test } from 'vitest';
import {
  chartOfOneField,
  chartOfTwoFields,
  chartTable,
  firstCategories,
  isChartEmpty,
  maxChartSeries,
  yearKeys,
} from './data.ts';
import { type ChartTheme, chartOption, shapeFor } from './option.ts';

const say = ([zh]: Label): string => zh;
const row = (keys: string[], total: number, names: string[] = []) => ({
  keys,
  names: keys.map((_, index) => names[index] ?? ''),
  total,
});

describe('one number for each value', () => {
  const rows = [row(['2024'], 3), row(['2026'], 9), row([''], 1)];
  const linkOf = (key: string) => `/list?year=${key}`;
  const common = { head: '年度', name: '篇数', say, linkOf };

  test('in the order of the keys, with the years in which there was nothing', () => {
    const data = chartOfOneField(rows.slice(0, 2), {
      ...common,
      order: 'key',
      keys: yearKeys(2024, 2026),
    });
    expect(data.categories).toEqual(['2024', '2025', '2026']);
    expect(data.series[0]).toMatchObject({
      values: [3, 0, 9],
      links: ['/list?year=2024', undefined, '/list?year=2026'],
    });
  });
  test('the largest first, and only this many of them', () => {
    const data = chartOfOneField(rows, { ...common, order: 'total', top: 2 });
    expect(data.categories).toEqual(['2026', '2024']);
  });
  test('the first of them are drawn', () => {
    const data = chartOfOneField(rows, { ...common, order: 'total' });
    expect(firstCategories(data, 2)).toMatchObject({
      categories: ['2026', '2024'],
      series: [{ name: '篇数', values: [9, 3] }],
    });
  });
  test('what is not filled in is called so and leads nowhere', () => {
    const data = chartOfOneField(rows, { ...common, order: 'total' });
    expect(data.categories[2]).toBe('未填写');
    expect(data.series[0]?.links?.[2]).toBeUndefined();
  });
});

describe('a second field as series', () => {
  const linkOf = (key: string, series: string) => `/list?year=${key}&grade=${series}`;
  const keys = yearKeys(2025, 2026);
  const grades = Array.from({ length: maxChartSeries + 2 }, (_, index) => `G${index}`);
  const rows = grades.flatMap((grade, index) => [
    row(['2025', grade], index + 1, ['', `级别 ${index}`]),
    row(['2026', grade], index + 1),
  ]);
  const data = chartOfTwoFields(rows, { head: '年度', say, keys, linkOf });

  test('has at most six, the rest together as 其他', () => {
    expect(data.series).toHaveLength(maxChartSeries);
    expect(data.series.at(-1)).toMatchObject({ name: '其他', values: [6, 6] });
  });
  test('loses nothing by that', () => {
    const drawn = data.series
      .flatMap(({ values }) => values)
      .reduce<number>((a, b) => a + (b ?? 0), 0);
    expect(drawn).toBe(rows.reduce((sum, { total }) => sum + total, 0));
  });
  test('each leads to its rows, 其他 to those of all its codes', () => {
    expect(data.series[0]?.links?.[0]).toBe('/list?year=2025&grade=G3');
    expect(data.series.at(-1)?.links?.[1]).toMatch(/^\/list\?year=2026&grade=G\d,G\d,G\d$/);
  });
  test('says the same as a table', () => {
    const { heads, lines } = chartTable(data);
    expect(heads).toHaveLength(maxChartSeries + 1);
    expect(lines).toHaveLength(2);
    expect(lines[0]?.[0]).toBe('2025');
  });
});

test('nothing is told from something', () => {
  const blank = { head: '', categories: ['a'], series: [{ name: '', values: [0] }] };
  expect(isChartEmpty(blank)).toBe(true);
  expect(isChartEmpty({ ...blank, series: [{ name: '', values: [1] }] })).toBe(false);
});

describe('what is drawn', () => {
  const look: ChartTheme = {
    colours: ['#111111', '#222222'],
    text: '#000000',
    note: '#333333',
    border: '#dddddd',
    ground: '#ffffff',
    popup: '#ffffff',
    font: 'sans-serif',
    language: 'zh' as const,
  };
  const data = (count: number) => ({
    head: '',
    categories: Array.from({ length: count }, (_, index) => `t${index}`),
    series: [
      { name: 's', values: Array.from({ length: count }, () => 1) },
      { name: 'table', values: Array.from({ length: count }, () => 2), tableOnly: true },
    ],
  });

  test('a ring has at most six slices; more are bars', () => {
    expect(shapeFor('ring', data(6))).toBe('ring');
    expect(shapeFor('ring', data(7))).toBe('bars');
  });
  test('labels beside a narrow ring have the value below the name', () => {
    const labelAt = (width: number) => chartOption('ring', data(3), look, width).series;
    expect(labelAt(600)).toMatchObject([{ label: { formatter: '{b} {c}\n{d}%' } }]);
    expect(labelAt(400)).toMatchObject([{ label: { formatter: '{b}\n{c} · {d}%' } }]);
  });
  test('bars of losses lie below zero, with their values at the left', () => {
    const lost = { ...data(2), series: [{ name: '增减', values: [14, -171.33] }] };
    const { xAxis, series } = chartOption('bars', lost, look, 400);
    expect(xAxis).not.toHaveProperty('min');
    expect(series).toMatchObject([
      { data: [{ value: 14 }, { value: -171.33, label: { position: 'left' } }] },
    ]);
  });
  test.each(['columns', 'stack', 'bars', 'lines'] as const)('%s begin at zero', (shape) => {
    const { xAxis, yAxis } = chartOption(shape, data(3), look, 400);
    const values = [xAxis, yAxis].flat().find((axis) => axis?.type === 'value');
    expect(values).toMatchObject({ min: 0 });
  });
  test('series for the table alone stay out of the drawing', () => {
    expect(chartOption('bars', data(3), look, 400).series).toHaveLength(1);
  });
  test('the colours are the theme’s', () => {
    expect(chartOption('ring', data(3), look, 400).color).toEqual(look.colours);
  });
});
