import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { ForeignGrid } from '@keyan/product/filling/grid.ts';
import { readTables } from '@keyan/product/filling/table-task.server.ts';
import { namedBook, sampleBook, sampleDocument } from '@keyan/product/filling/testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { faultOf, ok, path, projectOf, read } from '../support/filing.ts';

/** From an empty file to the filled one, with a question to each person for what is unknown (decision 0570). */
let app: LawApplication;
let office: Client;
let secretary: Client;
let teacher: Client;
let colleague: Client;

beforeAll(async () => {
  app = await startApplication();
  office = await app.as('rd_project');
  secretary = await app.as('dept_secretary');
  teacher = await app.as('teacher');
  colleague = await app.as('teacher320');
  await app.database.query('update program set is_deleted = 1');
});
afterAll(() => app.close());

const fill = (call: string): string => path(`statistics/fill/${call}`);

const uploaded = async (
  who: Client,
  more: RowLike = {},
  file: readonly [name: string, content: Buffer] = ['汇总表.xlsx', Buffer.alloc(0)],
): Promise<RowLike> => {
  const content = file[1].length > 0 ? file[1] : await sampleBook();
  const attached = await ok(
    who.upload('blade-resource/oss/endpoint/ext/put-file', file[0], content, { catalog: '99' }),
  );
  return ok(
    who.post(fill('submit'), {
      tableName: '在研情况汇总表',
      authority: '省科技厅',
      page: 'v_info',
      attachments: [{ id: attached.id, catalog: '99' }],
      ...more,
    }),
  );
};

interface Layout {
  readonly table: number;
  readonly head: { readonly bottom: number };
  readonly columns: readonly {
    readonly column: number;
    readonly heading: string;
    readonly target: RowLike;
    readonly by: string;
  }[];
  readonly fields: readonly { readonly name: string }[];
  readonly last: string | null;
}

const layoutOf = async (who: Client, { id }: RowLike): Promise<Layout> =>
  (await ok(who.get(fill('layout'), { id: String(id) }))) as unknown as Layout;

const run = async (
  who: Client,
  { id }: RowLike,
  change: (layout: Layout) => Layout = (one) => one,
) => {
  const layout = change(await layoutOf(who, { id }));
  const { table, head, columns } = layout;
  await ok(who.post(fill('run'), { id, table, bottom: head.bottom, targets: columns }));
  return layout;
};

const cellsIn = async (who: Client, { id }: RowLike) => {
  const found = await ok(who.get(fill('cells'), { id: String(id), size: '100' }));
  return found as unknown as {
    readonly rows: readonly {
      readonly row: number;
      readonly title: string;
      readonly cells: readonly {
        readonly column: number;
        readonly mark: string;
        readonly value: RowLike | null;
      }[];
    }[];
    readonly withheld: number;
  };
};

const fileOf = async (who: Client, { id }: RowLike): Promise<ForeignGrid | undefined> => {
  const answer = await who.get(fill('file'), { id: String(id) });
  expect(answer.status).toBe(200);
  return (await readTables(answer.raw))[0];
};

const textAt = (grid: ForeignGrid | undefined, row: number, column: number): string | undefined =>
  grid?.cells.find((cell) => cell.row === row && cell.column === column)?.text;

const answer = (who: Client, { id }: RowLike, answers: readonly RowLike[]) =>
  ok(who.post(fill('answer'), { id, answers }));

const questionsOf = async (who: Client, view: string): Promise<readonly RowLike[]> =>
  (await ok(who.get(fill('questions/list'), { view, size: '100' }))).records as RowLike[];

