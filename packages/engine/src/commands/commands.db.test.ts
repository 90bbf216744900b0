import { Conflict, Denied, type Fault, Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import type { Query } from '@keyan/kernel/records/query.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Unavailable } from '../store/connection/failures.ts';
import { testDatabase } from '../testing/database.ts';
import {
  actorOf,
  furnishSamples,
  places,
  samples,
  startEngine,
  stranger,
  tenant,
} from '../testing/sample.ts';
import { commandsOf } from './commands.ts';

const database = await testDatabase();
const one = startEngine(database, 1);
const two = startEngine(database, 2);
beforeAll(() => furnishSamples(database, one));
afterAll(async () => {
  await one.database.close();
  await two.database.close();
  await database.drop();
});

const writer = one.as(actorOf('31'));
const colleague = one.as(actorOf('32'));
const office = one.as(actorOf('34'));
const manager = one.as(actorOf('35'));

const page: Query = { where: [], sort: [], page: 1, size: 10 };
const full = { title: '样品', price: '12.50', colour: 'g' };

/** Error of a failed promise. */
const failing = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
};

const faultsOf = async (work: Promise<unknown>): Promise<readonly string[]> => {
  const error = await failing(work);
  if (!(error instanceof Invalid)) throw error;
  return error.faults.map((fault) => `${fault.path}: ${fault.message[0]}`);
};

describe('the department of a record', () => {
  const refusal = 'unitId: 【部门】只能选择您所在的部门，或记录中所列本校人员所在的部门';
  const colleagues = (...ids: readonly string[]) =>
    ids.map((userId) => ({ userId, label: '甲', tags: [] }));

  test('is one of its writer’s, or of somebody whom it names, in drafts and when handed in', async () => {
    expect(await faultsOf(writer.save(samples, { ...full, unitId: '22' }))).toEqual([refusal]);
    expect(await faultsOf(writer.submit(samples, { ...full, unitId: '22' }))).toEqual([refusal]);
    const named = { ...full, unitId: '22', parts: colleagues('33') };
    const draft = await writer.save(samples, named);
    expect(draft.unitId).toBe('22');
    // Whoever named somebody only to get there does not hand in without them.
    const { id, version } = await writer.save(samples, { ...draft, parts: [] });
    expect(await faultsOf(writer.submit(samples, { id, version }))).toEqual([refusal]);
    await writer.submit(samples, { id, version, parts: colleagues('33') });
  });

  test('may be one of several', async () => {
    await database.query(
      'insert into user_dept (tenant_id, user_id, dept_id) values ($1, 32, 22)',
      [tenant],
    );
    const named = { ...full, unitId: '22', parts: colleagues('32') };
    expect((await writer.save(samples, named)).unitId).toBe('22');
    const own = one.as({ ...actorOf('31'), departments: ['21', '20'] });
    expect((await own.save(samples, { ...full, unitId: '20' })).unitId).toBe('20');
    await database.query('delete from user_dept');
  });

  test('stays as it was when its writer has moved since', async () => {
    const draft = await writer.save(samples, full);
    const moved = one.as({ ...actorOf('31'), departments: ['22'] });
    const again = await moved.save(samples, { id: draft.id, version: draft.version, note: '新' });
    expect((await moved.submit(samples, { id: again.id, version: again.version })).unitId).toBe(
      '21',
    );
  });

  test('is any for whoever reaches every record, and for the program', async () => {
    expect((await manager.save(samples, { ...full, unitId: '21' })).unitId).toBe('21');
    const program = one.asSystem('导入', tenant);
    expect((await program.save(samples, { ...full, unitId: '22' })).unitId).toBe('22');
  });

  test('is offered in forms as far as it is taken; lists are filtered by any', async () => {
    const offered = async (who: typeof writer, wanted: object) =>
      (await who.choices(samples, 'unitId', wanted)).map(({ id }) => id).sort();
    expect(await offered(writer, {})).toEqual(['20', '21', '22']);
    expect(await offered(writer, { form: true })).toEqual(['21']);
    expect(await offered(writer, { form: true, people: ['33'] })).toEqual(['21', '22']);
    expect(await offered(writer, { form: true, people: ['33'], search: '乙' })).toEqual(['22']);
    expect(await offered(writer, { form: true, ids: ['22'] })).toEqual(['22']);
    expect(await offered(manager, { form: true })).toEqual(['20', '21', '22']);
  });
});

