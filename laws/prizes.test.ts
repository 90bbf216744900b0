import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LawApplication, startApplication } from './support/application.ts';
import type { Client } from './support/client.ts';
import { attached, handle, ok, path, read } from './support/filing.ts';

/** A prize from its notice to the award of a declaration, as people's calls bring it about. */
let app: LawApplication;
let teacher: Client;
let office: Client;
beforeAll(async () => {
  app = await startApplication();
  teacher = await app.as('teacher');
  office = await app.as('rd_achieve');
});
afterAll(() => app.close());

let notice: RowLike;
let first: RowLike;
let second: RowLike;

const declare = async (who: Client, achName: string) =>
  who.post(path('prizeDeclaration/submit'), {
    noticeId: notice.id,
    achName,
    applyGrade: '01',
    subject: '18044',
    resultForm: '08',
    content: '内容',
    innovation: '创新',
    socialEffect: '影响',
    authors: [
      {
        sort: 1,
        personType: '01',
        userId: who.id,
        name: '申报人',
        unit: '计算机学院',
        authorType: '01',
        contributionRate: '100',
      },
    ],
    ...(await attached(who, '01')),
  });

test('a notice is answered while it is out, and once by each first author', async () => {
  notice = await ok(
    office.post(path('prizeNotice/submit'), {
      noticeName: '省科学技术进步奖申报通知',
      awardName: '省科学技术进步奖',
      awardType: '04',
      awardLevel: '02',
      awardUnit: '省人民政府',
      year: 2026,
      startTime: '2020-01-01 08:00:00',
      endTime: '2099-01-01 17:00:00',
      deptQuota: 1,
      personLimit: 1,
      needReview: '0',
      content: '<p>请申报</p>',
    }),
  );
  const early = await declare(teacher, '过早的申报');
  expect(early.errors.map(({ path: at }) => at)).toContain('noticeId');

  await ok(office.post(path('prizeNotice/release'), { ids: notice.id }));
  const told = await app.database.query<{ receiver: string }>(
    `select receiver_id::text as receiver from message where biz_id = ${notice.id}`,
  );
  expect(told.map(({ receiver }) => receiver)).toContain(teacher.id);
  expect(told.map(({ receiver }) => receiver)).not.toContain(office.id);
  first = await ok(declare(teacher, '湿地修复技术'));
  expect(first).toMatchObject({
    result: '5',
    declareNum: expect.stringMatching(/^PS/),
    awardName: '省科学技术进步奖',
    collegeId: app.departments['000000']?.get('310'),
  });
  const again = await declare(teacher, '另一项技术');
  expect(again.msg).toContain('第一完成人对【省科学技术进步奖申报通知】的申报已达限报项数');
  second = await ok(declare(await app.as('teacher2'), '水稻育种技术'));
});

test('a department recommends within its quota, in an order', async () => {
  const secretary = await app.as('dept_secretary');
  const dean = await app.as('dept_leader');
  for (const one of [first, second]) await ok(handle(secretary, one, { flag: 'ok' }));
  const { version } = await read(dean, 'prizeDeclaration', first);
  await ok(handle(dean, first, { flag: 'ok', form: { deptRank: 1, version } }));
  expect(await read(teacher, 'prizeDeclaration', first)).toMatchObject({
    result: '6',
    deptRank: 1,
  });
  expect(await read(office, 'prizeNotice', notice)).toMatchObject({ recommended: 1 });
  const full = await handle(dean, second, { flag: 'ok' });
  expect(full.msg).toContain('的院系限额已用完');
  await ok(handle(dean, second, { flag: 'back', comment: '限额已满' }));
});

test('what is returned after the notice was withdrawn is not handed in again', async () => {
  await ok(office.post(path('prizeNotice/handleRecall'), { ids: notice.id }));
  const writer = await app.as('teacher2');
  const row = await read(writer, 'prizeDeclaration', second);
  expect(row.result).toBe('7');
  const late = await writer.post(path('prizeDeclaration/submit'), {
    id: second.id,
    version: row.version,
  });
  expect(late.errors).toMatchObject([{ path: 'noticeId', message: '不在申报时间范围内' }]);
});

test('what has won is a draft of its award at once, until the result is taken back', async () => {
  await ok(handle(office, first, { flag: 'ok' }));
  await ok(handle(await app.as('rd_leader'), first, { flag: 'ok' }));
  const recommended = await read(office, 'prizeDeclaration', first);
  expect(recommended).toMatchObject({ result: '1', auditStatus: '2' });

  const win = { id: first.id, awardGrade: '02', awardDate: '2026-01-15' };
  const denied = await teacher.post(path('prizeDeclaration/win'), {
    ...win,
    version: recommended.version,
  });
  expect(denied.status).toBe(403);
  await ok(office.post(path('prizeDeclaration/win'), { ...win, version: recommended.version }));
  const won = await read(office, 'prizeDeclaration', first);
  expect(won).toMatchObject({ result: '3', awardGrade: '02' });
  const award = await read(teacher, 'awardVO', { id: won.awardId });
  expect(award).toMatchObject({
    auditStatus: '0',
    createUser: teacher.id,
    fromDeclareId: first.id,
    achName: '湿地修复技术',
    awardName: '省科学技术进步奖',
    awardGrade: '02',
    awardDate: '2026-01-15',
    statYear: 2026,
    authors: [{ userId: teacher.id }],
  });

  await ok(office.post(path('prizeDeclaration/undo'), { ids: first.id }));
  const undone = await read(office, 'prizeDeclaration', first);
  expect([undone.result, undone.awardId || null, undone.awardGrade || null]).toEqual([
    '1',
    null,
    null,
  ]);
  expect((await teacher.get(path('awardVO/detail'), { id: String(won.awardId) })).status).toBe(404);
});

test('what has not won says so, makes no award, and may be put right', async () => {
  await teacher.post(path('prizeDeclaration/lose'), { ids: first.id });
  expect(await read(teacher, 'prizeDeclaration', first)).toMatchObject({ result: '1' });
  await ok(office.post(path('prizeDeclaration/lose'), { ids: first.id }));
  expect(await read(teacher, 'prizeDeclaration', first)).toMatchObject({
    result: '4',
    awardId: '',
  });
  const both = await office.post(path('prizeDeclaration/win'), {
    id: first.id,
    awardGrade: '02',
    awardDate: '2026-01-15',
    version: (await read(office, 'prizeDeclaration', first)).version,
  });
  expect(both.status).toBe(400);
  await ok(office.post(path('prizeDeclaration/undo'), { ids: first.id }));
  expect(await read(teacher, 'prizeDeclaration', first)).toMatchObject({ result: '1' });
});
