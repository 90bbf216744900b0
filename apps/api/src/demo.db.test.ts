import { Readable } from 'node:stream';
import type { Endpoint } from '@keyan/engine/wire/endpoint.ts';
import { approvalEndpoints } from '@keyan/engine/wire/workflow/approvals.ts';
import { checksEndpoint, openChecksEndpoint } from '@keyan/engine/wire/workflow/checks.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { stateCodesOf } from '@keyan/kernel/definition/life/states.ts';
import { snakeCase } from '@keyan/kernel/definition/resource.ts';
import { Invalid, Missing } from '@keyan/kernel/errors.ts';
import type { CheckRow } from '@keyan/kernel/wire/tasks.ts';
import { confirmAuthorship } from '@keyan/product/achievement/common/confirmation.server.ts';
import { paper } from '@keyan/product/achievement/paper/paper.ts';
import {
  samePapers,
  similarPapers,
} from '@keyan/product/achievement/paper/paper-duplicates.server.ts';
import { editionFor } from '@keyan/product/achievement/paper/paper-journal.server.ts';
import { paperEndCounts } from '@keyan/product/demo/papers.server.ts';
import { smallPdf } from '@keyan/product/demo/pdf.server.ts';
import { emptyResources } from '@keyan/product/demo/progress.server.ts';
import { recordCounts } from '@keyan/product/demo/specimens/record-counts.server.ts';
import { university } from '@keyan/product/demo/university.server.ts';
import pg from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { checkPapers } from './bulk/check.ts';
import { seedPapers } from './bulk/papers.ts';
import { seedDemo } from './seed.ts';
import { openTestDemo } from './testing/demo.ts';

const demo = await openTestDemo();
afterAll(() => demo.close());
const { database, parts, departments, actor } = demo;
const { engine } = parts;
const { tenantId } = university;

const teacher = actor('teacher');
const colleague = actor('20090118');

const count = async (sql: string): Promise<number> =>
  Number((await database.query<{ count: string }>(`select count(*) from ${sql}`))[0]?.count);

const line = (who: Actor, over: object = {}) => ({
  personType: '01',
  userId: who.id,
  name: who.name,
  unit: '计算机与信息工程学院',
  authorType: '06',
  contributionRate: '50',
  ...over,
});

const attach = async (who: Actor) => {
  const file = await parts.files.put(who, {
    fileName: '全文.pdf',
    stream: Readable.from([smallPdf('全文', ['正文'])]),
    catalog: '13',
  });
  return [{ id: file.id, catalog: '13' }];
};

const fields = async (artName: string, over: object = {}) => ({
  artName,
  paperType: '01',
  publishLanguage: '01',
  fkDeptId: departments.get('310'),
  discipline: '52020',
  publishDate: '2026-03-01',
  schoolSign: '1',
  journalName: '某刊',
  indexTypes: ['16'],
  journalLevel: 'B1',
  publishScope: '2',
  authors: [line(teacher, { authorType: '01' }), line(colleague)],
  attachments: await attach(teacher),
  ...over,
});

