import type { Dictionary } from '@keyan/kernel/values/dictionary.ts';
import { afterAll, expect, test } from 'vitest';
import { setUpTenant } from '../../composition/setup.server.ts';
import { dictionaries } from '../../index.server.ts';
import { startTestSystem, type TestAnswer, testTenant } from '../../testing.ts';
import { type DictRow, judgeDictEntry } from './dict.ts';
import { dictionaryEndpoints, TenantDictionaries } from './dictionary.server.ts';

/** Nobody announces anything here: what is read after a change is what the change itself did. */
const deaf = { hears: () => true, on: () => () => false, onGap: () => undefined };

const system = await startTestSystem(({ engine }) =>
  dictionaryEndpoints(new TenantDictionaries(engine.database, deaf as never)),
);
afterAll(() => system.close());
const { database, engine, token } = system;

const admin = (await token('second')) ?? '';
const teacher = (await token('teacher')) ?? '';

const dict = 'blade-system/dict';
const post = (name: string, body: object, bearer = admin): Promise<TestAnswer> =>
  system.call('POST', `${dict}/${name}`, { body, token: bearer });
const get = async <T>(name: string, query: Record<string, string> = {}): Promise<T> => {
  const { data } = await system.call('GET', `${dict}/${name}?${new URLSearchParams(query)}`, {
    token: admin,
  });
  return data as T;
};
const idOf = ({ data }: TestAnswer): string => String(data.id);

const parent = async (code: string): Promise<DictRow> => {
  const page = await get<{ records: DictRow[] }>('parent-list', { code, size: '200' });
  const found = page.records.find((row) => row.code === code);
  if (!found) throw new Error(`no dictionary ${code}`);
  return found;
};
const child = async (code: string, key: string): Promise<DictRow> => {
  const rows = await get<DictRow[]>('child-list', { parentId: (await parent(code)).id });
  const found = rows.find((row) => row.dictKey === key);
  if (!found) throw new Error(`no entry ${key}`);
  return found;
};
const labels = async (code: string): Promise<readonly string[]> =>
  (await get<{ dictValue: string }[]>('dictionary', { code })).map((entry) => entry.dictValue);

const given = (change: object) => ({
  code: 'labSafety',
  dictValue: '实验室安全等级',
  sort: '1',
  isSealed: '0',
  ...change,
});

test('dictionaries come by page, searched by code and name; their entries as a list', async () => {
  const page = await get<{ records: DictRow[]; total: number }>('parent-list', { size: '10' });
  expect(page.records).toHaveLength(10);
  expect(page.total).toBeGreaterThan(10);
  expect(page.records.every((row) => row.parentId === '0' && row.dictKey === '-1')).toBe(true);
  const found = await get<{ records: DictRow[] }>('parent-list', {
    code: 'userT',
    dictValue: '用户',
  });
  expect(found.records.map((row) => row.code)).toEqual(['userType']);
  const { id } = await parent('userType');
  const rows = await get<DictRow[]>('child-list', { parentId: id });
  expect(rows.map((row) => [row.dictKey, row.parentName])).toEqual([
    ['1', '用户平台'],
    ['2', '用户平台'],
    ['3', '用户平台'],
    ['4', '用户平台'],
  ]);
  const tree = await get<(DictRow & { children: DictRow[] })[]>('list', { code: 'userType' });
  expect(tree.map((row) => row.children.length)).toEqual([4]);
});

test('whoever pages the dictionaries gets them with their entries, each once', async () => {
  const of = (current: string) =>
    get<{ records: (DictRow & { children?: DictRow[] })[]; total: number }>('list', {
      current,
      size: '10',
    });
  const [first, second] = [await of('1'), await of('2')];
  const wholes = await get<{ records: DictRow[]; total: number }>('parent-list', { size: '20' });
  expect(first.total).toBe(wholes.total);
  expect([...first.records, ...second.records].map(({ code }) => code)).toEqual(
    wholes.records.map(({ code }) => code),
  );
  for (const { hasChildren, children } of first.records) {
    expect(children !== undefined).toBe(hasChildren);
  }
});