describe('a draft', () => {
  test('keeps every kind of value as it was given', async () => {
    const place = await manager.save(places, { name: '南楼', code: 'N' });
    const given = {
      title: '  每种字段 ',
      mark: 'M-1',
      note: '一行\n两行',
      story: '<p>正文</p>',
      count: '7',
      ratio: '0.25',
      price: '1234567.8',
      made: 2025,
      day: '2025-02-28',
      moment: '2025-02-28 23:59:59',
      colour: 'b',
      branches: ['11', '2'],
      placeId: place.id,
      parts: [
        { userId: '32', label: '甲', cost: '0.10', at: '2025-01-01 08:00', tags: ['r', 'g'] },
        { label: '乙', cost: '', tags: [] },
      ],
      unknown: 'dropped',
      auditStatus: '2',
      createUser: '99',
    };
    const saved = await writer.save(samples, given);
    expect(saved).toMatchObject({ version: 1, auditStatus: '0', createUser: '31', unitId: '21' });
    const { row, abilities } = await writer.read(samples, saved.id);
    expect(row).toMatchObject({
      title: '每种字段',
      note: '一行\n两行',
      count: 7,
      ratio: '0.2500',
      price: '1234567.80',
      total: '1234567.90',
      made: 2025,
      day: '2025-02-28',
      moment: '2025-02-28 23:59:59',
      colour: 'b',
      branches: ['11', '2'],
      placeId: place.id,
      placeIdName: '南楼',
      unitIdName: '甲院',
      createUserName: '张明',
      parts: [
        {
          userId: '32',
          userIdName: '李敏',
          label: '甲',
          cost: '0.10',
          at: '2025-01-01 08:00:00',
          tags: ['r', 'g'],
        },
        { userId: null, label: '乙', cost: null },
      ],
    });
    expect(row).not.toHaveProperty('unknown');
    expect(row).not.toHaveProperty('phone');
    expect(abilities.edit).toEqual({ allowed: true });
    expect(abilities.recall).toMatchObject({ allowed: false });
  });

  test('needs its title, and nothing else', async () => {
    expect(await faultsOf(writer.save(samples, { price: '1' }))).toEqual(['title: 请输入题名']);
    await expect(writer.save(samples, { title: '仅题名' })).resolves.toMatchObject({ price: null });
  });

  test('is nobody else’s to see', async () => {
    const { id } = await writer.save(samples, full);
    for (const other of [colleague, office, manager]) {
      expect(await failing(other.read(samples, id))).toBeInstanceOf(Missing);
      expect(await failing(other.save(samples, { id, version: 1, title: '改' }))).toBeInstanceOf(
        Missing,
      );
      expect(await failing(other.remove(samples, [id]))).toBeInstanceOf(Missing);
      expect((await other.list(samples, page)).records.map((row) => row.id)).not.toContain(id);
    }
  });

  test('keeps lines that are sent back, and drops those that are not', async () => {
    const saved = await writer.save(samples, {
      ...full,
      parts: [{ label: '甲' }, { label: '乙' }, { label: '丙' }],
    });
    const before = (await writer.read(samples, saved.id)).row.parts as unknown as { id: string }[];
    await writer.save(samples, {
      id: saved.id,
      version: 1,
      parts: [
        { ...before[2], label: '丙二' },
        { id: before[0]?.id, label: '甲' },
        { id: '77', label: '新' },
      ],
    });
    const after = (await writer.read(samples, saved.id)).row.parts as unknown as {
      id: string;
      label: string;
    }[];
    expect(after.map((line) => line.label)).toEqual(['丙二', '甲', '新']);
    expect(after[0]?.id).toBe(before[2]?.id);
    expect(after[1]?.id).toBe(before[0]?.id);
    expect(after[2]?.id).not.toBe('77');
  });

  test('points only to what is there, in its own tenant', async () => {
    const theirs = await one.as(actorOf('35', stranger)).save(places, { name: '别处' });
    const gone = await manager.save(places, { name: '将删' });
    await manager.remove(places, [gone.id]);
    for (const placeId of [theirs.id, gone.id, '1']) {
      expect(await faultsOf(writer.save(samples, { ...full, placeId }))).toEqual([
        'placeId: 【地点】所选记录不存在或不能选择',
      ]);
    }
    expect(
      await faultsOf(writer.save(samples, { ...full, parts: [{ label: '甲', userId: '404' }] })),
    ).toEqual(['parts.0.userId: 【人员】所选记录不存在或不能选择']);
  });
});

