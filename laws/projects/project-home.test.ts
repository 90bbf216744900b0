import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { attached, faultOf, ok, path, projectOf, read } from '../support/filing.ts';

/** The page of a project: what its leader may begin and why not, what is due, happened and came of it. */
let app: LawApplication;
let teacher: Client;
let colleague: Client;
beforeAll(async () => {
  app = await startApplication();
  teacher = await app.as('teacher');
  colleague = await app.as('teacher2');
});
afterAll(() => app.close());

const homeOf = (who: Client, { id }: RowLike): Promise<RowLike> =>
  ok(who.get(path('programInfo/home'), { id: String(id) }));

const whyNot = ({ acts }: RowLike): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    (acts as { key: string; why: readonly string[] | null }[]).map(({ key, why }) => [
      key,
      why?.[0] ?? null,
    ]),
  );

test('a process in approval stands in the timeline and keeps others from being begun (R-202)', async () => {
  const project = await projectOf(app, teacher, { endDate: '2099-12-31', approvalNum: '62000001' });
  expect(whyNot(await homeOf(teacher, project))).toMatchObject({
    programChange: null,
    processDelay: null,
    processConclusion: '2099-06-30 起可提',
  });
  await ok(
    teacher.post(path('processDelay/submit'), {
      programId: project.id,
      newEndDate: '2100-06-30',
      delayReason: '01',
      reasonDetail: '实验周期延长',
      finished: '完成前两章',
      remainPlan: '继续实验',
      isSuperiorAgree: '1',
      ...(await attached(teacher, '07')),
    }),
  );
  const kind = app.resources.find(({ key }) => key === 'projectWork');
  if (!kind) throw new Error('no yearly work');
  await app.parts.engine.asSystem('law', home).save(kind, {
    programId: project.id,
    workYear: 2026,
    lines: [{ userId: teacher.id, months: '3' }],
  });
  const found = await homeOf(teacher, project);
  // A record that has the name of its project alone says what tells it from its siblings.
  expect(found.events).toMatchObject([
    { resource: 'projectWork', label: '年度工作量', title: '2026' },
    { resource: 'processDelay', label: '项目延期' },
  ]);
  expect(whyNot(found)).toMatchObject({
    programChange: '该项目存在审批中的【项目延期】',
    checkReport: null,
  });
});

test('an extension begins with what is known, and its form is written when it is handed in', async () => {
  const project = await projectOf(app, teacher, { endDate: '2099-12-31', approvalNum: '62000009' });
  const { acts } = await homeOf(teacher, project);
  const act = (acts as RowLike[]).find(({ key }) => key === 'processDelay');
  const filled = act?.filled as RowLike;
  expect(filled).toMatchObject({
    newEndDate: '2100-12-31',
    finished: expect.stringMatching(/^项目自 .+ 起实施，.+尚无登记的成果和已批准的检查报告。$/),
  });
  const given = {
    ...filled,
    programId: project.id,
    delayReason: '02',
    reasonDetail: '论文尚在评审。',
    finished: '完成前两章。',
    isSuperiorAgree: '1',
  };
  const sent = await ok(teacher.post(path('processDelay/submit'), given));
  const filesOf = async () =>
    (await read(teacher, 'processDelay', sent)).attachments as readonly RowLike[];
  const [written, ...others] = await filesOf();
  expect(others).toEqual([]);
  expect(written).toMatchObject({ catalog: '07', fileName: '延期申请表（按填报内容生成）.pdf' });

  // Handed in again it says what the record says by then; a file of one's own takes its place.
  await ok(teacher.post(path('processDelay/recall'), { id: sent.id }));
  const again = await read(teacher, 'processDelay', sent);
  await ok(teacher.post(path('processDelay/submit'), { ...again, finished: '完成前三章。' }));
  const [anew, ...more] = await filesOf();
  expect(more).toEqual([]);
  expect(anew?.id).not.toBe(written?.id);
  expect(anew).toMatchObject({ catalog: '07' });
  await ok(teacher.post(path('processDelay/recall'), { id: sent.id }));
  const last = await read(teacher, 'processDelay', sent);
  // The signed copy is called as the form that was printed: it replaces the form, and is replaced by none.
  const own = await ok(
    teacher.upload(
      'blade-resource/oss/endpoint/ext/put-file',
      String(written?.fileName),
      Buffer.from('%PDF-1.4 signed'),
      { catalog: '07' },
    ),
  );
  const files = [...(last.attachments as readonly RowLike[]), { id: own.id, catalog: '07' }];
  await ok(teacher.post(path('processDelay/submit'), { ...last, attachments: files }));
  const [signed, ...none] = await filesOf();
  expect(none).toEqual([]);
  expect(signed?.id).toBe(own.id);
  await ok(teacher.post(path('processDelay/recall'), { id: sent.id }));
  await ok(teacher.post(path('processDelay/submit'), await read(teacher, 'processDelay', sent)));
  expect((await filesOf()).map(({ id }) => id)).toEqual([signed?.id]);
});