test('all that comes with the product may be saved again as it is', async () => {
  const rows = await database.query<{ code: string; dict_key: string; dict_value: string }>(
    'select code, dict_key, dict_value from dict_entry where tenant_id = $1',
    [testTenant],
  );
  const faults = rows.flatMap(
    ({ code, dict_key: dictKey, dict_value: dictValue }) =>
      judgeDictEntry({}, { code, dictKey, dictValue, sort: 1, isSealed: '0' }, dictKey === '-1')
        .faults,
  );
  expect(faults).toEqual([]);
});

test('code, name and order are required, of an entry the key as well', async () => {
  const steps: readonly (readonly [object, string])[] = [
    [{ code: '' }, '请输入字典编号'],
    [{ dictValue: '' }, '请输入字典名称'],
    [{ sort: '' }, '请输入字典排序'],
    [{ sort: '一' }, '【字典排序】格式不正确（应为整数，如 12）'],
    [{ isSealed: '2' }, '【封存】取值无效'],
    [{ parentId: (await parent('userType')).id }, '请输入代码'],
    [{ parentId: '12345' }, '上级字典不存在，请重新选择'],
  ];
  for (const [change, msg] of steps) {
    expect(await post('submit', given(change))).toMatchObject({ status: 400, msg });
  }
});

test('names that lists of the school use join those that are shipped, and name one entry', async () => {
  const { id } = await child('poliStatus', '01');
  expect((await post('submit', { id, synonyms: '党内，支部党员' })).status).toBe(200);
  expect(await get('detail', { id })).toMatchObject({ synonyms: '党内，支部党员' });
  const of = await new TenantDictionaries(engine.database, deaf as never).of(testTenant);
  const { entries } = of(dictionaries.get('poliStatus') as Dictionary);
  const entry = entries.find(({ code }) => code === '01');
  expect(entry?.synonyms).toEqual(expect.arrayContaining(['中共党员', '党内', '支部党员']));

  const other = await child('poliStatus', '02');
  expect(await post('submit', { id: other.id, synonyms: '支部党员' })).toMatchObject({
    status: 400,
    msg: expect.stringContaining('同义词“支部党员”'),
  });
  expect((await post('submit', { id, synonyms: ' ' })).status).toBe(200);
});

test('a dictionary with entries is made, changed, sealed and removed', async () => {
  const made = idOf(await post('submit', given({ code: 'lifeCycle' })));
  expect(await post('submit', given({ code: 'lifeCycle' }))).toMatchObject({
    status: 400,
    msg: '当前字典键值已存在!',
  });
  // An entry has the code of its dictionary, whatever the caller says.
  const entry = given({ parentId: made, code: 'userType', dictKey: '01', dictValue: '一级' });
  const below = idOf(await post('submit', entry));
  expect((await post('submit', entry)).msg).toBe('当前字典键值已存在!');
  expect(await labels('lifeCycle')).toEqual(['一级']);

  const changed = await post('submit', {
    id: below,
    dictValue: '特级',
    remark: '暂行',
    version: 1,
  });
  expect(changed).toMatchObject({ status: 200, msg: '更新成功' });
  expect(await labels('lifeCycle')).toEqual(['特级']);
  expect((await post('submit', { id: below, dictValue: '甲级', version: 1 })).status).toBe(409);
  expect((await post('submit', { id: below, remark: ' ' })).status).toBe(200);
  expect(await get('detail', { id: below })).toMatchObject({ remark: '', version: 3 });

  // Sealing a dictionary seals what lies below it.
  await post('submit', { id: made, isSealed: '1' });
  expect(await labels('lifeCycle')).toEqual([]);
  await post('submit', { id: made, isSealed: '0' });
  expect(await labels('lifeCycle')).toEqual(['特级']);

  expect(await post('submit', { id: made, code: 'otherName' })).toMatchObject({
    status: 400,
    msg: '已有字典项，编号不能修改',
  });
  expect(await post('remove', { ids: made })).toMatchObject({
    status: 400,
    msg: '【实验室安全等级】下有字典项，请先删除字典项',
  });
  expect((await post('remove', { ids: below })).msg).toBe('删除成功');
  expect(await labels('lifeCycle')).toEqual([]);
  expect((await post('remove', { ids: made })).msg).toBe('删除成功');
  expect((await post('remove', { ids: made })).status).toBe(404);
  expect((await post('remove', {})).msg).toBe('请选择至少一条数据');
  const acts = await database.query<{ action: string }>(
    'select action from history where business_id = $1 order by id',
    [below],
  );
  expect(acts.map(({ action }) => action)).toEqual(['create', 'update', 'update', 'remove']);
});

