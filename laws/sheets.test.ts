import { Socket } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import type { Engine } from '@keyan/engine/engine.ts';
import { currentActorOf } from '@keyan/engine/identity/rights.ts';
import { Unavailable } from '@keyan/engine/store/connection/failures.ts';
import { secretCodes } from '@keyan/engine/store/schema/shape.ts';
import { gridsIn, inProcessBookMaker } from '@keyan/engine/testing/books.ts';
import { openClient } from '@keyan/engine/testing/database.ts';
import { workOf } from '@keyan/engine/testing/work.ts';
import { cellText } from '@keyan/engine/workbooks/cell.ts';
import { confirmImport } from '@keyan/engine/workbooks/import.ts';
import { exportJob } from '@keyan/engine/workbooks/jobs.ts';
import { sheetPlans } from '@keyan/engine/workbooks/plan.ts';
import { writeTable } from '@keyan/engine/workbooks/workbook.ts';
import { WorkerPool } from '@keyan/engine/workers/pool.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { FieldSpec, FieldType } from '@keyan/kernel/definition/field/field.ts';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import { grantsAction, permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { dictionariesAsDefined } from '@keyan/kernel/values/dictionary.ts';
import pg from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { home, startApplication } from './support/application.ts';
import { eachOf } from './support/chosen.ts';
import { complete, type Input, sample, typedText } from './support/inputs.ts';
import { savableRows } from './support/rows.ts';
import { unknowing } from './support/secrets.ts';

/** Law 7: what goes out as a workbook comes back as the same records, and faults name their cell. */
const app = await startApplication();
afterAll(() => app.close());

const { engine } = app.parts;
const admin = await app.as('admin');

const importing = app.resources.filter((resource) =>
  grantsAction(resource, new Set(permissionsOf(resource)), 'import'),
);
const each = eachOf(importing);
const rowsOf = await savableRows(app, (resource) => complete(resource, app.targets()));
const path = (resource: Resource, call: string): string => `${resource.path}/${call}`;

const storedRow = async (resource: Resource, id: string): Promise<Input> =>
  (await engine.asSystem('law', home).read(resource, id)).row as unknown as Input;

const nothing = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 0 ? null : (value ?? null);

/** Somebody who may see every field. */
const everything = (resource: Resource) => ({
  dictionaries: dictionariesAsDefined,
  permissions: new Set(secretCodes(resource)),
});

/** Values of a record that a workbook carries: a masked field has only its mask, which says nothing. */
const carried = (resource: Resource, row: Input): unknown =>
  sheetPlans(resource, everything(resource)).map((plan) => {
    const lines = plan.rows === null ? [row] : ((row[plan.rows] as Input[] | null) ?? []);
    return lines.map((line) =>
      Object.fromEntries(
        plan.columns
          .filter(({ spec }) => !spec.masked)
          .map(({ name }) => [name, nothing(line[name])]),
      ),
    );
  });

/** Columns that a record needs and that a workbook carries as a mask alone. */
const typedAgainIn = (resource: Resource): readonly string[] =>
  sheetPlans(resource, everything(resource))
    .filter(({ rows }) => rows === null)
    .flatMap(({ columns }) => columns)
    .flatMap(({ name, spec }) => (spec.masked && spec.required ? [name] : []));

const create = async (resource: Resource, input: Input): Promise<string> => {
  const call = hasProcess(resource) ? 'save' : 'submit';
  const answer = await admin.post(path(resource, call), input);
  expect([answer.status, answer.errors]).toEqual([200, []]);
  return String(answer.data.id);
};

/** Kinds of which a cell can hold a wrong value. */
const breakable: readonly FieldType[] = [
  'dict',
  'date',
  'money',
  'decimal',
  'percent',
  'integer',
  'year',
];

/** Text that people write into the cell of a right value. */
const right = (resource: Resource, name: string, spec: FieldSpec): string => {
  const [input = {}] = sample(complete(resource, app.targets()), 1);
  const [first] = spec.dictionary?.entries ?? [];
  // Below a heading there may be several of one name: their code tells them apart.
  return (first?.heading ? first.children?.[0]?.code : first?.label[0]) ?? String(input[name]);
};

