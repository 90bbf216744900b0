import { gridsIn, inProcessBookMaker } from '@keyan/engine/testing/books.ts';
import { cellText } from '@keyan/engine/workbooks/cell.ts';
import { sheetPlans } from '@keyan/engine/workbooks/plan.ts';
import { writeTable, writeWorkbook } from '@keyan/engine/workbooks/workbook.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { dictionariesAsDefined } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { CellFault, DryRun, DryRunRow } from '@keyan/kernel/wire/workbooks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApplication } from './support/application.ts';
import { eachOf } from './support/chosen.ts';
import type { Input } from './support/inputs.ts';

/**
 * Files that people import as they have them: staff numbers in a workbook, files of other programs; and the list of
 * books, which is exported as the office sends it on.
 */
const app = await startApplication();
afterAll(() => app.close());

const teacher = await app.as('teacher');
const admin = await app.as('admin');
const path = (resource: Resource, call: string): string => `${resource.path}/${call}`;

const papers = app.resources.find(({ key }) => key === 'papersapp') as Resource;
const staffNumber = '20140326';

beforeAll(() =>
  app.database.query('update users set code = $1 where id = $2', [staffNumber, teacher.id]),
);

const dryRun = async (
  resource: Resource,
  fileName: string,
  content: Buffer,
  fields: Readonly<Record<string, string>> = {},
): Promise<DryRun> => {
  const answer = await teacher.upload(path(resource, 'import'), fileName, content, fields);
  expect([answer.status, answer.msg]).toEqual([200, '操作成功']);
  return answer.data as unknown as DryRun;
};

const titlesOf = (answer: { readonly data: RowLike }, name: string) =>
  (answer.data.records as readonly Input[]).map((row) => row[name]);

describe('a workbook of papers', () => {
  const title = '岩溶洞穴滴水的多年观测';

  /** The template, filled in as an officer does it: the author by what they have at hand. */
  const filled = (author: string): Promise<Buffer> => {
    const reader = {
      dictionaries: dictionariesAsDefined,
      permissions: new Set<string>(),
      language: 'zh' as const,
    };
    const values: Readonly<Record<string, string>> = {
      artName: title,
      authors: '1',
      userId: author,
    };
    const bodies = sheetPlans(papers, reader).map(({ rows, columns }) =>
      rows === null || rows === 'authors'
        ? [['1', ...columns.map(({ name }) => values[name] ?? '')]]
        : [],
    );
    return writeWorkbook(inProcessBookMaker, papers, reader, bodies);
  };
  const faultsOf = async (author: string): Promise<readonly CellFault[]> =>
    (await dryRun(papers, '论文.xlsx', await filled(author))).errors.filter(({ path: at }) =>
      at.endsWith('userId'),
    );

  test.each([
    ['a staff number', staffNumber],
    ['a name with it', `演示教师 ${staffNumber}`],
  ])('takes %s for a person', async (_what, author) => {
    await app.database.query("update users set real_name = '演示教师' where id = $1", [teacher.id]);
    expect(await faultsOf(author)).toEqual([]);
  });

  test('says where a number is that nobody has, and what may stand there', async () => {
    const [fault] = await faultsOf('99999999');
    expect(fault).toMatchObject({ sheet: '作者', row: 3, path: 'authors.0.userId' });
    expect(fault?.message[0]).toMatch(/中没有“99999999”，可以填写.*工号/);
  });
});

/** A reference of each kind that files bring, invented. */
const references = `@article{a, title={湖泊水位变化的多源观测}, author={演示教师 and 外校人}, journal={遥感学报}, year={2023}, doi={10.9999/import.1}}
@book{b, title={水文学导论}, author={演示教师}, publisher={科学出版社}, isbn={9787030000002}, year={2020}}
@patent{p, title={一种水位测量装置}, author={演示教师}, number={CN202310000001.1}, year={2023}}
@standard{s, title={湖泊水位观测规范}, author={演示教师}, number={GB/T 90001-2023}, year={2023}}
`;

const taking = app.resources.filter(({ importFiles }) => importFiles !== undefined);