test('only the leader is told what to begin; who does not read the project reads nothing', async () => {
  const project = await projectOf(app, teacher, { endDate: '2099-12-31' });
  expect((await homeOf(await app.as('rd_project'), project)).acts).toEqual([]);
  const refused = await colleague.get(path('programInfo/home'), { id: String(project.id) });
  expect(refused.status).toBe(404);
});

test('outputs are found by the ledger, by the number and by the sponsor’s, approved and open ones alone', async () => {
  const project = await projectOf(app, teacher, { endDate: '2099-12-31', approvalNum: '62000002' });
  const kind = app.resources.find(({ key }) => key === 'copyrightapp');
  if (!kind) throw new Error('no copyrights');
  const outputOf = async (
    title: string,
    line: RowLike,
    status = '2',
    level = '0',
  ): Promise<void> => {
    const { id } = await app.parts.engine.asSystem('law', home).save(kind, {
      [kind.title]: title,
      projects: [{ programName: '高温合金研究', isMarked: '1', programId: null, ...line }],
    });
    await app.database.query(
      `update ${kind.table} set audit_status = '${status}', secret_level = '${level}' where id = ${id}`,
    );
  };
  await outputOf('按台账', { programId: project.id, programNum: 'x' });
  await outputOf('按批准号', { programNum: '62000002', isMarked: '0' });
  await outputOf('撤稿：按编号', { programNum: project.programNum });
  await outputOf('还没有入库', { programId: project.id, programNum: 'x' }, '1');
  await outputOf('内部成果', { programId: project.id, programNum: 'x' }, '2', '1');
  const { outputs } = await homeOf(teacher, project);
  expect(
    (outputs as RowLike[])
      .map(({ title, isMarked, isRetracted }) => [title, isMarked, isRetracted])
      .sort(),
  ).toEqual([
    ['按台账', true, false],
    ['按批准号', false, false],
    ['撤稿：按编号', true, true],
  ]);
});

test('a paper whose retraction a source told is told as retracted, whatever its title says', async () => {
  const project = await projectOf(app, teacher, { endDate: '2099-12-31' });
  const line = { programId: project.id, programNum: 'x', programName: '高温合金研究' };
  const kind = app.resources.find(({ key }) => key === 'papersapp');
  if (!kind) throw new Error('no papers');
  const { id } = await app.parts.engine.asSystem('law', home).save(kind, {
    artName: '高温合金的晶界强化',
    projects: [{ ...line, isMarked: '1' }],
  });
  await app.database.query(
    `update paper set audit_status = '2', secret_level = '0', is_retracted = '1' where id = ${id}`,
  );
  expect((await homeOf(teacher, project)).outputs).toMatchObject([{ id, isRetracted: true }]);
});

test('notes stand on the page of their project, for whoever reads it and nobody else', async () => {
  const project = await projectOf(app, teacher, { endDate: '2099-12-31' });
  const office = await app.as('rd_project');
  const note = await ok(
    office.post(path('programNote/submit'), {
      programId: project.id,
      topic: '电话沟通',
      noteDate: '2026-03-02',
      content: '负责人说明延期原因',
    }),
  );
  expect((await homeOf(teacher, project)).events).toMatchObject([
    { resource: 'programNote', id: note.id, title: '电话沟通' },
  ]);
  expect(await read(teacher, 'programNote', note)).toMatchObject({
    content: '负责人说明延期原因',
    writerId: office.id,
  });
  // Others neither read nor write one; whoever reads it does not change it.
  const stranger = { programId: project.id, topic: '打听', noteDate: '2026-03-03', content: '问' };
  expect((await colleague.get(path('programNote/detail'), { id: String(note.id) })).status).toBe(
    404,
  );
  expect(faultOf(await colleague.post(path('programNote/submit'), stranger))).toContain('【项目】');
  const changed = { id: note.id, version: note.version, topic: '改写' };
  expect((await teacher.post(path('programNote/submit'), changed)).status).not.toBe(200);
  const early = { ...stranger, noteDate: '2099-01-01' };
  expect(faultOf(await office.post(path('programNote/submit'), early))).toContain('日期');
});

test('an approval that is missing, stopped or about to expire warns while the project is under way', async () => {
  const day = (days: number): string =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const approved = {
    kind: '1',
    state: '3',
    number: 'LL20260001',
    grantedOn: day(-300),
    validUntil: day(30),
  };
  const warnedOf = async (more: RowLike): Promise<readonly string[]> => {
    const project = await projectOf(app, teacher, { endDate: '2099-12-31', ...more });
    const { warnings } = await homeOf(teacher, project);
    return (warnings as { text: string[] }[]).map(({ text }) => text[0] ?? '');
  };
  expect(await warnedOf({ compliance: [approved] })).toEqual([
    expect.stringContaining('【科技伦理】批件将于'),
  ]);
  expect(await warnedOf({ compliance: [{ ...approved, state: '4' }] })).toEqual([
    expect.stringContaining('已暂停或终止'),
  ]);
  expect(await warnedOf({ subject: '32011' })).toEqual([expect.stringContaining('尚未登记')]);
  const concluded = await projectOf(app, teacher, { endDate: '2099-12-31', subject: '32011' });
  await app.database.query(`update program set status = '40' where id = $1`, [concluded.id]);
  expect((await homeOf(teacher, concluded)).warnings).toEqual([]);
});
