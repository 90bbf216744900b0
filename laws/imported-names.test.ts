import { inProcessBookMaker } from '@keyan/engine/testing/books.ts';
import { writeTable } from '@keyan/engine/workbooks/workbook.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { DryRun, ImportResult } from '@keyan/kernel/wire/workbooks.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { home, startApplication } from './support/application.ts';
import { bookOf } from './support/books.ts';
import type { Client } from './support/client.ts';
import { ok } from './support/filing.ts';
import { complete, type Input, sample } from './support/inputs.ts';

/** Rows of an import may name records that are not there: they are made with them, once. */
const app = await startApplication();
afterAll(() => app.close());

const admin = await app.as('admin');
const making = app.resources.filter(({ importMakes }) => importMakes !== undefined);
const resourceOf = (key: string): Resource =>
  app.resources.find((each) => each.key === key) as Resource;

/** Values that no two rows may share. */
const distinct: Readonly<Record<string, (index: number) => Readonly<Record<string, string>>>> = {
  personnel: (index) => ({ 姓名: `新员工${index}`, 工号: `NEW${index}`, 身份证号: '' }),
  papersapp: (index) => ({ 论文题目: `岩溶地下水的补给与排泄研究之${index}`, DOI: '' }),
};

/** Accounts that import such records, and may not enter the records that they name. */
const without: Readonly<Record<string, string>> = {
  personnel: 'dept_secretary',
  papersapp: 'teacher',
};

const headOf = (resource: Resource, name: string): string =>
  resource.fields[name]?.spec.label[0] ?? '';

/** Rows of one kind, each naming a record by this text. */
const rowsOf = (resource: Resource, path: string, texts: readonly string[], from = 0) =>
  texts.map((text, index) => ({
    ...distinct[resource.key]?.(from + index),
    [headOf(resource, path)]: text,
  }));

const check = async (who: Client, resource: Resource, book: Buffer): Promise<DryRun> => {
  const answer = await who.upload(`${resource.path}/import`, '名单.xlsx', book);
  expect([answer.status, answer.msg]).toEqual([200, '操作成功']);
  return answer.data as unknown as DryRun;
};

const confirm = async (who: Client, resource: Resource, { batchId }: DryRun) =>
  (await ok(
    who.post(`${resource.path}/importSure`, { batchId, onlyValid: true }),
  )) as unknown as ImportResult;

const named = async (target: Resource, text: string): Promise<readonly Input[]> => {
  const { records } = await ok(
    admin.get(`${target.path}/list`, { [target.title]: text, size: '50' }),
  );
  return (records as readonly Input[]).filter((row) => row[target.title] === text);
};

describe.each(making.map((resource) => [resource.key, resource] as const))(
  '%s',
  (_key, resource) => {
    const [path = ''] = Object.keys(resource.importMakes ?? {});
    const target = resourceOf(resource.fields[path]?.spec.target?.key ?? '');
    const record = sample(complete(resource, app.targets()), 1)[0] ?? {};

    test('the check names what would be made, once, and makes nothing', async () => {
      const texts = ['新名称甲', '新名称乙', '新名称甲'];
      const book = await bookOf(admin, resource, record, rowsOf(resource, path, texts));
      const run = await check(admin, resource, book);
      expect(run.errors).toEqual([]);
      expect(
        run.made.map(({ target: label, text, rows }) => [label[0], text, rows.length]),
      ).toEqual([
        [target.label[0], '新名称甲', 2],
        [target.label[0], '新名称乙', 1],
      ]);
      expect(await named(target, '新名称甲')).toEqual([]);

      const result = await confirm(admin, resource, run);
      expect([result.saved, result.failed]).toEqual([3, []]);
      const marks = await app.database.query<{ id: string }>(
        'select record_id::text as id from import_row where batch_id = $1 order by row_no',
        [run.batchId],
      );
      const system = app.parts.engine.asSystem('law', home);
      const rows = await Promise.all(
        marks.map(async ({ id }) => (await system.read(resource, id)).row as unknown as Input),
      );
      const [made, ...twice] = await named(target, '新名称甲');
      expect(twice).toEqual([]);
      expect(rows.map((row) => row[path] === made?.id)).toEqual([true, false, true]);
      const history = (await admin.get(`${target.path}/history`, { id: String(made?.id) })).data;
      expect(history).toMatchObject([{ action: 'create', version: 1 }]);

      // Now it is there, and nothing is made.
      const later = await bookOf(admin, resource, record, rowsOf(resource, path, ['新名称甲'], 10));
      expect((await check(admin, resource, later)).made).toEqual([]);
    });

    test('whoever may not enter such a record brings none along', async () => {
      const office = await app.as(without[resource.key] ?? '');
      const book = await bookOf(admin, resource, record, rowsOf(resource, path, ['无权新建'], 20));
      const run = await check(office, resource, book);
      expect([run.valid, run.made]).toEqual([0, []]);
      expect(run.errors.map((fault) => fault.path)).toContain(path);
    });

    test('two imports that name the same record make one', async () => {
      const runs: DryRun[] = [];
      for (const from of [30, 40]) {
        const rows = rowsOf(resource, path, ['同时新建', '同时新建'], from);
        runs.push(await check(admin, resource, await bookOf(admin, resource, record, rows)));
      }
      const results = await Promise.all(runs.map((run) => confirm(admin, resource, run)));
      expect(results.map(({ saved, failed }) => [saved, failed])).toEqual([
        [2, []],
        [2, []],
      ]);
      expect(await named(target, '同时新建')).toHaveLength(1);
    });
  },
);

