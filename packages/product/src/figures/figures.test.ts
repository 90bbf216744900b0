import { Invalid } from '@keyan/kernel/errors.ts';
import { describe, expect, test } from 'vitest';
import { allFigures, dimensionsOf, figureOf, isFlow } from './catalog.ts';
import { isDerived, type Question } from './figure.ts';
import { checkQuestion } from './parts.server.ts';
import { percentChange, rankCells } from './shaping.server.ts';

test.each([
  ['120', '100', '+20'],
  ['80.00', '100.00', '-20'],
  ['100', '100', '0'],
  ['5', '0', ''],
])('%s after %s is a change of %s percent', (now, before, text) => {
  expect(percentChange(now, before)).toBe(text);
});

const cell = (key: string, value: string) => ({
  keys: [key],
  names: [key],
  value,
  rows: 1,
  link: '',
});

describe('the largest stand first', () => {
  test('and equal values share a rank', () => {
    const found = rankCells(
      ['7', '9', '9', '3'].map((value, index) => cell(String(index), value)),
      undefined,
    );
    expect(found.map(({ value, rank }) => [value, rank])).toEqual([
      ['9', 1],
      ['9', 1],
      ['7', 3],
      ['3', 4],
    ]);
  });
  test('with the places that they gained', () => {
    const now = [cell('a', '5'), cell('b', '9')];
    const before = [cell('a', '8'), cell('b', '2')];
    expect(rankCells(now, before).map(({ keys: [key], moved }) => [key, moved])).toEqual([
      ['b', 1],
      ['a', -1],
    ]);
  });
});

test.each([...allFigures.keys()])('%s says what it counts, and its parts are figures', (key) => {
  const figure = figureOf(key);
  expect(figure.caliber.every((text) => text.length > 5)).toBe(true);
  if (isDerived(figure)) for (const part of figure.parts) expect(allFigures.has(part)).toBe(true);
  expect(new Set(dimensionsOf(figure)).size).toBe(dimensionsOf(figure).length);
});

test('what waits is of today and of no year: last year’s waits, too', () => {
  const waiting = [...allFigures.values()].filter(({ label: [zh] }) =>
    /^待|待认领|审批中/.test(zh),
  );
  expect(waiting.length).toBeGreaterThan(5);
  expect(waiting.filter(isFlow).map(({ key }) => key)).toEqual([]);
});

test('an amount of money is the total of a column of the page to which it leads', () => {
  const odd = [...allFigures.values()].flatMap((figure) =>
    isDerived(figure) || figure.unit !== 'yuan'
      ? []
      : figure.sources.flatMap(({ resource: { list, views }, view, sum }) => {
          // Libraries have too many records to add them up with each page.
          if (sum === undefined || view === 'lib') return [];
          const isShown = (views[view]?.columns ?? list.columns).includes(sum);
          return isShown && list.totals?.includes(sum) ? [] : [`${figure.key} ${sum}`];
        }),
  );
  expect(odd).toEqual([]);
});

test('what Chinese calls an amount is one in English, in yuan, and no count is', () => {
  const figures = [...allFigures.values()];
  const named = (figure: (typeof figures)[number]) => figure.label.join(' · ');
  const amounts = figures.filter(({ label: [zh] }) => zh.endsWith('额'));
  expect(amounts.filter(({ unit }) => unit !== 'yuan').map(named)).toEqual([]);
  expect(amounts.map(named).filter((text) => !/amount|balance|income/i.test(text))).toEqual([]);
});

test.each<Partial<Question>>([
  { by: ['college', 'college'] },
  { department: '9999999999999999999' },
  { only: { college: "12,x'y" } },
  { only: { year: 'x' } },
  { only: { year: '2026-13' } },
  { only: { year: '2026-02-31' } },
])('a question that no row answers is refused, not asked: %j', (more) => {
  expect(() => checkQuestion({ figure: 'declare.approved', ...more })).toThrow(Invalid);
});

test.each<Partial<Question>>([
  { by: ['college', 'year'] },
  { department: '12', only: { college: '12,13', year: '2026' } },
  { only: { year: '2024-02-29' } },
])('a question that rows may answer is asked: %j', (more) => {
  expect(() => checkQuestion({ figure: 'declare.approved', ...more })).not.toThrow();
});
