import { languageHeader } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Answer, Client, Query } from '../support/client.ts';
import { ok, path, read } from '../support/filing.ts';

/** Departments have a name in both languages; each reader meets the one of theirs, and nothing is stored by it. */
const english = { [languageHeader]: 'en' };
const college = 'School of Computing';

let app: LawApplication;
let office: Client;
let dept: string;
let file: RowLike;

const inEnglish = (who: Client, call: string, query: Query = {}): Promise<Answer> =>
  who.call('GET', call, { query, headers: english });

beforeAll(async () => {
  app = await startApplication();
  office = await app.as('rd_admin');
  dept = app.departments[home]?.get('310') ?? '';
  const admin = await app.as('admin');
  const unit = await ok(admin.get('blade-system/department/detail', { id: dept }));
  await ok(admin.post('blade-system/department/submit', { ...unit, deptNameEn: college }));
  file = await ok(
    office.post(path('personnel/submit'), {
      fkDeptId: dept,
      jobNum: 'T0001',
      name: '林晓岚',
      account: 'teacher',
      dwmc: '江陵大学',
      sex: '2',
      birthDate: '1980-03-07',
      poliStatus: '13',
      education: '11',
      ranks: '013',
      subjectTitle: '520',
    }),
  );
});
afterAll(() => app.close());

const firstOf = (data: Answer['data']): RowLike => (data.records as readonly RowLike[])[0] ?? {};

test('references in lists, details and pickers, trees and statistics', async () => {
  const id = String(file.id);
  const detail = await ok(inEnglish(office, path('personnel/detail'), { id }));
  expect(detail.fkDeptIdName).toBe(college);
  const query = { jobNum: 'T0001', fields: 'name,fkDeptId' };
  expect(firstOf(await ok(inEnglish(office, path('personnel/list'), query)))).toMatchObject({
    fkDeptIdName: college,
  });
  expect(firstOf(await ok(office.get(path('personnel/list'), query)))).toMatchObject({
    fkDeptIdName: '计算机学院',
  });
  const choices = { field: 'fkDeptId', search: 'Computing' };
  const picked = await ok(inEnglish(office, path('personnel/choices'), choices));
  expect(picked).toMatchObject([{ id: dept, text: college }]);
  const tree = await inEnglish(office, 'blade-system/dept/tree');
  expect(tree.raw.toString()).toContain(college);
  const tally = await inEnglish(office, path('personnel/tally'), { by: 'fkDeptId' });
  expect(tally.raw.toString()).toContain(college);
});

test('a department without an English name, and a reader of Chinese, have the Chinese one', async () => {
  const tree = (await inEnglish(office, 'blade-system/dept/tree')).raw.toString();
  expect(tree).toContain('美术学院');
  expect(tree).not.toContain('计算机学院');
  expect((await office.get('blade-system/dept/tree')).raw.toString()).not.toContain(college);
});

test('what a reader of English saves is stored as everybody else stores it', async () => {
  const { fkDeptIdName: _name, ...row } = await read(office, 'personnel', file);
  const saved = await ok(
    office.call('POST', path('personnel/submit'), {
      payload: { ...row, major: '计算机' },
      headers: english,
    }),
  );
  expect(saved.fkDeptId).toBe(dept);
  const log = await ok(office.get(path('personnelChange/list'), { jbxxMajor: '计算机' }));
  expect(JSON.stringify(log)).not.toContain(college);
});

test('a paste stores the Chinese name, although a reader of English asked first', async () => {
  const teacher = await app.as('teacher');
  const paste = (headers: Readonly<Record<string, string>>): Promise<Answer> =>
    teacher.call('POST', path('papers/recognise'), {
      payload: {
        text: '@article{a, title={Steel}, author={林晓岚}, journal={Metals}, year={2026}}',
      },
      headers,
    });
  for (const headers of [english, {}]) {
    const { raw } = await paste(headers);
    expect(raw.toString()).toContain('计算机学院');
    expect(raw.toString()).not.toContain(college);
  }
  const [found] = (await inEnglish(teacher, path('papers/people'), { search: '林晓岚' }))
    .data as unknown as readonly RowLike[];
  expect(found).toMatchObject({ department: '计算机学院' });
  expect(found?.note).toContain(college);
});