describe('the demo university', () => {
  test('has papers in every status, as many as the story says', async () => {
    const rows = await database.query<{ status: string; count: string }>(
      // Claims make papers, too.
      `select audit_status as status, count(*) from paper where data_source <> '2' group by 1`,
    );
    const found = Object.fromEntries(rows.map((row) => [row.status, Number(row.count)]));
    expect(found).toEqual({
      '0': paperEndCounts.draft,
      '1': paperEndCounts.atSecretary + paperEndCounts.atOffice,
      '2': paperEndCounts.approved + paperEndCounts.approvedAfterReturn,
      '3': paperEndCounts.returnedBySecretary + paperEndCounts.returnedByOffice,
      '4': paperEndCounts.refused,
      '5': paperEndCounts.recalled,
      '6': paperEndCounts.void,
    });
  });
  test('what waits has a task, and nothing else has', async () => {
    expect(
      await count(
        `paper p where (p.audit_status in ('1', '3')) <> exists (
           select 1 from wf_task t where t.business_id = p.id and t.status = 'TODO')`,
      ),
    ).toBe(0);
  });
  test('offices keep up: some of what they hold, at most a quarter, is older than a fortnight', async () => {
    const [held] = await database.query<{ all: number; late: number }>(
      `select count(*)::int as all, count(*) filter (where created < now() - interval '14 days')::int as late
         from wf_task where status = 'TODO' and assignee_id is distinct from applicant_id`,
    );
    const { all = 0, late = 0 } = held ?? {};
    expect(all).toBeGreaterThan(100);
    expect(late).toBeGreaterThan(0);
    expect(late / all).toBeLessThan(0.25);
  });
  test('nothing happened in the future, and histories are in order', async () => {
    expect(await count('history where time > now()')).toBe(0);
    expect(await count('wf_log where at > now()')).toBe(0);
    expect(await count('paper where submit_time < create_time')).toBe(0);
    expect(await count('paper where finish_time < submit_time')).toBe(0);
  });
  test('every submitted paper has its number and its full text', async () => {
    expect(await count(`paper where audit_status not in ('0') and paper_num is null`)).toBe(0);
    expect(
      await count(
        `paper p where not exists (select 1 from attachment a
           where a.business_id = p.id and a.catalog = '13')`,
      ),
    ).toBe(0);
  });
  test('numbers carry the year in which they were given, certificates that of their date', async () => {
    const year = (time: string) => `to_char((${time}) at time zone 'Asia/Shanghai', 'YYYY')`;
    const given = [...engine.resources.values()].flatMap(({ key, table, number }) =>
      number?.pattern.includes('yyyy')
        ? [[key, table, snakeCase(number.field), year('create_time'), year('update_time')] as const]
        : [],
    );
    const certified = (
      [
        ['xpz', 'approveNum', 'approveDate'],
        ['xy', 'approveNum', 'approveDate'],
        ['gxjscp', 'certNum', 'approveDate'],
        ['copyrightapp', 'regNum', 'regDate'],
        ['achievementAwd', 'certNum', 'awardDate'],
        ['cgjd', 'appraisalNum', 'appraisalDate'],
        ['tycgdj', 'certNum', 'matchDate'],
      ] as const
    ).map(([key, number, date]) => {
      const of = `to_char(${snakeCase(date)}, 'YYYY')`;
      return [key, engine.resources.get(key)?.table, snakeCase(number), of, of] as const;
    });
    // Numbered when its approval was submitted, or entered with a number of the ledger.
    const [asked, entered] = [year(`create_time - interval '60 days'`), year('create_time')];
    const project = ['programInfo', 'program', 'program_num', asked, entered] as const;
    for (const [key, table, number, first, last] of [...given, ...certified, project]) {
      const said = `substring(${number} from '20[0-9]{2}')`;
      const wrong = await count(
        `${table} where ${number} <> '' and (${said} between ${first} and ${last}) is not true`,
      );
      expect([key, wrong]).toEqual([key, 0]);
    }
  });
  test('checks of several records are asked together, and found as one by one', async () => {
    const waiting = await database.query<{ kind: string; ids: string[] }>(
      `select i.kind, array_agg(distinct t.business_id::text) as ids from wf_task t
         join wf_instance i on i.id = t.instance_id where t.status = 'TODO' group by 1`,
    );
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    const statements = (): number =>
      asked.mock.calls.filter(([said]) => /\bfrom\b/.test(JSON.stringify(said))).length;
    const found: string[] = [];
    for (const account of ['rd_achieve', 'rd_project', 'dept_secretary']) {
      const call = { engine, actor: actor(account), language: 'zh' } as never;
      for (const { kind, ids } of waiting) {
        const before = statements();
        const open = await openChecksEndpoint().run(
          { kind, businessIds: ids.join() } as never,
          call,
        );
        expect([kind, statements() - before <= 8]).toEqual([kind, true]);
        const single: Record<string, unknown> = {};
        for (const businessId of ids) {
          const rows = checksEndpoint().run({ kind, businessId } as never, call);
          const said = await (rows as Promise<readonly CheckRow[]>).catch(() => null);
          if (said) single[businessId] = said.filter(({ level }) => level !== 'good');
        }
        expect([kind, open]).toEqual([kind, single]);
        found.push(...Object.keys(single).map(() => kind));
      }
    }
    asked.mockRestore();
    expect(new Set(found).size).toBeGreaterThan(5);
    expect(found.length).toBeGreaterThan(50);
  });
  test('has published notices that people read, and downloads, each with its file', async () => {
    expect(await count(`notice where status = '1' and (fbsj is null or fbr is null)`)).toBe(0);
    expect(await count('notice where read_count > 0')).toBeGreaterThan(0);
    expect(
      await count(
        `download_zone d where not exists (select 1 from attachment a
           where a.resource = 'downloadZone' and a.business_id = d.id)`,
      ),
    ).toBe(0);
  });
  test('has a record of every resource', async () => {
    expect(await emptyResources(parts.engine)).toEqual([]);
  });
  test('has as many records of each kind as a university, or says why it has few', async () => {
    const short: string[] = [];
    for (const { key, table, scarce } of engine.resources.values()) {
      const records = await count(`${table} where tenant_id = '${tenantId}' and is_deleted = 0`);
      const least = scarce ? Number(scarce.records === 'few') : (recordCounts[key] ?? 20);
      if (records < least) short.push(`${key}: ${records} of ${least}`);
      if (scarce) expect(scarce.because.length, key).toBeGreaterThan(10);
    }
    expect(short).toEqual([]);
  });
  test('has records in every status of an approval, and in every state of their own', async () => {
    const missing: string[] = [];
    for (const resource of engine.resources.values()) {
      const { key, table, states, scarce } = resource;
      const found = async (column: string): Promise<ReadonlySet<string>> => {
        const rows = await database.query<{ code: string }>(
          `select distinct ${column} as code from ${table} where is_deleted = 0`,
        );
        return new Set(rows.map(({ code }) => code));
      };
      const wanted: readonly (readonly [string, readonly string[]])[] = [
        ...(hasProcess(resource) ? [['audit_status', Object.values(statuses)] as const] : []),
        ...(states && !scarce ? [[snakeCase(states.field), stateCodesOf(resource)] as const] : []),
      ];
      for (const [column, codes] of wanted) {
        const there = await found(column);
        const left = codes.filter((code) => !there.has(code));
        if (left.length > 0) missing.push(`${key}.${column}: ${left.join()}`);
      }
    }
    expect(missing).toEqual([]);
  });
  test('is there once, however often the program starts', async () => {
    const before = await count('history');
    await seedDemo(parts, database.ownerUrl, () => undefined);
    expect(await count('history')).toBe(before);
  });
});