describe('the version', () => {
  test('is asked for, and an old one answers with what changed', async () => {
    const { id } = await writer.save(samples, full);
    expect(await faultsOf(writer.save(samples, { id, title: '甲' }))).toEqual([
      'version: 缺少版本号 version，请刷新后重试',
    ]);
    await writer.save(samples, { id, version: 1, title: '甲', count: 1 });
    await writer.save(samples, { id, version: 2, title: '乙' });
    const error = await failing(writer.save(samples, { id, version: 1, title: '丙' }));
    if (!(error instanceof Conflict)) throw error;
    expect(error.label[0]).toBe('数据已被他人修改,请刷新后重试');
    expect(error.current).toMatchObject({ version: 3, title: '乙' });
    expect(error.changed).toMatchObject([
      { path: 'title', before: '样品', after: '乙' },
      { path: 'count', before: null, after: 1 },
    ]);
  });

  test('lets one of two concurrent edits through', async () => {
    const { id } = await writer.save(samples, full);
    const results = await Promise.allSettled(
      [one, two, one, two].map((engine, index) =>
        engine.as(actorOf('31')).save(samples, { id, version: 1, title: `第${index}` }),
      ),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect((await writer.read(samples, id)).row.version).toBe(2);
  });
});

describe('handing in', () => {
  test('lists every fault at once and stores nothing', async () => {
    const faults = await faultsOf(
      writer.submit(samples, { title: '甲', colour: '', count: 13, parts: [{ cost: 'x' }] }),
    );
    expect(faults).toEqual([
      'parts.0.cost: 请输入正确的金额（最多两位小数）',
      'price: 请输入金额',
      'colour: 请选择颜色',
      'parts.0.label: 请输入名称',
      'count: 【数量】不能为 13',
    ]);
    const [{ count } = { count: -1 }] = await database.query<{ count: number }>(
      `select count(*)::int as count from sample where title = '甲' and count = 13`,
    );
    expect(count).toBe(0);
  });

  test('gives a number, a process and one history entry', async () => {
    const row = await writer.submit(samples, { ...full, title: '提交' });
    expect(row).toMatchObject({ auditStatus: '1', version: 1, currentNode: '办公室审核' });
    expect(row.no).toMatch(/^YP\d{4}\d{4}$/);
    expect(row.submitTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const history = await writer.history(samples, row.id);
    expect(history.map((entry) => entry.action)).toEqual(['submit']);
    expect(history[0]?.changes).toContainEqual(
      expect.objectContaining({ path: 'title', before: null, after: '提交' }),
    );
  });

  test('waits for the office: it sees it, others do not change it', async () => {
    const { id } = await writer.submit(samples, full);
    expect(
      (await office.list(samples, { ...page, view: 'audit', size: 200 })).records,
    ).toContainEqual(expect.objectContaining({ id }));
    const { abilities } = await office.read(samples, id);
    expect(abilities.audit).toEqual({ allowed: true });
    expect(abilities.edit).toMatchObject({ allowed: false });
    expect(await failing(writer.save(samples, { id, version: 1, title: '改' }))).toBeInstanceOf(
      Refused,
    );
    expect(await failing(writer.remove(samples, [id]))).toBeInstanceOf(Refused);
    expect(await failing(colleague.read(samples, id))).toBeInstanceOf(Missing);
  });

  test('can be taken back before anybody acted, and handed in again', async () => {
    const row = await writer.submit(samples, full);
    const recalled = await writer.recall(samples, row.id);
    expect(recalled).toMatchObject({ auditStatus: '5', version: 2, currentNode: null });
    expect(await failing(office.read(samples, row.id))).toBeInstanceOf(Missing);
    const again = await writer.submit(samples, { id: row.id, version: 2 });
    expect(again).toMatchObject({ auditStatus: '1', no: row.no });
    expect((await writer.history(samples, row.id)).map((entry) => entry.action)).toEqual([
      'submit',
      'recall',
      'submit',
    ]);
  });

  test('is set back to a draft by the manager only', async () => {
    const { id } = await writer.submit(samples, full);
    expect(await failing(writer.backDraft(samples, id))).toBeInstanceOf(Denied);
    expect(await manager.backDraft(samples, id, '重填')).toMatchObject({ auditStatus: '0' });
    const [entry] = await writer.history(samples, id);
    expect(entry).toMatchObject({ action: 'backDraft', note: '重填', actorName: '周平' });
    expect(await failing(manager.read(samples, id))).toBeInstanceOf(Missing);
  });

  test('refuses a value that a handed-in record has, and names it to whoever may read it', async () => {
    const { id } = await writer.submit(samples, { ...full, mark: 'Same-1' });
    const draft = await colleague.save(samples, { ...full, mark: 'SAME-1 ' });
    const faultOf = async (work: Promise<unknown>) => {
      const error = await failing(work);
      if (!(error instanceof Invalid)) throw error;
      return error.faults;
    };
    const fault = { path: 'mark', message: ['【标记】已存在', 'Mark already exists'] };
    expect(await faultOf(writer.submit(samples, { ...full, mark: 'same-1' }))).toMatchObject([
      { ...fault, link: { id } },
    ]);
    const { version } = draft;
    expect(await faultOf(colleague.submit(samples, { id: draft.id, version }))).toEqual([fault]);
  });

  test('lets one of many equal values through, whoever is first', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 ? one : two).as(actorOf('31')).submit(samples, { ...full, mark: 'race' }),
      ),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(Invalid);
    }
  });

  test('numbers many at once without repeats', async () => {
    const rows = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 ? one : two).as(actorOf('31')).submit(samples, full),
      ),
    );
    expect(new Set(rows.map((row) => row.no)).size).toBe(40);
  });

  test('never gives a number twice, not even when nobody knows whether it was used', async () => {
    const { database: db } = one;
    // The connection breaks after the commit, before its answer.
    const transaction: typeof db.transaction = async (tenantId, work) => {
      await db.transaction(tenantId, work);
      throw new Unavailable(new Error('gone'));
    };
    const read: typeof db.read = (tenantId, work) => db.read(tenantId, work);
    const short: typeof db.short = (tenantId, statement) => db.short(tenantId, statement);
    const broken = { ...one, database: { transaction, read, short } as typeof db };
    const lost = commandsOf(broken, actorOf('31')).submit(samples, { ...full, title: '断线' });
    await expect(lost).rejects.toBeInstanceOf(Unavailable);
    const { records } = await writer.list(samples, { ...page, search: '断线' });
    const next = await writer.submit(samples, full);
    expect(records[0]?.no).toMatch(/^YP/);
    expect(next.no).not.toBe(records[0]?.no);
  });
});