describe.each(each)('%s', (_key, resource) => {
  test('law 7: export and import are each other’s inverse', async () => {
    const inputs = await rowsOf(resource, 4);
    const ids: string[] = [];
    for (const input of inputs) ids.push(await create(resource, input));
    const before = await Promise.all(ids.map((id) => storedRow(resource, id)));
    const workbook = await admin.get(path(resource, 'export'), {
      whole: '1',
      id: ids.join(','),
      ascs: 'id',
    });
    expect(workbook.headers['content-type']).toContain('spreadsheetml');
    await admin.post(path(resource, 'remove'), { ids });

    const dry = await admin.upload(path(resource, 'import'), 'law.xlsx', workbook.raw);
    const faults = dry.data.errors as readonly { readonly path: string }[];
    expect([dry.status, dry.data.total]).toEqual([200, ids.length]);
    // Masked values are typed again.
    const typedAgain = typedAgainIn(resource);
    expect(faults.map((fault) => fault.path)).toEqual(ids.flatMap(() => typedAgain));
    if (typedAgain.length > 0) return;
    const { batchId } = dry.data;
    const sure = await admin.post(path(resource, 'importSure'), { batchId });
    expect(sure.data).toMatchObject({ saved: ids.length, failed: [] });
    const again = await admin.post(path(resource, 'importSure'), { batchId });
    expect(again.data).toMatchObject({ saved: ids.length });

    const marks = await app.database.query<{ id: string }>(
      'select record_id::text as id from import_row where batch_id = $1 order by row_no',
      [batchId],
    );
    const after = await Promise.all(marks.map(({ id }) => storedRow(resource, id)));
    expect(after.map((row) => carried(resource, row))).toEqual(
      before.map((row) => carried(resource, row)),
    );
  });

  test('law 7: a bad cell is reported by row and column, and nothing is stored', async () => {
    const [main] = sheetPlans(resource, everything(resource));
    const columns = main?.columns ?? [];
    const wrong = '没有这个选项';
    const coded =
      columns.find(
        ({ spec }) =>
          spec.required &&
          breakable.includes(spec.type) &&
          'fault' in fieldTypeTable[spec.type].parse(wrong, spec),
      ) ?? columns.find(({ spec }) => spec.required && spec.type === 'ref');
    const title = columns.find(({ name }) => name === typedText(resource));
    if (!coded || !title) throw new Error(`${resource.key}: no column to break`);
    const content = await writeTable(
      inProcessBookMaker,
      resource.label[0],
      [title.header[0], coded.header[0]],
      [
        ['第一条', wrong],
        ['', ''],
        ['', right(resource, coded.name, coded.spec)],
      ],
    );
    const [before] = await app.database.query(`select count(*) from ${resource.table}`);
    const dry = await admin.upload(path(resource, 'import'), 'bad.xlsx', content);
    expect(dry.status).toBe(200);
    const errors = dry.data.errors as readonly { row: number; path: string; field: string[] }[];
    expect(errors).toContainEqual(
      expect.objectContaining({ row: 2, path: coded.name, field: coded.spec.label }),
    );
    // The text of a record that a reference names is not in the definition.
    if (coded.spec.type !== 'ref')
      expect(errors.some((fault) => fault.row === 4 && fault.path === coded.name)).toBe(false);
    expect(dry.data.valid).toBe(0);
    const sure = await admin.post(path(resource, 'importSure'), {
      batchId: dry.data.batchId,
      onlyValid: true,
    });
    expect([sure.status, sure.msg]).toEqual([400, '没有可导入的数据']);
    expect(await app.database.query(`select count(*) from ${resource.table}`)).toEqual([before]);
    const failed = await admin.get(path(resource, 'importFailed'), {
      batchId: String(dry.data.batchId),
    });
    const [grid = []] = [...(await gridsIn(failed.raw)).values()];
    expect(grid.flat().map(cellText).join()).toContain('第一条');
  });

  test('a text that a spreadsheet would run is text', async () => {
    const [input = {}] = await rowsOf(resource, 1);
    const formula = '=1+2';
    await create(resource, { ...input, [typedText(resource)]: formula });
    const answer = await admin.get(path(resource, 'export'), {
      [`${typedText(resource)}_equal`]: formula,
      columns: [resource.title, typedText(resource)].join(','),
    });
    const [grid = []] = [...(await gridsIn(answer.raw)).values()];
    expect(grid.flat()).toContain(`'${formula}`);
    expect(grid.flat().map(cellText)).toContain(formula);
  });
});

