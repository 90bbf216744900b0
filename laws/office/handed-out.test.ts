import type { RowLike } from '@keyan/kernel/values/row.ts';
import { sampleBook } from '@keyan/product/filling/testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LawApplication, startApplication } from '../support/application.ts';
import type { Answer, Client } from '../support/client.ts';
import { faultOf, ok, path, projectOf, read } from '../support/filing.ts';

/** Entries of the register stay as they left, and the next one says its differences (decision 0571). */
let app: LawApplication;
let office: Client;
let chief: Client;
let secretary: Client;
let teacher: Client;

beforeAll(async () => {
  app = await startApplication();
  office = await app.as('rd_project');
  chief = await app.as('rd_admin');
  secretary = await app.as('dept_secretary');
  teacher = await app.as('teacher');
  await app.database.query('update program set is_deleted = 1');
});
afterAll(() => app.close());

const fill = (call: string): string => path(`statistics/fill/${call}`);
const handed = (call: string): string => path(`statistics/outgoing/${call}`);

/** A table of projects, filled from all that are there. */
const filled = async (who: Client, tableName: string): Promise<RowLike> => {
  const file = await ok(
    who.upload('blade-resource/oss/endpoint/ext/put-file', '汇总表.xlsx', await sampleBook(), {
      catalog: '99',
    }),
  );
  const table = await ok(
    who.post(fill('submit'), {
      tableName,
      authority: '省科技厅',
      page: 'v_info',
      attachments: [{ id: file.id, catalog: '99' }],
    }),
  );
  const layout = await ok(who.get(fill('layout'), { id: String(table.id) }));
  const { bottom } = layout.head as { readonly bottom: number };
  await ok(
    who.post(fill('run'), { id: table.id, table: layout.table, bottom, targets: layout.columns }),
  );
  return table;
};

const act = { recipientKind: '2', recipient: '省科技厅', handedOn: '2026-01-10' };

const handOut = async (who: Client, table: RowLike, more: RowLike = {}): Promise<RowLike> =>
  ok(who.post(fill('hand-out'), { id: table.id, ...act, ...more }));

interface Difference {
  readonly other: RowLike | null;
  readonly rows: readonly (RowLike & {
    readonly row: string;
    readonly label: string;
    readonly kind: string;
    readonly cells: readonly RowLike[];
    readonly explained: RowLike | null;
  })[];
  readonly counts: RowLike;
  readonly same: number;
  readonly unexplained: number;
  readonly withheld: number;
}

const differenceOf = async (who: Client, { id }: RowLike, other?: RowLike): Promise<Difference> =>
  (await ok(
    who.get(handed('difference'), { id: String(id), ...(other && { other: String(other.id) }) }),
  )) as unknown as Difference;

const change = (project: RowLike, values: RowLike): Promise<unknown> => {
  const resource = app.resources.find(({ key }) => key === 'programInfo');
  if (!resource) throw new Error('no projects');
  return app.parts.engine
    .asSystem('law', '000000')
    .save(resource, { id: project.id, version: project.version, ...values });
};