describe('removing', () => {
  test('refuses what others point to', async () => {
    const place = await manager.save(places, { name: '常用' });
    const { id } = await writer.save(samples, { ...full, placeId: place.id });
    const error = await failing(manager.remove(places, [place.id]));
    expect((error as Fault).label[0]).toBe('【常用】已被引用，不能删除');
    await writer.remove(samples, [id]);
    await manager.remove(places, [place.id]);
    expect(await failing(manager.read(places, place.id))).toBeInstanceOf(Missing);
  });

  test('takes all of those named, or none', async () => {
    const first = await writer.save(samples, full);
    const second = await writer.submit(samples, full);
    expect(await failing(writer.remove(samples, [first.id, second.id]))).toBeInstanceOf(Refused);
    await expect(writer.read(samples, first.id)).resolves.toBeDefined();
  });
});

describe('copying', () => {
  test('takes the values, not the number, the status or the identity of lines', async () => {
    const row = await writer.submit(samples, { ...full, parts: [{ label: '甲' }], mark: 'C-1' });
    const copy = await writer.copy(samples, row.id);
    expect(copy).toMatchObject({ auditStatus: '0', no: null, title: '样品', mark: 'C-1' });
    expect(copy.id).not.toBe(row.id);
    expect((copy.parts as unknown as unknown as { id: string }[])[0]?.id).not.toBe(
      (row.parts as unknown as unknown as { id: string }[])[0]?.id,
    );
  });
});