/** Accounts with a page of the resource from which they may export, named after their role. */
const exportersOf = ({ views }: Resource): readonly string[] =>
  ['rd_admin', 'rd_leader', 'school_leader', 'dept_leader'].filter((role) =>
    Object.values(views).some(({ grants = {} }) => {
      const granted = grants[role] ?? [];
      return granted === 'all' || granted.includes('export');
    }),
  );

const secretsOf = (resource: Resource) =>
  Object.entries(resource.fields).filter(([, { spec }]) => spec.secret);

describe.each(eachOf(importing.filter((resource) => secretsOf(resource).length > 0)))(
  '%s',
  (_key, resource) => {
    test('law 4: a workbook holds no secret of whoever may not see it', async () => {
      const secrets = secretsOf(resource);
      const reader = await app.as(unknowing(resource, exportersOf(resource)));
      const heads = async (query: Record<string, string>): Promise<string> => {
        const answer = await reader.get(path(resource, 'export'), query);
        expect(answer.status).toBe(200);
        const grids = await gridsIn(answer.raw);
        return [...grids.values()].map((grid) => (grid[0] ?? []).map(cellText).join()).join();
      };
      const columns = [resource.title, ...secrets.map(([name]) => name)].join(',');
      const strange = `${columns},constructor,__proto__,toString`;
      const queries: readonly Record<string, string>[] = [
        { columns },
        { columns: strange },
        { whole: '1' },
      ];
      for (const query of queries) {
        const found = (await heads(query)).split(',').map((head) => head.replace('*', ''));
        // A whole sheet names the record by its reference, where the title is a copy of that.
        const isNamed = !('whole' in query && resource.fields[resource.title]?.spec.copyOf);
        expect(found.includes(resource.fields[resource.title]?.spec.label[0] ?? '')).toBe(isNamed);
        for (const [, { spec }] of secrets) expect(found).not.toContain(spec.label[0]);
      }
    });
  },
);

describe('a long export', () => {
  const resource = importing.find(({ key }) => key === 'papersapp') as Resource;
  const job = exportJob(app.parts.files);
  const owner = { id: app.people[home]?.get('rd_achieve') ?? '', tenantId: home };
  const run = (by = engine) =>
    job.run(
      workOf(home, {
        actor: { ...owner, roles: ['rd_achieve'] },
        resource: resource.key,
        query: { where: [], sort: [], page: 1, size: 1 },
        columns: [],
        language: 'zh' as const,
      }),
      by,
    );
  const told = () =>
    app.database.query<{ title: string; content: string }>(
      'select title_zh as title, content_zh as content from message where receiver_id = $1 order by id',
      [owner.id],
    );
  const roleOf = (alias: string) =>
    app.database.query(
      `update user_role set role_id = (select id from role where tenant_id = $1 and role_alias = $3)
        where tenant_id = $1 and user_id = $2`,
      [home, owner.id, alias],
    );

  test('has the rights of its owner when it runs and when it is opened, not those of the past', async () => {
    await run();
    const [ready] = await told();
    expect(ready?.title).toBe('导出已完成');
    const file = /url=(\d+)/.exec(ready?.content ?? '')?.[1] ?? '';
    const download = async () =>
      (await (await app.as('rd_achieve')).get('blade-resource/common/file/download', { url: file }))
        .status;
    expect(await download()).toBe(200);

    await roleOf('expert');
    // The cache of people is dropped with the announcement, which takes a moment.
    await expect.poll(download).toBe(403);
    await run();
    expect((await told()).map(({ title }) => title)).toEqual(['导出已完成', '导出未完成']);

    await roleOf('rd_achieve');
    await expect.poll(download).toBe(200);
  });

  test('that is too much for one workbook says so instead of failing again and again', async () => {
    const workers = new WorkerPool();
    workers.run = () => Promise.reject(new Refused(['导出内容过多', 'Too much']));
    await run({ ...engine, workers });
    expect((await told()).at(-1)).toEqual({ title: '导出未完成', content: '导出内容过多' });
  });
});

