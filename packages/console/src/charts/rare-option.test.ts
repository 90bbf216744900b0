import { expect, test } from 'vitest';
import type { ChartData, RareShape } from './data.ts';
import type { ChartTheme } from './option.ts';
import { rareOptionOf } from './rare-option.ts';

const look: ChartTheme = {
  colours: ['#111111'],
  text: '#000000',
  note: '#333333',
  border: '#dddddd',
  ground: '#ffffff',
  popup: '#ffffff',
  font: 'sans-serif',
  language: 'zh',
};
const data: ChartData = {
  head: '流向',
  categories: ['甲 → 到账', '到账 → 税金'],
  ends: [
    ['甲', '到账'],
    ['到账', '税金'],
  ],
  series: [{ name: '金额', values: [9, 2], links: ['/a', undefined] }],
};

const seriesOf = (shape: RareShape) => {
  const { series } = rareOptionOf(shape, data, look, 400);
  return (series as readonly { readonly type: string; readonly data: readonly unknown[] }[])[0];
};

test('a flow has each end once, and a band for each category', () => {
  const flow = seriesOf('flow') as { readonly data: unknown; readonly links: unknown } | undefined;
  expect(flow?.data).toEqual([{ name: '甲' }, { name: '到账' }, { name: '税金' }]);
  expect(flow?.links).toEqual([
    { source: '甲', target: '到账', value: 9 },
    { source: '到账', target: '税金', value: 2 },
  ]);
});

test('each province has a tile, those with a value in the order of the data', () => {
  const given = {
    ...data,
    head: '地区',
    categories: ['湖北省', '境外'],
    places: ['420000', '990000'],
  };
  const { series } = rareOptionOf('tiles', given, look, 400);
  const [{ data: tiles } = { data: [] }] = series as readonly {
    readonly data: readonly { readonly name: string; readonly short: string }[];
  }[];
  expect(tiles).toHaveLength(35);
  expect(tiles[0]).toMatchObject({ name: '湖北省', short: '鄂\n9', value: [3, 4, 9] });
  // Values of no province stand at the edge, under their own name where they have one code.
  expect(tiles[1]).toMatchObject({ name: '境外', short: '其他\n2', value: [0, 7, 2] });
  const { series: english } = rareOptionOf('tiles', given, { ...look, language: 'en' }, 400);
  const [{ data: named } = { data: [] }] = english as readonly {
    readonly data: readonly object[];
  }[];
  expect(named.slice(0, 2)).toMatchObject([{ short: 'HB\n9' }, { short: 'Other\n2' }]);
});

test.each([
  ['funnel', 'funnel', 2],
  ['radar', 'radar', 1],
  ['calendar', 'heatmap', 2],
] as const)('a %s is drawn as such', (shape, type, marks) => {
  const series = seriesOf(shape);
  expect([series?.type, series?.data.length]).toEqual([type, marks]);
});