test('of what comes with the product labels, order and seal change; it is never removed', async () => {
  const row = await child('userType', '2');
  expect(row.builtIn).toBe(true);
  const fixed = '系统内置字典的编号、键值和上级不能修改';
  expect((await post('submit', { id: row.id, dictKey: '9' })).msg).toBe(fixed);
  expect((await post('submit', { id: row.id, parentId: '0' })).msg).toBe('字典项不能移到其他字典');
  expect((await post('remove', { ids: row.id })).msg).toBe(
    '【科研人员】是系统内置字典，业务数据在使用，不能删除，可以封存',
  );
  await post('submit', { id: row.id, dictValue: '科研工作者' });
  expect(await labels('userType')).toContain('科研工作者');
});

test('an entry moves within its dictionary, and never below itself', async () => {
  const made = idOf(await post('submit', given({ code: 'moving' })));
  const entry = (dictKey: string, parentId: string) =>
    post('submit', given({ parentId, dictKey, dictValue: dictKey })).then(idOf);
  const upper = await entry('a', made);
  const lower = await entry('b', upper);
  expect((await post('submit', { id: upper, parentId: lower })).msg).toBe(
    '上级不能是自己或自己的下级',
  );
  const foreign = (await parent('userType')).id;
  expect((await post('submit', { id: lower, parentId: foreign })).msg).toBe(
    '字典项不能移到其他字典',
  );
  expect((await post('submit', { id: lower, parentId: made })).status).toBe(200);
  expect(
    (await get<DictRow[]>('child-list', { parentId: made })).map((row) => row.dictKey),
  ).toEqual(['a', 'b']);
});

test('only administrators look after dictionaries, and only after those of their tenant', async () => {
  const { id } = await parent('userType');
  expect((await post('submit', { id, dictValue: '改名' }, teacher)).status).toBe(403);
  expect((await post('remove', { ids: id }, teacher)).status).toBe(403);
  const list = await system.call('GET', `${dict}/parent-list`, { token: teacher });
  expect(list.status).toBe(403);
  await setUpTenant(engine, { tenantId: '100000', name: '异地大学' }, dictionaries.values());
  const [abroad] = await database.query<{ id: string }>(
    `select id::text from dict_entry where tenant_id = '100000' and code = 'userType' limit 1`,
  );
  expect((await post('submit', { id: abroad?.id, dictValue: '改名' })).status).toBe(404);
  expect((await post('remove', { ids: abroad?.id })).status).toBe(404);
});

test('a page learns of short dictionaries whole, of a long one its revision, and of roles where it gives them', async () => {
  const edited = async (bearer = admin) => {
    const { data } = await system.call('GET', 'blade-system/dict-biz-ext/edited', {
      token: bearer,
    });
    const list = data as unknown as { code: string; entries?: object[]; revision?: string }[];
    return new Map(list.map((one) => [one.code, one]));
  };
  const rename = async (dictValue: string) => {
    const { id } = await child('discipline', 'A');
    expect((await post('submit', { id, dictValue })).status).toBe(200);
    return (await edited(teacher)).get('discipline');
  };
  const first = await rename('自然科学类');
  expect(first).toEqual({ code: 'discipline', revision: expect.stringMatching(/^[\w-]{43}$/) });
  const second = await rename('自然科学');
  expect(second?.revision).not.toBe(first?.revision);
  expect((await edited(teacher)).get('discipline')).toEqual(second);

  expect((await edited()).get('role')?.entries?.length).toBeGreaterThan(10);
  expect((await edited(teacher)).has('role')).toBe(false);
});