describe('duplicates (R-502)', () => {
  const approved = async () =>
    (
      await database.query<{ id: string; name: string; doi: string; writer: string }>(
        `select p.id::text, p.art_name as name, p.doi, u.real_name as writer from paper p
           join users u on u.id = p.create_user
          where p.audit_status = '2' and p.doi is not null and p.publish_language = '01'
            and p.create_user <> $1 limit 1`,
        [teacher.id],
      )
    )[0] as { id: string; name: string; doi: string; writer: string };

  test('the same title or DOI stands in the way, and says who registered it', async () => {
    const other = await approved();
    const faults = await engine
      .as(teacher)
      .submit(paper, await fields(` ${other.name}!`, { doi: other.doi.toUpperCase() }))
      .then(
        () => [],
        (error: unknown) => (error instanceof Invalid ? error.faults : Promise.reject(error)),
      );
    expect(faults.map((fault) => [fault.path, fault.message[0]])).toEqual([
      ['artName', `该论文已由【${other.writer}】登记`],
      ['doi', `该论文已由【${other.writer}】登记`],
    ]);
  });
  test('drafts of others are never told of', async () => {
    const [draft] = await database.query<{ name: string }>(
      `select art_name as name from paper where audit_status = '0' limit 1`,
    );
    const found = await engine.database.read(tenantId, (session) =>
      samePapers(session, teacher, { id: '0', artName: draft?.name ?? '', doi: null }),
    );
    expect(found).toEqual({ byDoi: null, byTitle: null });
  });
  test('a nearly equal title is found, with its likeness', async () => {
    const { name } = await approved();
    const near = await engine.database.transaction(tenantId, (tx) =>
      similarPapers(tx, teacher, { id: '0', artName: `${name}论` }, 0.9),
    );
    expect(near[0]?.artName).toBe(name);
    expect(near[0]?.likeness).toBeGreaterThan(0.9);
    const far = await engine.database.transaction(tenantId, (tx) =>
      similarPapers(tx, teacher, { id: '0', artName: '毫不相干的一个题目' }, 0.9),
    );
    expect(far).toEqual([]);
  });
  test('of two who submit the same title at once, one wins', async () => {
    const drafts = await Promise.all(
      [1, 2].map(async () => engine.as(teacher).save(paper, await fields('同时提交的论文'))),
    );
    const results = await Promise.allSettled(
      drafts.map((row) => engine.as(teacher).submit(paper, { id: row.id, version: row.version })),
    );
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = results.find((result) => result.status === 'rejected');
    expect(lost?.reason).toBeInstanceOf(Invalid);
  });
});

