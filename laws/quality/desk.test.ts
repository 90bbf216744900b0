import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { JournalRow, OpenFindingCounts } from '@keyan/product/achievement/quality/quality.ts';
import {
  readCondition,
  StatementParameters,
} from '@keyan/product/achievement/quality/reach.server.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { home } from '../support/application.ts';
import { ok, path, read } from '../support/filing.ts';
import { openDesk, quality, register } from '../support/quality.ts';

/** Journals and reports on the quality desk, rights to it, and its topics as a workbook. */
const desk = await openDesk();
const { app, teacher, office, secretary, check, approve, found, twins, merge } = desk;
afterAll(() => desk.app.close());

describe('journals that are not in the catalogue', () => {
  test('stand by their text with what they may be, and are set for all records at once', async () => {
    const name = '江汉湖泊科学';
    const journal = await ok(
      office.post(path('journal/submit'), {
        journalName: '江汉湖泊科学学报',
        year: 2025,
        publishScope: '2',
        journalLevel: 'A2',
        status: '1',
      }),
    );
    const papers: RowLike[] = [];
    for (const title of ['洪湖水质的长期变化', '梁子湖沉水植物的恢复过程']) {
      papers.push(await approve(await register(teacher, title, { journalName: name, issn: '' })));
    }
    await check();
    const [row, ...more] = await found<JournalRow>('journal', name);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ name, records: 2, suggestions: [{ id: journal.id }] });

    const asked = { resource: 'papersapp', name, journalId: journal.id };
    const answer = await ok(office.post(quality('journal'), asked));
    expect(answer.done).toHaveLength(2);
    expect(await found('journal', name)).toEqual([]);
    for (const paper of papers) {
      expect(await read(office, 'papers', paper)).toMatchObject({
        journalId: journal.id,
        journalLevel: 'A2',
      });
    }
  });

  test('leave the list when their edition comes', async () => {
    const name = '虚构地学进展';
    await approve(await register(teacher, '岩溶塌陷的孕灾机理', { journalName: name, issn: '' }));
    await check();
    expect(await found('journal', name)).toHaveLength(1);
    await ok(
      office.post(path('journal/submit'), {
        journalName: name,
        year: 2025,
        publishScope: '2',
        journalLevel: 'B1',
        status: '1',
      }),
    );
    await check();
    expect(await found('journal', name)).toEqual([]);
    // Whoever chooses among editions is offered the newest first.
    await ok(
      office.post(path('journal/submit'), {
        journalName: name,
        year: 2026,
        publishScope: '2',
        journalLevel: 'B1',
        status: '1',
      }),
    );
    const offered = await ok(
      teacher.get(path('papers/choices'), { field: 'journalId', search: name }),
    );
    const notes = (offered as unknown as readonly RowLike[]).map(({ note }) => note);
    expect(notes).toEqual([expect.stringContaining('2026'), expect.stringContaining('2025')]);
  });
});

describe('records that the report would refuse', () => {
  test('say the field, and leave the list as soon as it is put right', async () => {
    const paper = await approve(
      await register(teacher, '低空经济的空域管理', { moeDiscipline: '', statYear: 2024 }),
    );
    await check();
    const rows = await found('report', '低空经济');
    expect(rows.map(({ subject }) => subject).toSorted()).toEqual(['moeDiscipline', 'statYear']);
    expect(rows.find(({ subject }) => subject === 'moeDiscipline')?.text).toContain('缺【');

    const correct = async (values: RowLike) => {
      const { version } = await read(office, 'papers', paper);
      return office.post(quality('correct'), {
        resource: 'papersapp',
        id: paper.id,
        version,
        values,
      });
    };
    expect((await correct({ moeDiscipline: 'nowhere' })).errors).toMatchObject([
      { path: 'moeDiscipline' },
    ]);
    // Values that the report does not refuse stay as their writer left them.
    await ok(correct({ moeDiscipline: '0812', statYear: 2025, artName: '别的题目' }));
    expect(await found('report', '低空经济')).toEqual([]);
    expect(await read(office, 'papers', paper)).toMatchObject({
      artName: '低空经济的空域管理',
      moeDiscipline: '0812',
      statYear: 2025,
    });
  });

  test('leave the list at once when their writer puts them right', async () => {
    const paper = await approve(await register(teacher, '科研诚信的制度建设', { statYear: 2024 }));
    await check();
    expect(await found('report', '科研诚信')).toHaveLength(1);
    await ok(office.post(path('papers/backDraft'), { ids: paper.id, reason: '更正' }));
    // The job does not run again: a page judges anew what it shows.
    expect(await found('report', '科研诚信')).toEqual([]);
  });
});