test('a workbook is filled from projects, people are asked once, and the file comes back as it was', async () => {
  const mine = await projectOf(app, teacher, { funds: '305000.00', endDate: '2028-12-31' });
  const other = await projectOf(app, colleague, { endDate: '2027-06-30' });
  const table = await uploaded(office);
  const layout = await run(office, table);
  expect(layout.columns.map(({ heading, target }) => [heading, target.field ?? target.is])).toEqual(
    [
      ['序号', 'serial'],
      ['课题名称', 'programName'],
      ['负责人', 'programLeader'],
      ['起止时间 / 开始日期', 'startDate'],
      ['起止时间 / 结束日期', 'endDate'],
      ['批准经费（万元）', 'funds'],
      ['所在学院', 'departmentId'],
      ['预期经济效益', 'ask'],
    ],
  );
  const { rows } = await cellsIn(office, table);
  const line = rows.find(({ title }) => title === mine.programName);
  expect(line?.cells.map(({ value, mark }) => [value?.text ?? null, mark])).toMatchObject([
    [expect.any(String), 'known'],
    [mine.programName, 'known'],
    [expect.any(String), 'known'],
    ['2026-01-01', 'known'],
    ['2028-12-31', 'known'],
    ['30.5', 'known'],
    [expect.any(String), 'known'],
    [null, 'unknown'],
  ]);
  expect(rows.find(({ title }) => title === other.programName)?.cells[5]?.mark).toBe('unknown');

  // One question and one message for each of the two people.
  expect(await ok(office.post(fill('ask'), { id: table.id, dueDate: '2026-12-10' }))).toBe(2);
  const [question] = await questionsOf(teacher, 'mine');
  expect(question).toMatchObject({ remaining: 1, cells: 1, status: '1' });
  const asked = await ok(teacher.get(fill('question'), { id: String(question?.id) }));
  const [cell] = (asked.records as RowLike[]).flatMap(({ cells }) => cells as RowLike[]);
  expect(cell).toMatchObject({ heading: '预期经济效益', field: null, isWritable: false });
  const given = { row: cell?.row, column: cell?.column, value: '120 万元' };
  expect((await colleague.get(fill('question'), { id: String(question?.id) })).status).toBe(404);
  expect(
    (await colleague.post(fill('answer'), { id: question?.id, answers: [given] })).status,
  ).toBe(404);
  expect(await answer(teacher, question ?? {}, [given])).toMatchObject([{ fault: '' }]);
  expect(await read(teacher, 'statistics/fill/questions', question ?? {})).toMatchObject({
    remaining: 0,
    status: '2',
  });
  const again = await office.post(fill('ask'), { id: table.id });
  expect(faultOf(again)).toContain('没有可以提问的人');

  const grid = await fileOf(office, table);
  expect(textAt(grid, 0, 0)).toBe('附件2 省科技项目在研情况汇总表');
  const row = line ? 4 + line.row : 0;
  expect(textAt(grid, row, 1)).toBe(mine.programName);
  expect(textAt(grid, row, 5)).toBe('30.5');
  expect(textAt(grid, row, 7)).toBe('120 万元');
  expect(textAt(grid, 6, 0)).toBe('合计');

  // Next year: the same headings under another name.
  const next = await uploaded(office, {
    tableName: '2027 年在研情况汇总表',
    authority: '省教育厅',
  });
  const proposed = await layoutOf(office, next);
  expect(proposed.last).toBe('在研情况汇总表');
  expect(proposed.columns.every(({ by }) => by === 'last')).toBe(true);
  await run(office, next);
  const kept = (await cellsIn(office, next)).rows.find(({ title }) => title === mine.programName);
  expect(kept?.cells[7]).toMatchObject({ mark: 'last', value: { text: '120 万元' } });
});

test('a table of people: an answer is a save of the record where its field is the person’s own', async () => {
  const keeper = await app.as('rd_admin');
  const file = await ok(
    keeper.post(path('personnel/submit'), {
      subjectClass: '01',
      sorter: '01',
      fkDeptId: app.departments[home]?.get('310'),
      jobNum: 'FT0001',
      name: '秦越',
      account: 'teacher',
      dwmc: '江陵大学',
      sex: '1',
      birthDate: '1980-05-06',
      poliStatus: '13',
      education: '10',
      ranks: '012',
      subjectTitle: '520',
      zzzt: '1',
    }),
  );
  const content = await sampleDocument();
  const table = await uploaded(
    keeper,
    { tableName: '专家信息表', page: 'personnel', conditions: 'jobNum=FT0001' },
    ['专家.docx', content],
  );
  await run(keeper, table, (layout) => ({
    ...layout,
    columns: layout.columns.map((column) =>
      column.heading === '研究专长'
        ? { ...column, target: { is: 'field', field: 'major', unit: 1 } }
        : column,
    ),
  }));
  expect(await ok(keeper.post(fill('ask'), { id: table.id }))).toBe(1);
  const question = (await questionsOf(teacher, 'mine')).find(({ title }) => title === '专家信息表');
  const asked = await ok(teacher.get(fill('question'), { id: String(question?.id) }));
  const [cell] = (asked.records as RowLike[]).flatMap(({ cells }) => cells as RowLike[]);
  expect(cell).toMatchObject({ field: 'major', isWritable: true });
  const place = { row: cell?.row, column: cell?.column };
  // A fault of the field is told, and nothing is written.
  expect(
    await answer(teacher, question ?? {}, [{ ...place, value: '长'.repeat(60) }]),
  ).toMatchObject([{ fault: expect.stringContaining('所学专业') }]);
  expect(await answer(teacher, question ?? {}, [{ ...place, value: '材料物理' }])).toMatchObject([
    { fault: '' },
  ]);
  expect(await read(keeper, 'personnel', file)).toMatchObject({ major: '材料物理' });
  const grid = await fileOf(keeper, table);
  expect([0, 3].map((column) => textAt(grid, 1, column))).toEqual(['秦越', '材料物理']);
});

