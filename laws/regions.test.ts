import { inProcessBookMaker } from '@keyan/engine/testing/books.ts';
import { writeTable } from '@keyan/engine/workbooks/workbook.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { startApplication } from './support/application.ts';
import { ok, path } from './support/filing.ts';

/** Divisions of the country: in personnel files, and in the calls of clients of the family. */
const app = await startApplication();
afterAll(() => app.close());

const office = await app.as('rd_admin');
const teacher = await app.as('teacher');
const admin = await app.as('admin');
const { data } = await office.get(path('personnel/choices'), { field: 'fkDeptId' });
const [dept] = data as unknown as { id: string }[];

let serial = 0;
const file = (birthplace: string) => {
  serial += 1;
  return ok(
    office.post(path('personnel/submit'), {
      name: `籍贯${serial}`,
      jobNum: `R${serial}`,
      dwmc: '示范大学',
      sex: '1',
      birthDate: '1980-05-06',
      poliStatus: '01',
      education: '11',
      ranks: '011',
      subjectTitle: '520',
      fkDeptId: dept?.id,
      birthplace,
    }),
  );
};

const numbers = async (query: Record<string, string>): Promise<readonly unknown[]> => {
  const { records } = await ok(
    office.get(path('personnel/list'), { fields: 'jobNum,birthplace', size: '100', ...query }),
  );
  return (records as RowLike[]).map(({ jobNum }) => jobNum).toSorted();
};

test('a place is stored as its code, shown with its path, and found by what it lies in', async () => {
  const county = await file('130102');
  expect(county).toMatchObject({ birthplace: '130102', birthplaceName: '河北省石家庄市长安区' });
  const province = await file('130000');
  const municipality = await file('110101');
  expect(municipality.birthplaceName).toBe('北京市东城区');

  const of = (...files: readonly RowLike[]) => files.map(({ jobNum }) => jobNum).toSorted();
  expect(await numbers({ birthplace: '130000' })).toEqual(of(county, province));
  expect(await numbers({ birthplace: '130100' })).toEqual(of(county));
  expect(await numbers({ birthplace: '130000,110000' })).toEqual(
    of(county, province, municipality),
  );
  expect(await numbers({ birthplace_equal: '130000' })).toEqual(of(province));
  expect((await office.get(path('personnel/list'), { birthplace: 'x' })).status).toBe(400);
});

test('what was typed as free text before is shown, and chosen as a place when the file is next saved', async () => {
  const { id } = await file('130102');
  await app.database.query("update personnel set birthplace = '河北石家庄' where id = $1", [id]);
  const old = await ok(office.get(path('personnel/detail'), { id: String(id) }));
  expect([old.birthplace, old.birthplaceName]).toEqual(['河北石家庄', '河北石家庄']);
  const kept = await office.post(path('personnel/submit'), old);
  expect(kept.errors).toEqual([{ path: 'birthplace', message: '【籍贯】取值无效' }]);
  const chosen = await ok(office.post(path('personnel/submit'), { ...old, birthplace: '130100' }));
  expect(chosen.birthplaceName).toBe('河北省石家庄市');
});

test('family calls descend from the provinces, with codes that begin with those above', async () => {
  const list = async (call: string, query: Record<string, string> = {}) =>
    (await ok(teacher.get(`blade-system/region/${call}`, query))) as unknown as RowLike[];
  const provinces = await list('select');
  expect(provinces).toHaveLength(34);
  expect(provinces).toContainEqual({ code: '13', name: '河北省' });
  expect(await list('lazy-tree', { parentCode: '00' })).toContainEqual(
    expect.objectContaining({ id: '13', parentId: '00', title: '河北省', hasChildren: true }),
  );
  const cities = await list('select', { code: '13' });
  expect(cities).toContainEqual({ code: '1301', name: '石家庄市' });
  expect(cities).toEqual(await list('select', { code: '130000' }));
  expect(await list('lazy-list', { parentCode: '1301' })).toContainEqual(
    expect.objectContaining({ code: '130102', parentCode: '1301', level: 3, hasChildren: false }),
  );
  expect(await ok(teacher.get('blade-system/region/detail', { code: '1301' }))).toMatchObject({
    code: '1301',
    parentCode: '13',
    parentName: '河北省',
    name: '石家庄市',
    level: 2,
  });
  expect(await ok(teacher.get('blade-system/region/list', { name: '石家庄市' }))).toMatchObject({
    total: 1,
    records: [{ code: '1301' }],
  });
  expect((await teacher.get('blade-system/region/detail', { code: '99' })).status).toBe(404);
});