describe.each(eachOf(taking))('%s', (_key, resource) => {
  test('takes its own references of a file as drafts, and shows them afterwards', async () => {
    const run = await dryRun(resource, '题录.bib', Buffer.from(references));
    expect(run).toMatchObject({ from: 'file', total: 4, valid: 1 });
    const [good] = run.rows.filter(({ ok }) => ok) as [DryRunRow];
    expect(good.values).toHaveLength(run.columns.length);
    expect(good.notes?.map(([zh]) => zh).join()).toContain('提交前还需补全');
    // The others belong to another kind, and the fault says to which.
    expect(run.errors.map(({ row }) => row)).toHaveLength(3);
    for (const { message } of run.errors) expect(message[0]).toContain('不能登记为');
    // It is told once for each kind, too.
    const theirs = taking.map(({ key }) => key).filter((key) => key !== resource.key);
    expect(run.elsewhere.map((one) => one.resource).toSorted()).toEqual(theirs.toSorted());
    expect(run.elsewhere.map(({ count }) => count)).toEqual([1, 1, 1]);

    const { batchId } = run;
    const stored = await teacher.post(path(resource, 'importSure'), { batchId, onlyValid: true });
    expect(stored.data).toMatchObject({ saved: 1, failed: [] });
    const listed = await teacher.get(path(resource, 'list'), { importBatch: batchId });
    expect(titlesOf(listed, resource.title)).toEqual([good.title]);
    // Whoever reads all papers finds nothing by the import of somebody else.
    const others = await admin.get(path(resource, 'list'), { importBatch: batchId });
    expect(others.data.records).toEqual([]);
  });

  test('leaves out what is not its own, where another page led here with the file', async () => {
    const run = await dryRun(resource, '题录.bib', Buffer.from(references), { ownOnly: '1' });
    expect(run).toMatchObject({ total: 1, valid: 1, errors: [], elsewhere: [] });
  });

  test('reads UTF-16 and GB18030 as well as UTF-8', async () => {
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(references, 'utf16le')]);
    expect(await dryRun(resource, '题录.txt', wide)).toMatchObject({ total: 4, valid: 1 });
  });

  test('refuses a file without a reference', async () => {
    const answer = await teacher.upload(path(resource, 'import'), 'x.txt', Buffer.from('你好'));
    expect([answer.status, answer.msg]).toEqual([400, expect.stringContaining('没有识别出题录')]);
  });
});

test('a file whose records all belong to another kind is told as a whole, and leads there', async () => {
  const books = ['甲', '乙'].map((name) => `@book{${name}, title={${name}湖志}, year={2020}}`);
  const content = Buffer.from(books.join('\n'));
  const wrong = await teacher.upload(path(papers, 'import'), '题录.bib', content);
  expect([wrong.status, wrong.msg]).toEqual([400, '这 2 条题录都应在【著作登记】页面登记']);
  expect(wrong.errors).toMatchObject([{ path: 'file', link: { resource: 'bookapp' } }]);
  const there = app.resources.find(({ key }) => key === 'bookapp') as Resource;
  expect(await dryRun(there, '题录.bib', content)).toMatchObject({ from: 'file', total: 2 });
});

test('the collection tells such a file as a whole too', async () => {
  const books = '@book{a, title={甲湖志}, year={2020}}\n@book{b, title={乙湖志}, year={2020}}';
  const wrong = await admin.post('kh-edu-research/collectionThesis/collect', { text: books });
  expect([wrong.status, wrong.msg]).toEqual([400, '这 2 条题录都应在【著作登记】页面登记']);
  expect(wrong.errors).toMatchObject([{ path: 'file', link: { resource: 'bookapp' } }]);
});

test('a mixed file in the collection is told once for each kind, and its papers are imported', async () => {
  const others = [
    '@book{a, title={甲湖志}, year={2020}}',
    '@book{b, title={乙湖志}, year={2020}}',
    '@patent{p, title={一种水位计}, number={CN202310000001.1}, year={2023}}',
    '@phdthesis{d, title={丁湖研究}, school={虚构大学}, year={2020}}',
  ];
  const article =
    '@article{c, title={丙湖的水}, author={甲某}, journal={虚构湖泊学报}, year={2020}}';
  const text = [...others, article].join('\n');
  const answer = await admin.post('kh-edu-research/collectionThesis/collect', {
    text,
    indexType: '11',
    confirm: true,
  });
  expect(answer.data).toMatchObject({
    total: 5,
    counts: { saved: 1, elsewhere: 3, faulty: 1 },
    elsewhere: [
      { resource: 'bookapp', page: ['著作登记', 'Book registration'], count: 2 },
      { resource: 'patentapp', count: 1 },
    ],
  });
  const lines = answer.data.lines as readonly Input[];
  expect(lines.map(({ state }) => state)).toEqual([
    ...['elsewhere', 'elsewhere', 'elsewhere', 'faulty', 'saved'],
  ]);
  const there = app.resources.find(({ key }) => key === 'bookapp') as Resource;
  const run = await dryRun(there, '题录.bib', Buffer.from(text), { ownOnly: '1' });
  expect(run.rows.map(({ title }) => title)).toEqual(['甲湖志', '乙湖志']);
});