describe('secret fields', () => {
  test('do not exist for others: to write, to see, to find, to sort, in history', async () => {
    const row = await writer.submit(samples, { ...full, title: '机密', phone: '13800000000' });
    expect((await manager.read(samples, row.id)).row).toMatchObject({ phone: null });
    const draft = await manager.save(samples, { ...full, title: '机密二', phone: '13900000000' });
    expect((await manager.read(samples, draft.id)).row).toMatchObject({ phone: '13900000000' });
    const own = {
      ...page,
      where: [{ field: 'phone', operator: 'contains', value: '139' }],
    } as const;
    const found = await manager.list(samples, own);
    expect(found.records).toHaveLength(1);
    // For the writer the condition is not there: the list is as long as without it.
    expect((await writer.list(samples, own)).total).toBe((await writer.list(samples, page)).total);
    const entries = await manager.history(samples, draft.id);
    expect(entries[0]?.changes.map((change) => change.path)).toContain('phone');
  });
});

describe('other tenants', () => {
  test('see and change nothing, by any command', async () => {
    const { id } = await writer.submit(samples, full);
    const alien = one.as(actorOf('35', stranger));
    const attempts = [
      () => alien.read(samples, id),
      () => alien.save(samples, { id, version: 1, title: '改' }),
      () => alien.submit(samples, { id, version: 1 }),
      () => alien.remove(samples, [id]),
      () => alien.recall(samples, id),
      () => alien.backDraft(samples, id),
      () => alien.abolish(samples, id, '无'),
      () => alien.copy(samples, id),
      () => alien.history(samples, id),
    ];
    for (const attempt of attempts) expect(await failing(attempt())).toBeInstanceOf(Missing);
    expect((await alien.list(samples, page)).total).toBe(0);
    expect(await alien.lookup(samples, { ids: [id] })).toEqual([]);
    expect(await alien.counts(samples, page)).toEqual({});
  });

  test('are walled off by the database even when a query forgets them', async () => {
    const rows = await one.database.read(stranger, (session) =>
      session.query('select id from sample union all select id from sample_parts'),
    );
    expect(rows).toEqual([]);
    const error = await failing(
      one.database.transaction(stranger, (tx) =>
        tx.query(
          `insert into history (tenant_id, id, resource, business_id, action, actor_name, time, version, changes)
           values ($1, 1, 'x', 1, 'x', 'x', now(), 1, '[]')`,
          [tenant],
        ),
      ),
    );
    expect((error as { code?: string }).code).toBe('42501');
  });

  test('cannot rewrite history', async () => {
    for (const sql of ['update history set note = null', 'delete from history']) {
      const error = await failing(one.database.transaction(tenant, (tx) => tx.query(sql)));
      expect((error as { code?: string }).code).toBe('42501');
    }
  });
});