test('administrators add, rename and remove a division, and records know it at once', async () => {
  const call = (name: string) => `blade-system/region/${name}`;
  const added = { code: '130199', parentCode: '1301', name: '新设区', sort: 99 };
  expect((await teacher.post(call('submit'), added)).status).toBe(403);
  await ok(admin.post(call('submit'), added));
  expect((await file('130199')).birthplaceName).toBe('河北省石家庄市新设区');
  await ok(admin.post(call('submit'), { ...added, name: '更名区' }));
  expect((await file('130199')).birthplaceName).toBe('河北省石家庄市更名区');
  expect((await admin.post(call('remove'), { id: '1301' })).status).toBe(400);
  expect((await teacher.post(call('remove'), { id: '130199' })).status).toBe(403);
  await ok(admin.post(call('remove'), { id: '130199' }));
  const after = await teacher.get(call('detail'), { code: '130199' });
  expect(after.status).toBe(404);
});

describe('a list of divisions', () => {
  const heads = ['行政区划编码', '行政区划名称', '上级编码', '排序', '备注'];
  const sent = async (rows: readonly (readonly string[])[]) => {
    const content = await writeTable(inProcessBookMaker, '行政区划', heads, rows);
    return admin.upload('blade-system/region/import-region?isCovered=1', '行政区划.xlsx', content);
  };
  const found = (code: string) => admin.get('blade-system/region/detail', { code });

  test('is taken whole or not at all, with the row and column of what is wrong', async () => {
    const before = await ok(found('13'));
    const refused = await sent([
      ['139901', '新县', '1399', '1', ''],
      ['1399', '新市', '13', '1', ''],
      ['130', '误改', '', '', ''],
      ['4', '误增', '', '', ''],
      ['1300', '误改', '', '', ''],
      ['130103', '桥东区', '1302', '', ''],
      ['130104', '桥西区', '', '一', ''],
    ]);
    expect([refused.status, refused.errors?.map(({ message }) => message)]).toEqual([
      400,
      expect.arrayContaining([
        '第 4 行：行政区划编码应为 2、4 或 6 位数字，末级不为 00',
        '第 5 行：行政区划编码应为 2、4 或 6 位数字，末级不为 00',
        '第 6 行：行政区划编码应为 2、4 或 6 位数字，末级不为 00',
        '第 7 行：上级编码 1302 与编码不符，应为 1301',
        '第 8 行：排序应为 0 到 999999 的整数',
      ]),
    ]);
    expect(await ok(found('13'))).toEqual(before);
    expect([(await found('1399')).status, (await found('139901')).status]).toEqual([404, 404]);
  });

  test('places a new one by its code, and keeps English names', async () => {
    const english = `select dict_value_en as en from dict_entry
      where code = 'division' and dict_key = '130100' and tenant_id = '000000'`;
    await app.database.query(
      `update dict_entry set dict_value_en = 'Shijiazhuang'
        where code = 'division' and dict_key = '130100' and tenant_id = '000000'`,
    );
    const rows = [
      ['139901', '新县', '', '1', ''],
      ['139900', '新市', '', '1', ''],
      ['1301', '石家庄', '13', '', ''],
    ];
    expect(await ok(sent(rows))).toEqual({ count: 3 });
    expect(await ok(found('139901'))).toMatchObject({ parentCode: '1399', level: 3 });
    expect(await ok(found('1301'))).toMatchObject({ name: '石家庄' });
    expect(await app.database.query(english)).toEqual([{ en: 'Shijiazhuang' }]);
    expect(await ok(sent(rows))).toEqual({ count: 0 });
  });

  test('leaves none where one cannot be stored', async () => {
    await app.database.query(
      `alter table dict_entry add constraint law check (dict_key <> '139904') not valid`,
    );
    const rows = ['139902', '139903', '139904'].map((code) => [code, '新县', '', '', '']);
    expect((await sent(rows)).status).toBe(500);
    await app.database.query('alter table dict_entry drop constraint law');
    expect((await found('139902')).status).toBe(404);
  });

  test('takes what the export says as it is', async () => {
    const { raw } = await admin.get('blade-system/region/export-region');
    const content = Buffer.from(raw);
    expect(
      await ok(admin.upload('blade-system/region/import-region', '行政区划.xlsx', content)),
    ).toEqual({ count: 0 });
  });
});