test('a table of the patent office becomes drafts, its inventors found among the staff', async () => {
  const patents = app.resources.find(({ key }) => key === 'patentapp') as Resource;
  await app.database.query("update users set real_name = '演示教师' where id = $1", [teacher.id]);
  const head = [
    '申请号',
    '名称',
    '公开（公告）号',
    '公开（公告）日',
    '申请日',
    '发明人',
    '法律状态',
  ];
  const content = await writeTable(inProcessBookMaker, '专利检索结果', head, [
    [
      '201710601862.3',
      '一种水位计',
      'CN108733926B',
      '2020.05.01',
      '2017.07.21',
      '演示教师;外校人',
      '授权',
    ],
  ]);
  const run = await dryRun(patents, '导出.xlsx', content);
  expect(run).toMatchObject({ from: 'file', total: 1, valid: 1, errors: [] });
  const wrong = await teacher.upload(path(papers, 'import'), '导出.xlsx', content);
  expect([wrong.status, wrong.msg]).toEqual([
    400,
    '这是【专利】的工作簿，请在【专利登记】页面导入',
  ]);
  expect(wrong.errors).toMatchObject([{ path: 'file', link: { resource: 'patentapp' } }]);
  const { batchId } = run;
  await teacher.post(path(patents, 'importSure'), { batchId, onlyValid: true });
  const listed = await teacher.get(path(patents, 'list'), { importBatch: batchId });
  const [{ id } = {}] = listed.data.records as readonly Input[];
  const stored = await teacher.get(path(patents, 'detail'), { id: String(id) });
  expect(stored.data).toMatchObject({
    patentName: '一种水位计',
    patentStatus: '06',
    grantNum: 'CN108733926B',
    grantDate: '2020-05-01',
    auditStatus: '0',
  });
  expect(stored.data.authors).toMatchObject([
    { name: '演示教师', userId: teacher.id, sort: 1 },
    { name: '外校人', userId: '', personType: '03' },
  ]);
});

test('a kind that takes no such files says that it is no workbook', async () => {
  const other = app.resources.find(
    ({ importFiles, views }) =>
      importFiles === undefined &&
      Object.values(views).some(({ actions }) => actions.includes('import')),
  ) as Resource;
  const answer = await admin.upload(path(other, 'import'), 'x.bib', Buffer.from(references));
  expect(answer.status).toBe(400);
});

test('the list of books has those that its reader may read, with their people', async () => {
  const saved = await teacher.post('kh-edu-research/bookreg/save', {
    bookName: '江汉湖群志',
    totalWords: '32.5',
    authors: [
      {
        sort: 1,
        personType: '02',
        name: '阮若谷',
        unit: '文学院',
        authorType: '04',
        contributionRate: '100',
        wordCount: '12',
      },
    ],
  });
  expect(saved.status).toBe(200);
  const listOf = (who: typeof teacher) =>
    who.get('kh-edu-research/bookreg/export-book', { bookName: '江汉湖群志' });
  const answer = await listOf(teacher);
  expect(answer.status).toBe(200);
  const texts = [...(await gridsIn(answer.raw)).entries()].map(
    ([name, grid]) => [name, grid.map((line) => line.map(cellText))] as const,
  );
  expect(texts.map(([name]) => name)).toEqual(['著作清单', '作者分工']);
  const [[, books] = ['', []], [, people] = ['', []]] = texts;
  expect(books[1]).toEqual(expect.arrayContaining(['江汉湖群志', '主编：阮若谷（12 万字）']));
  expect(people[1]).toEqual(expect.arrayContaining(['江汉湖群志', '阮若谷', '主编']));
  // A draft is its writer's; without a right to export nobody gets any.
  const others = await gridsIn((await listOf(await app.as('teacher2'))).raw);
  expect(others.get('著作清单')).toHaveLength(1);
  expect((await listOf(await app.as('expert'))).status).toBe(403);
});