test('a workbook enters no department that its reader may not enter (ruling 45)', async () => {
  const resource = importing.find(({ key }) => key === 'papersapp') as Resource;
  const [input = {}] = await rowsOf(resource, 1);
  const authors = (input.authors as readonly Input[]).map((line) => ({ ...line, userId: null }));
  const fkDeptId = app.departments[home]?.get('320');
  const id = await create(resource, { ...input, authors, fkDeptId });
  const workbook = await admin.get(path(resource, 'export'), { whole: '1', id });
  await admin.post(path(resource, 'remove'), { ids: [id] });
  const found = async (account: string) => {
    const dry = await (await app.as(account)).upload(
      path(resource, 'import'),
      'x.xlsx',
      workbook.raw,
    );
    return (dry.data.errors as readonly { readonly path: string }[]).map((fault) => fault.path);
  };
  expect(await found('teacher320')).toEqual([]);
  expect(await found('teacher')).toEqual(['fkDeptId']);
});

test('an export has every row that the filters find, on whatever page the list was', async () => {
  const resource = importing.find(({ key }) => key === 'papersapp') as Resource;
  const ids: string[] = [];
  for (const input of await rowsOf(resource, 2)) {
    ids.push(await create(resource, input));
  }
  const id = ids.join(',');
  const first = await admin.get(path(resource, 'list'), { id, size: '1' });
  expect(first.data.next).toEqual(expect.any(String));
  const after = String(first.data.next);
  const workbook = await admin.get(path(resource, 'export'), { whole: '1', id, after });
  const dry = await admin.upload(path(resource, 'import'), 'all.xlsx', workbook.raw);
  expect(dry.data.total).toBe(2);
});