test('why a record cannot be made stands at the row that names it', async () => {
  const people = resourceOf('personnel');
  const record = sample(complete(people, app.targets()), 1)[0] ?? {};
  const name = '名称'.repeat(40);
  const book = await bookOf(admin, people, record, rowsOf(people, 'fkDeptId', [name], 50));
  const run = await check(admin, people, book);
  expect([run.valid, run.made]).toEqual([0, []]);
  expect(run.errors.map(({ path, message }) => [path, message[0]])).toEqual([
    ['fkDeptId', expect.stringContaining(`新建机构“${name}”：`)],
  ]);
});

describe('the case of a code or a name', () => {
  const people = resourceOf('personnel');
  const departments = resourceOf('dept');
  const journals = resourceOf('journal');
  const person = sample(complete(people, app.targets()), 1)[0] ?? {};

  const make = (deptCode: string, deptName: string) =>
    ok(
      admin.post(`${departments.path}/submit`, {
        deptName,
        fullName: deptName,
        deptCode,
        deptCategory: '2',
        sort: 1,
        parentId: app.departments[home]?.get('000'),
      }),
    );
  /** Rows of a table, as they would be imported. */
  const table = async (resource: Resource, rows: readonly Readonly<Record<string, string>>[]) => {
    const heads = Object.keys(rows[0] ?? {});
    const lines = rows.map((row) => heads.map((head) => row[head] ?? ''));
    return check(
      admin,
      resource,
      await writeTable(inProcessBookMaker, resource.label[0], heads, lines),
    );
  };
  const belonging = async (text: string, from: number) =>
    check(
      admin,
      people,
      await bookOf(admin, people, person, rowsOf(people, 'fkDeptId', [text], from)),
    );
  const told = (run: DryRun) => run.errors.map(({ message }) => message[0]);
  const codes = async () =>
    (
      await app.database.query<{ code: string; name: string }>(
        `select dept_code as code, dept_name as name from dept
          where tenant_id = $1 and lower(dept_code) = 'swy1' and is_deleted = 0 order by id`,
        [home],
      )
    ).map(({ code, name }) => `${code} ${name}`);

  test('makes no other record, and says where several differ in it alone', async () => {
    await make('Swy1', '水文所');
    const named = await belonging('swy1', 60);
    expect([named.valid, named.made, told(named)]).toEqual([1, [], []]);
    const row = { 机构名称: '水文研究所', 机构全称: '水文研究所', 机构代码: 'SWY1' };
    const corrected = await table(departments, [row]);
    expect([corrected.changes.length, told(corrected)]).toEqual([1, []]);
    await confirm(admin, departments, corrected);
    expect(await codes()).toEqual(['Swy1 水文研究所']);

    await make('sWY1', '水务所');
    const differ = '（水文研究所 Swy1、水务所 sWY1），请按原样填写';
    expect(told(await belonging('SWY1', 61))).toEqual([`机构中有多个只差大小写的“SWY1”${differ}`]);
    expect((await belonging('Swy1', 62)).valid).toBe(1);
    expect(told(await table(departments, [row]))).toEqual([
      '已有多条只差大小写的记录（Swy1、sWY1），请按原样填写',
    ]);
    const exact = await table(departments, [{ ...row, 机构代码: 'sWY1' }]);
    expect([exact.changes.length, told(exact)]).toEqual([1, []]);
  });

  test('finds the edition of a journal', async () => {
    const [scope, level] = ['publishScope', 'journalLevel'].map(
      (name) => journals.fields[name]?.spec.dictionary?.entries[0]?.label[0] ?? '',
    );
    const edition = (name: string) =>
      table(journals, [
        { 期刊名称: name, 刊物范围: scope ?? '', 校定级别: level ?? '', 目录年度: '2025' },
      ]);
    const first = await edition('Wetland Letters');
    expect(told(first)).toEqual([]);
    await confirm(admin, journals, first);
    const again = await edition('WETLAND LETTERS');
    expect([again.same, again.valid, told(again)]).toEqual([1, 0, []]);
  });
});