test('a filled table is kept as it left, and the next one shows what came, left and changed', async () => {
  const kept = await projectOf(app, teacher, { funds: '300000.00', endDate: '2028-12-31' });
  const grows = await projectOf(app, teacher, { funds: '80000.00', endDate: '2028-12-31' });
  const leaves = await projectOf(app, teacher, { funds: '50000.00', endDate: '2027-12-31' });
  const first = await filled(office, '2025 年汇总表');
  const one = await handOut(office, first);
  expect(await read(office, 'statistics/fill', first)).toMatchObject({ status: '2' });
  expect(await read(office, 'statistics/outgoing', one)).toMatchObject({
    status: '1',
    title: '2025 年汇总表',
    recipient: '省科技厅',
    attachments: [{ name: '汇总表.xlsx' }],
  });
  expect((await differenceOf(office, one)).other).toBeNull();
  const again = await office.post(fill('hand-out'), { id: first.id, ...act });
  expect(faultOf(again)).toContain('已报出');

  await change(grows, { funds: '95000.00' });
  await app.database.query('update program set is_deleted = 1 where id = $1', [leaves.id]);
  const comes = await projectOf(app, teacher, { funds: '10000.00', endDate: '2029-12-31' });
  const two = await handOut(office, await filled(office, '2026 年汇总表'), {
    handedOn: '2026-02-10',
  });
  const found = await differenceOf(office, two);
  expect(found).toMatchObject({ other: { id: one.id }, same: 1, withheld: 1 });
  // Nothing is told of the one that is gone but that there is something.
  expect(found.counts).toEqual({ added: 1, left: 0, changed: 1 });
  const changed = found.rows.find(({ kind }) => kind === 'changed');
  expect(changed).toMatchObject({
    label: grows.programName,
    cells: [{ column: 'funds', before: '8', after: '9.5' }],
    explained: null,
  });
  expect(found.rows.find(({ kind }) => kind === 'added')).toMatchObject({
    label: comes.programName,
  });
  expect(found.rows.map(({ label }) => label)).not.toContain(kept.programName);

  // Changes of its record since are told.
  const place = { id: String(two.id), other: String(one.id), row: changed?.row ?? '' };
  const between = await ok(chief.get(handed('changes'), place));
  expect(between as unknown as RowLike[]).toMatchObject([{ changes: expect.any(Array) }]);

  // It is explained once, and stands there until the values are others.
  await ok(office.post(handed('explain'), { ...place, text: '追加批复 1.5 万元' }));
  const explained = await differenceOf(office, two);
  expect(explained.unexplained).toBe(1);
  const text = { text: '追加批复 1.5 万元' };
  const reasonIn = ({ rows }: Difference) =>
    rows.find(({ row }) => row === changed?.row)?.explained;
  expect(reasonIn(explained)).toMatchObject({ ...text, isCurrent: true });
  await change({ ...grows, version: Number(grows.version) + 1 }, { funds: '99000.00' });
  const three = await handOut(office, await filled(office, '2027 年汇总表'), {
    handedOn: '2026-03-10',
  });
  expect(reasonIn(await differenceOf(office, three))).toMatchObject({ ...text, isCurrent: false });
});

test('figures of a speech are entered by hand and compared by their names', async () => {
  const speech = async (year: number, value: string, handedOn: string): Promise<RowLike> => {
    const row = await ok(
      office.post(handed('submit'), {
        title: `${year} 年校长报告`,
        recipientKind: '4',
        recipient: '教代会',
        handedOn,
        figures: [
          { name: '到账经费', value, unit: '亿元', definition: '全口径，含配套' },
          { name: '新增项目', value: '320', unit: '项' },
        ],
      }),
    );
    await ok(office.post(handed('register'), { ids: row.id }));
    return row;
  };
  const before = await speech(2025, '1.01', '2026-01-05');
  const after = await speech(2026, '1.03', '2026-10-05');
  const found = await differenceOf(office, after);
  expect(found).toMatchObject({ other: { id: before.id, isSame: true }, same: 1 });
  expect(found.rows).toMatchObject([
    { kind: 'changed', cells: [{ before: '1.01', after: '1.03' }] },
  ]);
  const { id, version } = await read(office, 'statistics/outgoing', after);
  const changed = await office.post(handed('submit'), { id, version, title: '别的' });
  expect(changed.status).not.toBe(200);
});

test('who reads the register sees nothing of records that they do not read', async () => {
  const own = await projectOf(app, teacher, { endDate: '2028-12-31' });
  const one = await handOut(office, await filled(office, '全校表'));
  const at = { id: String(one.id) };
  const statusOf = async (answer: Promise<Answer>): Promise<number> => (await answer).status;
  expect(await statusOf(teacher.get(handed('content'), at))).toBe(403);
  expect(await statusOf(secretary.get(handed('content'), at))).toBe(404);
  expect(await statusOf(secretary.get(handed('difference'), at))).toBe(404);
  const content = await ok(chief.get(handed('content'), { ...at, size: '100' }));
  expect((content.rows as RowLike[]).map(({ label }) => label)).toContain(own.programName);
  // Somebody else's work is not declared.
  const theirs = await filled(office, '他人的表');
  expect(await statusOf(secretary.post(fill('hand-out'), { id: theirs.id, ...act }))).toBe(404);
  const late = await office.post(fill('hand-out'), {
    id: theirs.id,
    ...act,
    handedOn: '2999-01-01',
  });
  expect(faultOf(late)).toContain('不能晚于今天');
});