describe('an import that is confirmed', () => {
  const resource = importing.find(({ key }) => key === 'papersapp') as Resource;
  /** A batch of valid rows, none of which is there yet. */
  const judged = async (count: number): Promise<string> => {
    const ids: string[] = [];
    for (const input of await rowsOf(resource, count)) {
      ids.push(await create(resource, input));
    }
    const workbook = await admin.get(path(resource, 'export'), { whole: '1', id: ids.join(',') });
    await admin.post(path(resource, 'remove'), { ids });
    const dry = await admin.upload(path(resource, 'import'), 'sure.xlsx', workbook.raw);
    expect([dry.data.total, dry.data.errors]).toEqual([count, []]);
    return String(dry.data.batchId);
  };
  /** How many records the table gains by it. */
  const gained = async (act: () => Promise<unknown>): Promise<number> => {
    const count = async () =>
      (
        await app.database.query<{ n: number }>(
          `select count(*)::int as n from ${resource.table} where is_deleted = 0`,
        )
      )[0]?.n ?? 0;
    const before = await count();
    await act();
    return (await count()) - before;
  };
  const sure = (batchId: string) => admin.post(path(resource, 'importSure'), { batchId });
  const result = async (batchId: string) =>
    (await admin.get(path(resource, 'importResult'), { batchId })).data;
  const held = (batchId: string, seconds: number) =>
    app.database.query(
      `update import_batch set confirm_time = now(), held_by = 'another process',
              held_until = now() + make_interval(secs => $2) where id = $1`,
      [batchId, seconds],
    );

  test('twice at once saves each row once, and nobody hears of failures', async () => {
    const batchId = await judged(1);
    const standing = { state: 'running', saved: 0, failed: [], finished: false };
    const done = { state: 'finished', saved: 1, failed: [], finished: true };
    const waiting = `select count(*)::int as n from pg_stat_activity
                      where datname = current_database() and wait_event_type = 'Lock'`;
    const saved = await gained(async () => {
      // Nobody can write a record for a moment: the first call is in the middle of its row.
      const blocker = await openClient(app.database.ownerUrl);
      let first = Promise.resolve<Awaited<ReturnType<typeof sure>> | null>(null);
      try {
        await blocker.query(`begin; lock table ${resource.table} in share mode`);
        first = sure(batchId);
        await expect.poll(() => app.database.query(waiting)).toEqual([{ n: 1 }]);
        const second = await sure(batchId);
        expect([second.status, second.msg]).toEqual([200, '导入正在进行，请稍候']);
        expect(second.data).toMatchObject(standing);
        expect(await result(batchId)).toMatchObject(standing);
      } finally {
        await blocker.end();
      }
      expect((await first)?.data).toMatchObject(done);
      expect((await sure(batchId)).data).toMatchObject(done);
    });
    expect(saved).toBe(1);
  });

  test('of a process that died is said to be broken off, and goes on where it stopped', async () => {
    const batchId = await judged(3);
    await held(batchId, 60);
    expect(
      await gained(async () => {
        const { data } = await sure(batchId);
        expect(data).toMatchObject({ state: 'running', saved: 0, failed: [], finished: false });
      }),
    ).toBe(0);

    await held(batchId, -1);
    expect(await result(batchId)).toMatchObject({ state: 'interrupted', saved: 0, failed: [] });
    expect(
      await gained(async () => {
        const { data } = await sure(batchId);
        expect(data).toMatchObject({ state: 'finished', saved: 3, failed: [], finished: true });
      }),
    ).toBe(3);
  });

  /** An administrator, and commands of which saving imported rows goes through `save`. */
  const through = async (save: (inputs: readonly Input[]) => void) => {
    const asker = { id: app.people[home]?.get('admin') ?? '', tenantId: home, roles: [] };
    const actor = await currentActorOf(engine, asker);
    if (!actor) throw new Error('there is no administrator');
    const watched: Engine = {
      ...engine,
      as: (by) => ({
        ...engine.as(by),
        saveImported: async (target, inputs, options) => {
          save(inputs);
          await engine.as(by).saveImported(target, inputs, options);
        },
      }),
    };
    return (batchId: string) => confirmImport(watched, actor, resource, batchId, true);
  };

  test('goes past a row at which the server fails, and breaks off when the database is away', async () => {
    const batchId = await judged(5);
    const away = await through(() => {
      throw new Unavailable(new Error('gone'));
    });
    await expect(away(batchId)).rejects.toThrow(Unavailable);
    expect(await result(batchId)).toMatchObject({ state: 'interrupted', saved: 0, failed: [] });
    const [, wrong] = await app.database.query<{ input: Input }>(
      'select input from import_row where batch_id = $1 order by row_no',
      [batchId],
    );
    const broken = await through((inputs) => {
      if (inputs.some((input) => isDeepStrictEqual(input, wrong?.input)))
        throw new TypeError('bug');
    });
    const { result: done } = await broken(batchId);
    expect(done).toMatchObject({ state: 'finished', saved: 4 });
    expect(done.failed.map(({ message }) => message[0])).toEqual(['服务器异常，此行未导入']);
  });

  test('saves rows together, of which one that is refused takes none along', async () => {
    const batchId = await judged(3);
    await app.database.query(
      `update import_row set input = input || jsonb_build_object('fkDeptId', '1')
        where batch_id = $1 and row_no = (select min(row_no) + 1 from import_row where batch_id = $1)`,
      [batchId],
    );
    const groups: number[] = [];
    const confirm = await through((inputs) => void groups.push(inputs.length));
    let failed = 0;
    const saved = await gained(async () => {
      const { result: done } = await confirm(batchId);
      failed = done.failed.length;
    });
    expect([saved, failed, groups]).toEqual([2, 1, [3, 1, 1, 1]]);
  });

  test('tells the log what strikes rows only together, and saves each of them', async () => {
    const batchId = await judged(3);
    const warn = vi.spyOn(engine.log, 'warn');
    const confirm = await through((inputs) => {
      if (inputs.length > 1) throw new TypeError('bug');
    });
    try {
      expect((await confirm(batchId)).result).toMatchObject({ saved: 3, failed: [] });
      expect(warn.mock.calls).toEqual([
        [
          expect.objectContaining({ err: expect.any(TypeError), rows: [3, 4, 5] }),
          'rows of an import are saved one by one',
        ],
      ]);
    } finally {
      warn.mockRestore();
    }
  });

  test('costs few statements for each row, which leave in few packets', async () => {
    const rows = 40;
    const batchId = await judged(rows);
    const groups: number[] = [];
    const confirm = await through((inputs) => void groups.push(inputs.length));
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    // Writes that a socket hands to the system at once: only the database is called meanwhile.
    const packets = [
      vi.spyOn(Socket.prototype, '_write'),
      vi.spyOn(Socket.prototype, '_writev' as '_write'),
    ];
    try {
      await confirm(batchId);
      expect(groups).toEqual([20, 20]);
      const left = packets.reduce((sum, { mock }) => sum + mock.calls.length, 0);
      expect(sent.mock.calls.length).toBeLessThan(7 * rows);
      expect(left).toBeLessThan(3 * rows);
    } finally {
      for (const spy of [sent, ...packets]) spy.mockRestore();
    }
  });
});
