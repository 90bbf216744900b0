import { inProcessBookMaker } from '@keyan/engine/testing/books.ts';
import { writeTable } from '@keyan/engine/workbooks/workbook.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { publishScope } from '@keyan/product/achievement/common/dictionaries.ts';
import { applicationCheck } from '@keyan/product/achievement/property/patent-numbers.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LawApplication, startApplication } from './support/application.ts';
import type { Answer, Client } from './support/client.ts';
import { attached, ok, path, read } from './support/filing.ts';

/** Failures with achievements when two people, or a person and the office, act on one record concurrently. */
let app: LawApplication;
let teacher: Client;
let other: Client;
let office: Client;
beforeAll(async () => {
  app = await startApplication();
  [teacher, other, office] = (await Promise.all(
    ['teacher', 'teacher2', 'rd_achieve'].map((account) => app.as(account)),
  )) as [Client, Client, Client];
});
afterAll(() => app.close());

const line = (who: Client, sort: number, share: string): RowLike => ({
  sort,
  personType: '01',
  userId: who.id,
  name: '发明人',
  unit: '计算机学院',
  authorType: sort === 1 ? '01' : '06',
  contributionRate: share,
});

test('of two who register one patent at once one wins, and the other is led to it', async () => {
  const digits = '202210000777';
  const applyNum = `${digits}.${applicationCheck(digits)}`;
  const register = async (first: Client, second: Client): Promise<Answer> =>
    first.post(path('patentvo/submit'), {
      patentName: '一种湿地水位监测装置',
      patentType: '01',
      patentStatus: '02',
      applyNum,
      applyDate: '2022-03-10',
      applicants: '江陵大学',
      country: '156',
      discipline: '52020',
      authors: [line(first, 1, '70'), line(second, 2, '30')],
      ...(await attached(first, '17')),
    });
  const answers = await Promise.all([register(teacher, other), register(other, teacher)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  const won = answers.find(({ status }) => status === 200)?.data ?? {};
  const lost = answers.find(({ status }) => status === 400);
  const who = won.createUser === teacher.id ? other : teacher;
  expect(lost?.errors[0]).toMatchObject({
    path: 'applyNum',
    link: { resource: 'patentapp', id: won.id },
  });
  // The link leads somewhere: a co-author reads it, and says that it is theirs, too.
  await ok(who.post(path('patentvo/confirm'), { id: won.id, status: '1' }));
  const { authors } = await read(who, 'patentvo', won);
  expect(authors).toContainEqual(expect.objectContaining({ userId: who.id, confirmStatus: '1' }));
});

test('a notice that closes while the form is open takes nothing more, and the draft stays', async () => {
  const notice = await ok(
    office.post(path('prizeNotice/submit'), {
      noticeName: '即将截止的通知',
      awardName: '省教学成果奖',
      awardType: '04',
      awardLevel: '02',
      awardUnit: '省人民政府',
      year: 2026,
      startTime: '2020-01-01 08:00:00',
      endTime: '2099-01-01 17:00:00',
      personLimit: 1,
      needReview: '0',
      content: '<p>请申报</p>',
    }),
  );
  await ok(office.post(path('prizeNotice/release'), { ids: notice.id }));
  const draft = await ok(
    teacher.post(path('prizeDeclaration/save'), { noticeId: notice.id, achName: '未及提交的成果' }),
  );
  await ok(office.post(path('prizeNotice/handleRecall'), { ids: notice.id }));
  const late = await teacher.post(path('prizeDeclaration/submit'), {
    id: draft.id,
    version: draft.version,
    applyGrade: '01',
    subject: '18044',
    resultForm: '08',
    content: '内容',
    innovation: '创新',
    socialEffect: '影响',
    authors: [line(teacher, 1, '100')],
    ...(await attached(teacher, '01')),
  });
  expect(late.errors.map(({ path: at, message }) => [at, message])).toContainEqual([
    'noticeId',
    '不在申报时间范围内',
  ]);
  expect(await read(teacher, 'prizeDeclaration', draft)).toMatchObject({
    auditStatus: '0',
    achName: '未及提交的成果',
  });
});

test('an ISBN with a wrong digit is refused where it stands', async () => {
  const book = (isbn: string) => teacher.post(path('bookreg/save'), { bookName: '湿地生态', isbn });
  expect((await book('978-7-03-047625-7')).errors).toMatchObject([{ path: 'isbn' }]);
});

const scope = publishScope.entries[0]?.label[0] ?? '';
const heads = ['期刊名称', 'ISSN', '刊物范围', '校定级别', '目录年度'];
const imported = async (columns: readonly string[], rows: readonly (readonly string[])[]) => {
  const content = await writeTable(inProcessBookMaker, '期刊库', columns, rows);
  return office.upload(path('journal/import'), 'journals.xlsx', content);
};
const editions = async (): Promise<number> => {
  const rows = await app.database.query(
    `select 1 from journal where journal_name = '江汉湿地学报' and is_deleted = 0`,
  );
  return rows.length;
};

test('the table of a year that is imported again corrects its editions, and makes none twice', async () => {
  const table = (level: string) =>
    imported(heads, [['江汉湿地学报', '1234-5679', scope, level, '2025']]);
  const first = await table('B1');
  expect(first.data.errors).toEqual([]);
  await ok(office.post(path('journal/importSure'), { batchId: first.data.batchId }));
  expect(await editions()).toBe(1);
  const same = await table('B1');
  expect([same.data.valid, same.data.errors]).toEqual([0, []]);
  const corrected = await table('B2');
  await ok(office.post(path('journal/importSure'), { batchId: corrected.data.batchId }));
  expect(await editions()).toBe(1);
});

test('a table with a shifted column, and a workbook of another kind, change nothing', async () => {
  const before = await app.database.query('select count(*) from journal');
  const shifted = await imported(heads, [['1234-5679', '江汉湿地学报', 'B1', scope, '2025']]);
  expect(shifted.data.valid).toBe(0);
  expect((shifted.data.errors as RowLike[]).map(({ path: at }) => at)).toEqual(
    expect.arrayContaining(['issn', 'publishScope', 'journalLevel']),
  );
  const people = await imported(['工号', '姓名', '性别'], [['20140326', '林晓岚', '女']]);
  expect([people.status, people.msg]).toEqual([
    400,
    expect.stringMatching(/^这是【科研人员】的工作簿，请在【.+】页面导入$/),
  ]);
  const papers = await imported(['论文题目', '刊物（论文集）名称', 'DOI'], [['湿地', '某刊', '']]);
  expect(papers.msg).toContain('这是【论文】的工作簿，请在【论文登记】页面导入');
  const unknown = await imported(['甲', '乙'], [['1', '2']]);
  expect(unknown.msg).toContain('表头与模板不符');
  expect(await app.database.query('select count(*) from journal')).toEqual(before);
});

test('a code that another department or role has is refused at its field', async () => {
  const admin = await app.as('admin');
  const found = await admin.get('blade-system/department/list', { size: '5' });
  const [root] = (found.data as unknown as { records: RowLike[] }).records;
  const again = {
    deptName: '重复的机构',
    fullName: '重复的机构',
    deptCode: root?.deptCode,
    sort: 1,
  };
  const refusals = [
    await admin.post('blade-system/department/submit', { ...again, parentId: root?.id }),
    await admin.post('blade-system/roles/submit', {
      roleName: '重复的角色',
      roleAlias: 'teacher',
      sort: 1,
    }),
  ];
  expect(
    refusals.map(({ status, errors }) => [status, errors[0]?.path, errors[0]?.message]),
  ).toEqual([
    [400, 'deptCode', '【机构代码】已存在'],
    [400, 'roleAlias', '【角色别名】已存在'],
  ]);
});