describe('lists', () => {
  test('page, count, sort and search', async () => {
    for (const [index, title] of ['甲 alpha', '乙 Beta', '丙 100% alpha_beta'].entries()) {
      await writer.submit(samples, { ...full, title: `查 ${title}`, day: `2024-01-0${index + 1}` });
    }
    const search = (words: string, more: Partial<Query> = {}) =>
      writer.list(samples, { ...page, search: words, ...more });
    expect((await search('查')).total).toBe(3);
    expect((await search('查 ALPHA')).total).toBe(2);
    // As it is read: whole, together with what is written, and by initials.
    expect((await search('cha')).total).toBe(3);
    expect((await search('cha jia')).total).toBe(1);
    expect((await search('cha ALPHA')).total).toBe(2);
    await writer.submit(samples, { ...full, title: '多源融合' });
    expect((await search('dyrh')).total).toBe(1);
    expect((await search('rhdy')).total).toBe(0);
    expect((await search('100%')).total).toBe(1);
    expect((await search('a_b')).total).toBe(1);
    expect((await search("' or 1=1 --")).total).toBe(0);
    const second = await search('查', { page: 2, size: 2 });
    expect(second).toMatchObject({ total: 3, current: 2, size: 2 });
    expect(second.records).toHaveLength(1);
    expect(await search('查', { page: 9, size: 2 })).toMatchObject({ total: 3, records: [] });
    const sorted = await search('查', { sort: [{ field: 'title', descending: false }] });
    // By pinyin: bǐng, jiǎ, yǐ.
    expect(sorted.records.map((row) => (row.title as string)[2])).toEqual(['丙', '甲', '乙']);
  });

  test('with named fields have these alone, and offer the same actions', async () => {
    const { permissions, ...person } = actorOf('31');
    const entrusted = one.as({ ...person, permissions: new Set([...permissions, 'sample_phone']) });
    const given = { ...full, title: '列', phone: '139', made: 2024 };
    const { id } = await entrusted.submit(samples, given);
    const search = (who: typeof writer, fields?: readonly string[]) =>
      who.list(samples, { ...page, view: 'register', search: '列', ...(fields && { fields }) });
    const [whole] = (await search(writer)).records;
    const fields = ['made', 'unitId', 'steps', 'parts', 'phone', 'nowhere', 'made'];
    const [row] = (await search(writer, fields)).records;
    expect(row).toEqual({
      id,
      version: 1,
      auditStatus: '1',
      made: 2024,
      unitId: '21',
      unitIdName: '甲院',
      steps: expect.arrayContaining([expect.objectContaining({ state: 'here' })]),
      parts: [],
      abilities: whole?.abilities,
    });
    expect(whole?.abilities).toEqual(['recall', 'copy']);
    expect((await search(entrusted, fields)).records[0]).toEqual({ ...row, phone: '139' });
  });

  test('ask for the page’s code', async () => {
    expect(await failing(writer.list(samples, { ...page, view: 'audit' }))).toBeInstanceOf(Denied);
    expect(await failing(writer.list(samples, { ...page, view: 'nowhere' }))).toBeInstanceOf(
      Invalid,
    );
    const nobody = { ...actorOf('31'), permissions: new Set<string>() };
    expect(await failing(one.as(nobody).list(samples, page))).toBeInstanceOf(Denied);
  });

  test('count rows per status', async () => {
    const counts = await writer.counts(samples, page);
    const { total } = await writer.list(samples, page);
    expect(Object.values(counts).reduce((all, count) => all + count, 0)).toBe(total);
  });
});
