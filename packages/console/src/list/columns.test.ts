import { anyScope, own } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import type { View } from '@keyan/kernel/definition/resource.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import { expect, test } from 'vitest';
import { madeUpResource } from '../testing/thing.ts';
import {
  type Column,
  cardColumns,
  responsiveColumns,
  searchHint,
  shownColumns,
  spreadWidths,
  withColumnMoved,
} from './columns.ts';

const thing = madeUpResource(
  {
    name: f.text(['名称', 'Name']),
    code: f.text(['代码', 'Code']),
    made: f.date(['日期', 'Made']),
    note: f.text(['说明', 'Note']),
  },
  {
    views: {
      all: {
        label: ['全部', 'All'],
        code: 'thing',
        path: '/things',
        scope: anyScope(own()),
        actions: [],
      },
    },
    list: { columns: ['name', 'code', 'made'], filters: [], sort: '-made' },
  },
);
const view = thing.views.all as View;
const shown = (choice: object) =>
  shownColumns(thing as never, view, choice, 'zh').map(({ name, pin }) => [name, pin ?? null]);

test('the title comes first and stays in sight unless somebody lets it go', () => {
  expect(shown({})).toEqual([
    ['name', 0],
    ['code', null],
    ['made', null],
  ]);
  expect(shown({ pinned: [] })[0]).toEqual(['name', null]);
});

test('columns stand as their heads were dragged; new ones behind them, the title first', () => {
  expect(shown({ order: ['made', 'name', 'code'] }).map(([name]) => name)).toEqual([
    'name',
    'made',
    'code',
  ]);
  expect(shown({ order: ['made'] }).map(([name]) => name)).toEqual(['name', 'made', 'code']);
});

test('a head has the room that its words need in the language of the page', () => {
  const named = madeUpResource(
    { name: f.text(['名称', 'Name']), state: f.integer(['状态', 'Legal status']) },
    { list: { columns: ['name', 'state'], filters: [], sort: 'name' } },
  );
  const widthIn = (language: 'zh' | 'en') =>
    shownColumns(named as never, view, { shown: ['state'] }, language).at(-1)?.width ?? 0;
  expect(widthIn('en')).toBeGreaterThan(widthIn('zh'));
});

test('the names of codes have room in the language of the page, up to a few words', () => {
  const codes = (zh: string, en: string) =>
    f.dict(['级别', 'Level'], dictionary(`level ${en}`, ['级别', 'Level'], [['1', zh, en]]));
  const named = madeUpResource(
    {
      name: f.text(['名称', 'Name']),
      short: codes('甲', 'A'),
      long: codes('全国性学术刊物', 'Association'),
      longest: codes('全国性学术刊物和其他刊物', 'National and other journals'),
    },
    { list: { columns: ['name', 'short', 'long', 'longest'], filters: [], sort: 'name' } },
  );
  const all = { shown: ['short', 'long', 'longest'] };
  for (const language of ['zh', 'en'] as const) {
    const [, short = 0, long = 0, longest = 0] = shownColumns(
      named as never,
      view,
      all,
      language,
    ).map(({ width }) => width);
    expect(long).toBeGreaterThan(short);
    expect(longest).toBeLessThan(1.3 * long);
  }
});

test('pinned columns stand behind the title, which is pinned with them', () => {
  expect(shown({ pinned: ['made'] })).toEqual([
    ['name', 0],
    ['made', 1],
    ['code', null],
  ]);
});

test('columns that are gone are left out, wherever a saved view names them', () => {
  expect(shown({ shown: ['gone', 'made'], pinned: ['gone', 'made'], widths: { gone: 5 } })).toEqual(
    [
      ['name', 0],
      ['made', 1],
    ],
  );
});

test('a column that was put out of sight leaves the others as they were', () => {
  expect(shown({ hidden: ['code'] })).toEqual([
    ['name', 0],
    ['made', null],
  ]);
  expect(shown({ shown: ['made', 'note'], hidden: ['made', 'name'] })).toEqual([
    ['name', 0],
    ['note', null],
  ]);
});

