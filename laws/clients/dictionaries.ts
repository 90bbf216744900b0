import { expect } from 'vitest';
import { filled, flag, ident, key, list, nodes, number, page, row, text } from './shapes.ts';
import { act, get, keeping, type Step, save } from './steps.ts';

const entries = list(
  row({ id: ident, code: filled, dictKey: key, dictValue: filled, remark: text }),
);
const dictionary = (code: string, path = 'dict'): Step =>
  get(`blade-system/${path}/dictionary`, { code }, entries);

const entry = {
  id: ident,
  parentId: text,
  code: filled,
  dictKey: text,
  dictValue: filled,
  sort: number,
  remark: text,
  isSealed: number,
};

/** Steps that make, change and delete a dictionary with an entry. */
const dictionaryPage = (store: 'dict' | 'dict-biz'): readonly Step[] => {
  const at = `blade-system/${store}`;
  const paging = { current: 1, size: 10 };
  const ofTag = (tag: string | undefined): string => `stock_${tag}_${store.replace('-', '')}`;
  return [
    get(
      `${at}/list`,
      { code: '', dictValue: '' },
      list(row({ id: ident, code: filled, dictValue: filled })),
    ),
    get(`${at}/list`, { ...paging, code: '', dictValue: '' }, page(row(entry))),
    get(`${at}/parent-list`, { ...paging, code: '', dictValue: '' }, page(row(entry))),
    save(`${at}/submit`, ({ tag }) => ({
      id: '',
      code: ofTag(tag),
      dictValue: '来源',
      sort: 1,
      isSealed: 0,
      remark: '',
      dictKey: -1,
      parentId: 0,
    })),
    keeping(
      get(
        `${at}/parent-list`,
        ({ tag }) => ({ ...paging, code: ofTag(tag), dictValue: '' }),
        page(row(entry)),
      ),
      'dictionary',
      ({ records }: { readonly records: readonly { readonly id: string }[] }) => records[0]?.id,
    ),
    save(`${at}/submit`, ({ tag, dictionary: parentId }) => ({
      id: '',
      code: ofTag(tag),
      dictKey: 1,
      dictValue: '网站',
      sort: 1,
      isSealed: 0,
      remark: '',
      parentId,
    })),
    keeping(
      get(
        `${at}/child-list`,
        ({ dictionary: parentId }) => ({ ...paging, parentId, code: '', dictValue: '' }),
        list(row(entry)),
      ),
      'entry',
      (rows: readonly { readonly id: string }[]) => rows[0]?.id,
    ),
    get(`${at}/detail`, ({ entry: id }) => ({ id }), row({ ...entry, parentName: text })),
    act(`${at}/remove`, ({ entry: id }) => ({ ids: [id] })),
    act(`${at}/remove`, ({ dictionary: id }) => ({ ids: [id] })),
  ];
};

/** Requests for the dictionaries that clients use; TD converts their keys to numbers. */
export const dictionaries: readonly Step[] = [
  ...[
    ...['flow', 'notice', 'user_type', 'org_category', 'post_category', 'sex', 'yes_no'],
    ...[
      'data_scope_type',
      'api_scope_type',
      'region',
      'oss',
      'sms',
      'menu_category',
      'button_func',
    ],
  ].map((code) => dictionary(code)),
  dictionary('sex', 'dict-biz'),
  get('blade-system/dict/tree', { code: 'DICT' }, nodes),
  get('blade-system/dict/tree', { code: 'sex' }, list(row({ id: ident, title: filled }))),
  get(
    'blade-system/dict/dictionary-tree',
    { code: 'sex' },
    list(row({ id: ident, title: filled })),
  ),
  get(
    'blade-system/dict-biz/dictionary-tree',
    { code: 'sex' },
    list(row({ id: ident, title: filled })),
  ),
  get('blade-system/dict-biz/tree', { code: 'sex' }, list(row({ id: ident, title: filled }))),
  get(
    'blade-system/dict-biz-ext/lazy-list',
    { code: 'sex', parentId: '' },
    list(row({ id: ident, hasChildren: flag })),
  ),
  get('blade-system/dict-biz-ext/dictionary', { code: 'sex' }, entries),
  get('blade-system/dict-biz-ext/dictionary-multi', { code: 'sex,yes_no' }, entries),
  get('blade-system/dict-biz-ext/dict-by-key', { code: 'sex', dictKey: '1' }, entries),
  ...(['dict', 'dict-biz'] as const).flatMap(dictionaryPage),
];

const region = {
  code: filled,
  parentCode: filled,
  parentName: text,
  name: filled,
  level: number,
  regionLevel: number,
  sort: number,
  remark: text,
};
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Requests of the page of regions: a tree at the left, and three select boxes. */
export const regions: readonly Step[] = [
  get(
    'blade-system/region/lazy-tree',
    { parentCode: '00' },
    list(row({ id: filled, parentId: filled, title: filled, hasChildren: flag })),
  ),
  get(
    'blade-system/region/lazy-tree',
    { parentCode: '13' },
    list(row({ id: filled, parentId: filled, title: filled })),
  ),
  get('blade-system/region/lazy-list', { parentCode: '00' }, list(row(region))),
  get('blade-system/region/list', { current: 1, size: 10, code: '', name: '' }, page(row(region))),
  get('blade-system/region/select', {}, list(row({ code: filled, name: filled }))),
  get('blade-system/region/select', { code: '13' }, list(row({ code: filled, name: filled }))),
  save('blade-system/region/submit', ({ number: n }) => ({
    parentCode: '1301',
    parentName: '石家庄市',
    subCode: n,
    code: `1301${n}`,
    name: '新区',
    regionLevel: 3,
    level: 3,
    sort: 9,
    remark: '',
  })),
  {
    ...get('blade-system/region/detail', ({ number: n }) => ({ code: `1301${n}` }), row(region)),
    judge: ({ data }, { number: n }) => {
      expect(row(region)(data, 'data')).toEqual([]);
      // The code below the parent is the rest after the parent's code.
      const { code, parentCode } = data as { code: string; parentCode: string };
      expect(code.replace(parentCode, '')).toBe(n);
    },
  },
  act('blade-system/region/remove', ({ number: n }) => ({ id: `1301${n}` })),
];

/** Requests for the workbook of all regions, which one of the clients offers. */
export const regionSheets: readonly Step[] = [
  ...(['export-region', 'export-template'] as const).map(
    (name): Step => ({
      call: `GET blade-system/region/${name}`,
      send: (client, path) => client.open(path, { 'blade-auth': `bearer ${client.token}` }),
      judge: ({ status, type, bytes }, known) => {
        expect([name, status, type]).toEqual([name, 200, xlsx]);
        known[name] = bytes.toString('base64');
      },
    }),
  ),
  {
    call: 'POST blade-system/region/import-region',
    send: (client, path, known) =>
      client.upload(
        path,
        new File([Buffer.from(known['export-region'] ?? '', 'base64')], '行政区划.xlsx'),
        {
          isCovered: 1,
        },
      ),
  },
];
