import { gridsIn } from '@keyan/engine/testing/books.ts';
import { personnel } from '@keyan/product/people/personnel.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';

/** Columns that somebody asks for, and their content in the exported workbook. */

let app: LawApplication;
let office: Client;
/** Reads files, and no private data of them. */
let reader: Client;

const person = {
  subjectClass: '01',
  sorter: '01',
  jobNum: 'E-1001',
  name: '许怀瑾',
  dwmc: '江陵大学',
  sex: '1',
  birthDate: '1980-05-17',
  poliStatus: '01',
  education: '11',
  ranks: '011',
  subjectTitle: '630',
  phone: '13900001234',
  contactAddress: '江陵路 1 号',
};

beforeAll(async () => {
  app = await startApplication();
  office = await app.as('rd_admin');
  reader = await app.as('rd_leader');
  await app.parts.engine
    .asSystem('test', home)
    .save(personnel, { ...person, fkDeptId: app.departments[home]?.get('310') });
});
afterAll(() => app.close());

const sheetOf = async (who: Client, columns: string, more: Record<string, string> = {}) => {
  const given = { view: 'all', jobNum: person.jobNum, columns, ...more };
  const book = await who.get(`${personnel.path}/export`, given);
  expect(book.status).toBe(200);
  const [grid = []] = [...(await gridsIn(book.raw)).values()];
  const text = (cell: unknown): string =>
    cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '');
  return grid.map((line) => line.map(text));
};

test('has the chosen columns in their order, computed ones and those that the list does not show', async () => {
  const [heads, line] = await sheetOf(office, 'onGoingNum,sex,name,researchDirection,birthDate');
  expect(heads).toEqual(['在研项目数', '性别', '姓名', '研究方向', '出生日期']);
  expect(line?.slice(1, 3)).toEqual(['男', '许怀瑾']);
  expect(line?.[4]).toBe(person.birthDate);
  const [others] = await sheetOf(office, 'name,sex');
  expect(others).toEqual(['姓名', '性别']);
});

test('has the columns of the list where none are chosen', async () => {
  const [heads = []] = await sheetOf(office, '');
  expect(heads.slice(0, 2)).toEqual(['姓名', '工号']);
  expect(heads).toHaveLength(personnel.list.columns.length);
});

test('leaves out what the reader may not see, and masks what they see masked, whatever they ask for', async () => {
  const asked = 'name,birthDate,phone,contactAddress,jobNum';
  const [whole, full] = await sheetOf(office, asked);
  expect(whole).toEqual(['姓名', '出生日期', '手机', '通讯地址', '工号']);
  expect(full?.[3]).toBe(person.contactAddress);
  const [heads, line] = await sheetOf(reader, asked);
  expect(heads).toEqual(['姓名', '手机', '工号']);
  expect(line?.join()).not.toContain(person.phone);
  expect(line?.[1]).toMatch(/^139\*+/);
  // Not by the way of whole records either.
  const text = JSON.stringify(await sheetOf(reader, asked, { whole: '1' }));
  for (const hidden of [person.birthDate, person.phone, person.contactAddress]) {
    expect(text).not.toContain(hidden);
  }
});

test('knows no other column than those of the kind', async () => {
  const [heads] = await sheetOf(office, 'name,constructor,tenant_id,__proto__,salary');
  expect(heads).toEqual(['姓名']);
});