describe('co-authors (R-501)', () => {
  const submitted = async (artName: string): Promise<string> =>
    (await engine.as(teacher).submit(paper, await fields(artName))).id;
  const lines = async (id: string) =>
    (await engine.as(teacher).read(paper, id)).row.authors?.map((one) => [
      one.name,
      one.jobNum,
      one.confirmStatus,
    ]);

  test('are asked, see the paper, and their answer is kept', async () => {
    const id = await submitted('合作者需要确认的论文');
    expect(await lines(id)).toEqual([
      ['林晓岚', '20140326', '1'],
      ['孟知远', '20090118', '0'],
    ]);
    expect(
      await count(
        `message where receiver_id = ${colleague.id} and biz_id = ${id} and msg_type = '01'`,
      ),
    ).toBe(1);
    await confirmAuthorship(engine, colleague, paper, { id, status: '1', opinion: '' });
    expect((await lines(id))?.[1]?.[2]).toBe('1');
    expect(await count(`history where business_id = ${id} and action = 'confirm'`)).toBe(1);
    expect(
      await count(
        `message where receiver_id = ${teacher.id} and biz_id = ${id} and msg_type = '99'`,
      ),
    ).toBe(1);
  });
  test('three hundred take as many statements as three, to write and to read', async () => {
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    const others = (length: number) =>
      Array.from({ length }, (_, at) =>
        line(teacher, {
          userId: null,
          personType: '03',
          name: `合作者${at}`,
          contributionRate: '0',
        }),
      );
    const measured = async (artName: string, more: number) => {
      const input = {
        ...(await fields(artName)),
        authors: [line(teacher, { authorType: '01', contributionRate: '100' }), ...others(more)],
      };
      asked.mockClear();
      const { id } = await engine.as(teacher).submit(paper, input);
      const { row } = await engine.as(teacher).read(paper, id);
      expect(row.authors).toHaveLength(more + 1);
      return { statements: asked.mock.calls.length, bytes: JSON.stringify(row).length };
    };
    const few = await measured('三位作者的论文', 2);
    const many = await measured('三百位作者的论文', 299);
    asked.mockRestore();
    // Other work of the process may ask something meanwhile; a statement for each author would be hundreds.
    expect(many.statements).toBeLessThan(few.statements + 10);
    // About 400 bytes an author, before it is compressed.
    expect(many.bytes - few.bytes).toBeLessThan(297 * 500);
  });
  test('whoever is not named cannot answer, and an objection says why', async () => {
    const id = await submitted('有异议的论文');
    await expect(
      confirmAuthorship(engine, actor('dept_secretary'), paper, { id, status: '1', opinion: '' }),
    ).rejects.toThrow(Missing);
    await expect(
      confirmAuthorship(engine, colleague, paper, { id, status: '2', opinion: ' ' }),
    ).rejects.toThrow('请填写异议说明');
  });
  test('an answer falls when the share changes, and stands when it does not', async () => {
    const row = await engine.as(teacher).save(paper, await fields('先确认后修改的论文'));
    await database.query(
      `update paper_authors set confirm_status = '1' where parent_id = $1 and user_id = $2`,
      [row.id, colleague.id],
    );
    const authors = row.authors ?? [];
    const same = await engine
      .as(teacher)
      .save(paper, { id: row.id, version: row.version, remarks: '改备注', authors });
    expect(same.authors?.[1]?.confirmStatus).toBe('1');
    const changed = await engine.as(teacher).save(paper, {
      id: row.id,
      version: same.version,
      authors: authors.map((one, index) => ({
        ...one,
        contributionRate: index === 0 ? '70' : '30',
      })),
    });
    expect(changed.authors?.[1]?.confirmStatus).toBe('0');
  });
  test('a name is that of the account, whatever was sent', async () => {
    const row = await engine
      .as(teacher)
      .save(paper, await fields('冒名的论文', { authors: [line(teacher, { name: '别人' })] }));
    expect(row.authors?.[0]?.name).toBe('林晓岚');
    expect(row.firstAuthor).toBe('林晓岚');
  });
});

