import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LawApplication, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { attached, faultOf, ok, path, read } from '../support/filing.ts';

/** Entries of a dictionary that the form of a kind of record offers (spec §7, choose dict). */
let app: LawApplication;
let office: Client;
let teacher: Client;
beforeAll(async () => {
  app = await startApplication();
  office = await app.as('rd_admin');
  teacher = await app.as('teacher');
});
afterAll(() => app.close());

const set = (more: RowLike = {}) =>
  office.post(path('chooseDict/submit'), {
    bizKind: 'downloadZone',
    dictCode: 'downloadCategory',
    dictKeys: '1,2',
    ...more,
  });
const entry = async (more: RowLike) =>
  office.post(path('downloadZone/submit'), {
    name: '申报书模板',
    sort: 1,
    files: (await attached(office, '99')).attachments,
    ...more,
  });

let before: RowLike;
let chosen: RowLike;

test('a set names a form, a dictionary of it, and entries of that; one for each year', async () => {
  before = await ok(entry({ category: '9' }));
  expect(faultOf(await set({ bizKind: 'nothing' }))).toContain('没有这种业务');
  expect(faultOf(await set({ dictCode: 'sex' }))).toContain('该业务的表单不用此字典');
  expect(faultOf(await set({ dictKeys: '1,77' }))).toContain('字典没有【77】这一项');
  chosen = await ok(set());
  expect(await read(office, 'chooseDict', chosen)).toMatchObject({
    chooseName: expect.stringContaining('下载专区'),
    bizKind: 'downloadZone',
    dictCode: 'downloadCategory',
    dictKeys: '1,2',
  });
  expect(faultOf(await set())).toContain('已设置');
  expect((await teacher.post(path('chooseDict/submit'), {})).status).toBe(403);
  expect(await ok(teacher.get(path('chooseDict/used'), { bizKind: 'downloadZone' }))).toEqual({
    downloadCategory: ['1', '2'],
  });
});

test('the server takes what the form offers, and records keep what they have', async () => {
  expect(faultOf(await entry({ category: '3' }))).toContain('在本业务中未选用');
  await ok(entry({ category: '2' }));
  const kept = await read(office, 'downloadZone', before);
  const { id, version } = kept;
  await ok(office.post(path('downloadZone/submit'), { id, version, category: '9', sort: 5 }));
  expect(await read(office, 'downloadZone', before)).toMatchObject({ category: '9', sort: 5 });
  // Lists find what forms do not offer any more.
  const found = await ok(
    office.get(path('downloadZone/list'), { view: 'manage', category: '9', size: '100' }),
  );
  expect((found.records as RowLike[]).map((row) => row.id)).toContain(id);
});

test('a set for the year comes before one for every year, and another year holds nothing now', async () => {
  const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear();
  await ok(set({ year: year + 1, dictKeys: '9' }));
  expect(faultOf(await entry({ category: '3' }))).toContain('在本业务中未选用');
  const own = await ok(set({ year, dictKeys: '3' }));
  await ok(entry({ category: '3' }));
  expect(faultOf(await entry({ category: '2' }))).toContain('在本业务中未选用');
  await ok(office.post(path('chooseDict/remove'), { ids: own.id }));
  await ok(entry({ category: '2' }));
  await ok(office.post(path('chooseDict/remove'), { ids: chosen.id }));
  await ok(entry({ category: '9' }));
});