test('rows that the authority has begun are completed where they stand, namesakes by their holder', async () => {
  const name = '城市内涝预警的关键技术';
  const term = { programName: name, endDate: '2027-06-30' };
  const mine = await projectOf(app, teacher, { ...term, funds: '120000.00' });
  await projectOf(app, colleague, { ...term, funds: '990000.00' });
  const leader = String((await read(teacher, 'programInfo', mine)).programLeaderName);
  const content = await namedBook([
    ['没有的项目', ''],
    [name, leader],
    [name, ''],
  ]);
  const table = await uploaded(office, { tableName: '绩效跟踪表' }, ['跟踪表.xlsx', content]);
  const layout = await layoutOf(office, table);
  expect(layout).toMatchObject({ namedRows: 3, source: 'file' });
  const given = {
    id: table.id,
    table: layout.table,
    bottom: layout.head.bottom,
    targets: layout.columns,
    source: 'file',
  };
  const unmatched = [
    { line: 3, records: 0 },
    { line: 5, records: 2 },
  ];
  expect(await ok(office.post(fill('preview'), given))).toMatchObject({
    rows: [{ row: 1 }],
    unmatched,
  });
  await ok(office.post(fill('run'), given));
  const cells = await cellsIn(office, table);
  expect(cells).toMatchObject({ unmatched, rows: [{ row: 1, title: name }] });
  const grid = await fileOf(office, table);
  expect([2, 3, 4].map((row) => textAt(grid, row, 3) ?? '')).toEqual(['', '12', '']);
  expect(textAt(grid, 3, 1)).toBe(name);
  expect(textAt(grid, 5, 0)).toBe('填表人：');
  // The cells of the authority are its own; others are entered as ever.
  const enter = (column: number, text: string) =>
    office.post(fill('enter'), { id: table.id, row: 1, column, text });
  expect(faultOf(await enter(1, '别的项目'))).toContain('已有内容');
  await ok(enter(4, '已完成中期检查'));
  expect(textAt(await fileOf(office, table), 3, 4)).toBe('已完成中期检查');
});

test('nobody fills, reads or downloads by a table what they do not read', async () => {
  const away = await projectOf(app, colleague, {
    departmentId: app.departments[home]?.get('320'),
    endDate: '2027-06-30',
  });
  // A secretary's table has the projects of their college alone.
  const own = await uploaded(secretary);
  const proposal = await run(secretary, own);
  const ownRows = (await cellsIn(secretary, own)).rows;
  expect(ownRows.map(({ title }) => title)).not.toContain(away.programName);
  // The mapping serves every officer; the name and the answers of a table serve those who read it.
  expect(proposal.columns.every(({ by }) => by === 'last')).toBe(true);
  expect(proposal.last).toBeNull();
  expect(ownRows.length).toBeGreaterThan(0);
  expect(ownRows.flatMap(({ cells }) => cells).filter(({ mark }) => mark === 'last')).toEqual([]);
  // Officers have their own tables; the chief office reads those of others as far as it reads their records.
  const theirs = await uploaded(office);
  await run(office, theirs);
  for (const call of ['cells', 'layout', 'file', 'standing']) {
    expect((await secretary.get(fill(call), { id: String(theirs.id) })).status).toBe(404);
  }
  expect((await teacher.get(fill('cells'), { id: String(theirs.id) })).status).toBe(403);
  // A page that the officer does not have, and fields that are hidden or masked.
  const foreign = await office.post(fill('submit'), {
    tableName: '人员',
    authority: '省厅',
    page: 'personnel',
    attachments: own.attachments,
  });
  if (foreign.status === 200) {
    expect((await office.get(fill('layout'), { id: String(foreign.data.id) })).status).not.toBe(
      200,
    );
  }
  const keeper = await app.as('rd_achieve');
  const people = await uploaded(keeper, { page: 'personnel' }, [
    '专家.docx',
    await sampleDocument(),
  ]);
  const layout = await layoutOf(keeper, people);
  const fields = layout.fields.map(({ name }) => name);
  expect(fields).toContain('ranks');
  for (const closed of ['birthDate', 'idNumber', 'phone']) expect(fields).not.toContain(closed);
  const refused = await keeper.post(fill('run'), {
    id: people.id,
    table: layout.table,
    bottom: layout.head.bottom,
    targets: [{ column: 0, target: { is: 'field', field: 'birthDate', unit: 1 } }],
  });
  expect(refused.status).toBe(403);
  // A record that was readable when the table was filled, and no longer is, is gone from page and file.
  const before = (await cellsIn(office, theirs)).rows.length;
  await app.database.query('update program set is_deleted = 1 where id = $1', [away.id]);
  const after = await cellsIn(office, theirs);
  expect([after.rows.length, after.withheld]).toEqual([before - 1, 1]);
});