describe('several approvals in one call', () => {
  const [batch, records] = approvalEndpoints([paper], parts.workflow) as [Endpoint, Endpoint];
  const call = (who: Actor) =>
    ({ engine, actor: who, ip: '::1', language: 'zh', requestId: 'r' }) as never;

  test('each record stands for itself; the timeline tells of it', async () => {
    const secretary = actor('dept_secretary');
    const ids = await Promise.all(
      ['一次审批的论文甲', '一次审批的论文乙'].map(
        async (name) => (await engine.as(teacher).submit(paper, await fields(name))).id,
      ),
    );
    const [foreign] = await database.query<{ id: string }>(
      `select business_id::text as id from wf_task where status = 'TODO' and assignee_id <> $1 limit 1`,
      [secretary.id],
    );
    const outcomes = await batch.run({ ids: [...ids, foreign?.id], flag: 'ok' }, call(secretary));
    expect(outcomes).toEqual([
      { id: ids[0], success: true, msg: '' },
      { id: ids[1], success: true, msg: '' },
      { id: foreign?.id, success: false, msg: '该记录没有待您办理的任务' },
    ]);
    const lines = (await records.run({ id: ids[0] }, call(teacher))) as readonly unknown[];
    expect(lines.length).toBeGreaterThanOrEqual(2);
  });
});