test('a column moves anywhere but before the title', () => {
  expect(withColumnMoved(['name', 'code', 'made'], 'made', 0)).toEqual(['name', 'made', 'code']);
  expect(withColumnMoved(['name', 'code', 'made'], 'code', 9)).toEqual(['name', 'made', 'code']);
});

test('columns give way from the last on where there is no room, never those that are kept', () => {
  const columns = shownColumns(thing as never, view, { shown: ['code', 'note', 'made'] }, 'zh');
  const fitting = (room: number, ...kept: string[]) =>
    responsiveColumns(
      columns,
      { name: 200, code: 100, note: 100, made: 50 },
      room,
      new Set(kept),
    ).map(({ name }) => name);
  expect(fitting(450, 'name')).toEqual(['name', 'code', 'note', 'made']);
  expect(fitting(449, 'name')).toEqual(['name', 'code', 'note']);
  // The last is narrow, yet it does not stay where one that is used more has gone.
  expect(fitting(350, 'name')).toEqual(['name', 'code']);
  expect(fitting(350, 'name', 'made')).toEqual(['name', 'code', 'made']);
  expect(fitting(0, 'name', 'made')).toEqual(['name', 'made']);
});

test('spare width is shared out in a list of names, and goes to a title of words', () => {
  const widthsIn = (max: number, room: number, tree?: 'above', name?: number) => {
    const listed = madeUpResource(
      {
        name: f.text(['姓名', 'Name']).max(max),
        code: f.text(['代码', 'Code']),
        made: f.date(['日期', 'Made']),
        above: f.ref(['上级', 'Above'], { key: 'thing', label: ['物', 'Thing'] } as never),
      },
      {
        list: {
          columns: ['name', 'code', 'made'],
          filters: [],
          sort: 'name',
          ...(tree && { tree }),
        },
      },
    );
    const columns = shownColumns(listed as never, view, {}, 'zh');
    return spreadWidths(listed as never, columns, { code: 100, ...(name && { name }) }, room);
  };
  const { code = 0, made = 0 } = widthsIn(30, 2 * (168 + 100 + 96));
  expect([code, made]).toEqual([200, 192]);
  // A presentation that gives the name more leaves less to the others: nothing is pushed out of sight.
  expect(widthsIn(30, 2 * (200 + 100 + 96), undefined, 200)).toEqual({ code: 200, made: 192 });
  expect(widthsIn(30, 200)).toEqual({});
  expect(widthsIn(30, Number.POSITIVE_INFINITY)).toEqual({});
  expect(widthsIn(300, 1000)).toEqual({});
  expect(widthsIn(30, 1000, 'above')).toEqual({});
});

const searched = {
  title: f.text(['论文题目', 'Title']).searchable(),
  year: f.integer(['年度', 'Year']),
  doi: f.text(['DOI', 'DOI']).searchable().unique(),
  venue: f.text(['刊物名称（全称）', 'Journal (full)']).searchable(),
};

test('the search names the title, how it is read, and the number; in English as one sentence', () => {
  expect(searchHint({ title: 'title', fields: searched })).toEqual([
    '论文题目、拼音首字母、DOI',
    'Title, pinyin, DOI',
  ]);
});

test('the search names the next fields where records have no number, without what heads leave out', () => {
  const { title, venue } = searched;
  expect(searchHint({ title: 'title', fields: { title, venue } })).toEqual([
    '论文题目、拼音首字母、刊物名称',
    'Title, pinyin, journal',
  ]);
});

test('a card shows the first columns, and an amount where the list has one', () => {
  const column = (name: string, type: string) => ({ name, spec: { type } }) as Column;
  const [payer, day, amount] = [
    column('payer', 'text'),
    column('day', 'date'),
    column('amount', 'money'),
  ];
  expect(cardColumns([payer, day, amount])).toEqual([payer, amount]);
  expect(cardColumns([amount, day, payer])).toEqual([amount, day]);
  expect(cardColumns([payer, day])).toEqual([payer, day]);
  expect(cardColumns([amount])).toEqual([amount]);
});
