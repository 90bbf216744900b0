import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { type Entry, flattenEntries } from '@keyan/kernel/values/dictionary.ts';
import type { DryRun, ImportResult } from '@keyan/kernel/wire/workbooks.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { home, startApplication } from './support/application.ts';
import { bookOf } from './support/books.ts';
import { ok } from './support/filing.ts';
import { complete, type Input, sample } from './support/inputs.ts';

/** Records that are older than this system come in with the state in which they stand. */
const app = await startApplication();
afterAll(() => app.close());

const admin = await app.as('admin');

/** Does a record take another one for itself? Several rows of one specimen cannot: `money/moving-in.test.ts` brings these. */
const takesAnother = ({ fields }: Resource): boolean =>
  Object.values(fields).some(({ spec }) => spec.unique && spec.target);

const stated = app.resources.filter(
  (resource) => resource.states?.imported !== undefined && !takesAnother(resource),
);

/** The codes in which records of a kind may come. */
const codesOf = ({ states }: Resource): readonly string[] => [
  states?.initial ?? '',
  ...(states?.imported ?? []),
];

const entriesOf = ({ fields, states }: Resource): readonly Entry[] =>
  flattenEntries(fields[states?.field ?? '']?.spec.dictionary?.entries ?? []);

const nameOf = (resource: Resource, code: string): string =>
  entriesOf(resource).find((entry) => entry.code === code)?.label[0] ?? code;

const checked = async (resource: Resource, book: Buffer): Promise<DryRun> => {
  const answer = await admin.upload(`${resource.path}/import`, '历史.xlsx', book);
  expect([answer.status, answer.msg]).toEqual([200, '操作成功']);
  return answer.data as unknown as DryRun;
};

const stored = async (resource: Resource, run: DryRun): Promise<readonly Input[]> => {
  const result = (await ok(
    admin.post(`${resource.path}/importSure`, { batchId: run.batchId, onlyValid: true }),
  )) as unknown as ImportResult;
  expect([result.saved, result.failed]).toEqual([run.valid, []]);
  const marks = await app.database.query<{ id: string }>(
    'select record_id::text as id from import_row where batch_id = $1 and record_id is not null order by row_no',
    [run.batchId],
  );
  const system = app.parts.engine.asSystem('law', home);
  return Promise.all(
    marks.map(async ({ id }) => (await system.read(resource, id)).row as unknown as Input),
  );
};

/** Rows of a sheet above the first record, counted from 1. */
const headRows = 3;

/** Titles are told apart by their ends. */
const titled = (resource: Resource, record: Input, code: string): Record<string, string> => ({
  [resource.fields[resource.title]?.spec.label[0] ?? '']: `${record[resource.title]}之${code}`,
});

describe.each(stated.map((resource) => [resource.key, resource] as const))(
  '%s',
  (_key, resource) => {
    const field = resource.states?.field ?? '';
    const head = resource.fields[field]?.spec.label[0] ?? '';
    const record = sample(complete(resource, app.targets()), 1)[0] ?? {};

    test('comes in the state that its row names, or the row says why not', async () => {
      const codes = codesOf(resource);
      const rows = codes.map((code) => ({
        ...titled(resource, record, code),
        [head]: nameOf(resource, code),
      }));
      const run = await checked(resource, await bookOf(admin, resource, record, rows));
      expect(run.errors.filter(({ path }) => path !== field)).toEqual([]);
      const wrong = new Set(run.errors.map(({ row }) => row));
      const right = codes.filter((_code, index) => !wrong.has(index + headRows));
      expect(right.length).toBeGreaterThan(1);
      const come = await stored(resource, run);
      expect(come.map((row) => row[field])).toEqual(right);
      for (const row of come) expect(row.version).toBe(1);
    });

    test('begins in its first state where the row says nothing, and never in one that is not named', async () => {
      const others = entriesOf(resource).filter(({ code }) => !codesOf(resource).includes(code));
      const words = ['', ...others.map(({ code }) => nameOf(resource, code))];
      const rows = words.map((word, index) => ({
        ...titled(resource, record, `其他${index}`),
        [head]: word,
      }));
      const run = await checked(resource, await bookOf(admin, resource, record, rows));
      expect([run.valid, run.errorTotal]).toEqual([1, others.length]);
      expect((await stored(resource, run)).map((row) => row[field])).toEqual([
        resource.states?.initial,
      ]);
    });
  },
);

describe('what people and the clock would not have brought about', () => {
  const notices = app.resources.find(({ key }) => key === 'prizeNotice') as Resource;
  const record = {
    ...sample(complete(notices, app.targets()), 1)[0],
    startTime: '2020-01-01 08:00:00',
    endTime: '2021-01-01 17:00:00',
  };
  const row = (code: string): Record<string, string> => ({
    ...titled(notices, record, code),
    [notices.fields.status?.spec.label[0] ?? '']: nameOf(notices, code),
  });

  test('is refused: nothing is out whose time is over, nothing closed whose time is to come', async () => {
    const over = await checked(notices, await bookOf(admin, notices, record, [row('1'), row('3')]));
    expect(over.errors.map(({ row: at, message }) => [at, message[0]])).toEqual([
      [headRows, expect.stringContaining('截止时间已过')],
    ]);
    const open = { ...record, endTime: '2099-01-01 17:00:00' };
    const ahead = await checked(notices, await bookOf(admin, notices, open, [row('1'), row('3')]));
    expect(ahead.errors.map(({ row: at, message }) => [at, message[0]])).toEqual([
      [headRows + 1, '【状态】为“已截止”时，“申报截止”应已过去'],
    ]);
  });
});

test('the budget of a project that was concluded long since stands in the ledger', async () => {
  const projects = app.resources.find(({ key }) => key === 'programInfo') as Resource;
  const record = {
    ...sample(complete(projects, app.targets()), 1)[0],
    funds: '1234.00',
    budget: [{ itemCode: '10101', amount: '1234.00' }],
  };
  const words = {
    ...titled(projects, record, '已结题'),
    [projects.fields.status?.spec.label[0] ?? '']: nameOf(projects, '40'),
  };
  const run = await checked(projects, await bookOf(admin, projects, record, [words]));
  const [come] = await stored(projects, run);
  expect(come).toMatchObject({ status: '40', version: 1 });
  const history = (await admin.get(`${projects.path}/history`, { id: String(come?.id) })).data;
  expect(history).toMatchObject([{ action: 'create' }]);
  const entries = await app.database.query<{ budget: string }>(
    `select budget::text from ledger_funds where owner_id = ${come?.id}`,
  );
  expect(entries).toEqual([{ budget: '1234.00' }]);
});