describe('journal editions (R-506)', () => {
  const read = (wanted: object) =>
    engine.database.read(tenantId, (session) =>
      editionFor(session, {
        journalId: null,
        journalName: null,
        issn: null,
        publishDate: null,
        ...wanted,
      }),
    );
  test('the edition of the year in which the paper appeared; else the one before; else the first', async () => {
    const journalName = '遥感与空间智能';
    const [{ least = 0, most = 0 } = {}] = await database.query<{ least: number; most: number }>(
      'select min(year) as least, max(year) as most from journal',
    );
    expect((await read({ journalName, publishDate: `${most - 1}-05-01` }))?.year).toBe(most - 1);
    expect((await read({ journalName, publishDate: `${most + 3}-05-01` }))?.year).toBe(most);
    expect((await read({ journalName, publishDate: '2001-05-01' }))?.year).toBe(least);
    expect(await read({ journalName: '没有的刊物', publishDate: '2026-01-01' })).toBeNull();
  });
  test('is found whatever brackets, quotation marks and widths a name is written with', async () => {
    const [{ name = '', id = '' } = {}] = await database.query<{ name: string; id: string }>(
      `select journal_name as name, id::text from journal
       where journal_name ~ '[(（]' order by year desc limit 1`,
    );
    const marked = (open: string, close: string) =>
      name.replace(/[(（]/, open).replace(/[)）]/, close);
    const ways = [
      `《${name}》`,
      `“${name}”`,
      `「${name}」`,
      marked('', ''),
      marked('(', ')'),
      marked('（', '）'),
      marked(' 【', '】'),
      marked('·', ''),
    ];
    for (const journalName of ways) {
      expect([journalName, (await read({ journalName, publishDate: '2999-01-01' }))?.id]).toEqual([
        journalName,
        id,
      ]);
    }
    expect(await read({ journalName: `${name}续`, publishDate: '2999-01-01' })).toBeNull();
  });
  test('decides the grade and fills in what was left open', async () => {
    const row = await engine
      .as(teacher)
      .save(
        paper,
        await fields('按目录定级的论文', { journalName: '遥感与空间智能', journalLevel: 'D' }),
      );
    expect(row).toMatchObject({ journalLevel: 'A1', issn: '9012-4448' });
    expect(row.journalId).not.toBeNull();
  });
});

test('copies for measurements are whole papers, dealt to many people', async () => {
  const before = await count('paper');
  await seedPapers(
    database.ownerUrl,
    2000,
    engine.ids.next(),
    engine.resources.values(),
    () => undefined,
  );
  expect(await count('paper')).toBe(2000);
  expect(await checkPapers(database.ownerUrl)).toEqual([]);
  // Most are approved, some wait at each step, some are drafts or came back.
  for (const status of ['0', '1', '2', '3', '4', '5', '6']) {
    expect(await count(`paper where audit_status = '${status}'`), status).toBeGreaterThan(5);
  }
  expect(await count(`paper where audit_status = '2'`)).toBeGreaterThan(1600);
  // Nobody wrote a tenth of them, nor decided about a third.
  const most = async (column: string, table: string): Promise<number> =>
    count(`${table} where ${column} = (
      select ${column} from ${table} where ${column} is not null group by 1 order by count(*) desc limit 1)`);
  expect(await most('create_user', 'paper')).toBeLessThan(200);
  expect(
    await most('actor_id', `(select * from wf_task where node = 'deptSecretary') t`),
  ).toBeLessThan(300);
  // Again: the next ones go on where these ended.
  await seedPapers(
    database.ownerUrl,
    2100,
    engine.ids.next(),
    engine.resources.values(),
    () => undefined,
  );
  expect(await count('paper')).toBe(2100);
  await seedPapers(
    database.ownerUrl,
    before,
    engine.ids.next(),
    engine.resources.values(),
    () => undefined,
  );
  expect(await count('paper')).toBe(2100);
  expect(await checkPapers(database.ownerUrl)).toEqual([]);
});

test('copies whose approvals cannot be written are taken back', async () => {
  const before = await count('paper');
  await database.query(`create function refused() returns trigger language plpgsql
    as $$ begin raise exception 'no message'; end $$`);
  await database.query(
    'create trigger refused before insert on message for each statement execute function refused()',
  );
  const seeded = seedPapers(
    database.ownerUrl,
    before + 5,
    engine.ids.next(),
    engine.resources.values(),
    () => undefined,
  );
  await expect(seeded).rejects.toThrow('no message');
  await database.query('drop trigger refused on message');
  expect(await count('paper')).toBe(before);
  expect(await checkPapers(database.ownerUrl)).toEqual([]);
});