describe('rights', () => {
  test('without the page nobody learns anything, without a right nobody decides', async () => {
    for (const [call, query] of [
      ['counts', {}],
      ['list', { topic: 'duplicate' }],
      ['list', { topic: 'settled' }],
      ['export', { topic: 'report' }],
      ['compare', { resource: 'papersapp', one: '1', other: '2' }],
    ] as const) {
      expect((await teacher.get(quality(call), query)).status, call).toBe(403);
    }
    const [keep, drop] = await twins('古籍数字化的版式识别');
    expect((await merge(teacher, keep, drop)).status).toBe(403);
    const differ = { resource: 'papersapp', one: keep.id, other: drop.id, reason: '不同' };
    expect((await secretary.post(quality('differ'), differ)).status).toBe(403);
  });

  test('a department’s keeper of the page sees its own records, in counts too', async () => {
    await twins('秸秆还田对土壤有机碳的影响');
    const stranger = await app.as('secretary320');
    await app.database.query(
      `insert into role_menu (tenant_id, role_id, menu_id)
       select m.tenant_id, r.id, m.id from menu m join role r on r.tenant_id = m.tenant_id
        where m.code in ('quality', 'quality_merge') and r.role_alias = 'dept_secretary'
       on conflict do nothing`,
    );
    const { identity } = app.parts;
    identity.forget(home, [secretary.id, stranger.id]);
    const keeper = secretary;
    expect((await found('duplicate', '秸秆还田', keeper)).length).toBe(1);
    expect(await found('duplicate', '秸秆还田', stranger)).toEqual([]);
    const counts = (await ok(stranger.get(quality('counts')))) as unknown as OpenFindingCounts & {
      readonly report: number;
    };
    expect(counts).toMatchObject({ duplicate: 0, author: 0, journal: 0 });
    // The report may refuse records that earlier tests filed for the department itself.
    const refused = await ok(stranger.get(quality('list'), { topic: 'report' }));
    const { records, total } = refused as unknown as {
      records: readonly { readonly record: { readonly department: string } }[];
      total: number;
    };
    expect(total).toBe(counts.report);
    expect(new Set(records.map(({ record }) => record.department)).size).toBeLessThan(2);
  });
});

describe('what the desk shows a reader', () => {
  test.each(['teacher', 'teacher2', 'dept_secretary', 'secretary320', 'rd_leader', 'rd_achieve'])(
    'is never more than %s may read',
    async (account) => {
      await check();
      const { engine, identity } = app.parts;
      const { token } = await app.as(account);
      const actor = await identity.authenticate(token ?? '');
      if (!actor) throw new Error(`${account} is not signed in`);
      const given = new StatementParameters();
      const condition = readCondition(engine, actor, 'q', given);
      const shown = await engine.database.read(home, (session) =>
        session.query<{ id: string; resource: string }>(
          `select record_id::text as id, resource from quality_record q where ${condition}`,
          given.values,
        ),
      );
      for (const [key, rows] of Map.groupBy(shown, ({ resource }) => resource)) {
        const kind = app.resources.find((one) => one.key === key);
        if (!kind) throw new Error(`no kind ${key}`);
        const ids = rows.map(({ id }) => id);
        const where = [{ field: 'id', operator: 'anyOf', value: ids }] as const;
        const query = { where, sort: [], page: 1, size: ids.length };
        const open = await engine.as(actor).ids(kind, query, ids.length);
        expect(open.toSorted(), key).toEqual(ids.toSorted());
      }
      // Whoever sees every department sees all that was submitted.
      if (account === 'rd_achieve') expect(shown.length).toBeGreaterThan(5);
    },
  );
});

test('a topic goes out as a workbook', async () => {
  const book = await office.get(quality('export'), { topic: 'duplicate' });
  expect(book.status).toBe(200);
  expect(book.raw.subarray(0, 2).toString()).toBe('PK');
});
