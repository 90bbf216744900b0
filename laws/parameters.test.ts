import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { universityNames } from '@keyan/product/achievement/common/people.server.ts';
import { paper } from '@keyan/product/achievement/paper/paper.ts';
import { shippedParams } from '@keyan/product/system/parameters/params.ts';
import { afterAll, expect, test } from 'vitest';
import { home, startApplication } from './support/application.ts';
import type { Client } from './support/client.ts';
import { root } from './support/docs.ts';
import { attached, faultOf, handle, ok } from './support/filing.ts';
import { complete, type Input, sample } from './support/inputs.ts';
import { files } from './support/sources.ts';

/** A parameter that nothing reads would be a choice without a consequence. */
const texts = files
  .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
  .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);

/** The names under which a file exports a key, or a parameter of that key. */
const namesOf = (text: string, key: string): readonly string[] => {
  const at = text.indexOf(`'${key}'`);
  return [...text.slice(0, at).matchAll(/export const (\w+)/g)]
    .map(([, name = '']) => name)
    .slice(-1);
};

const declares = /parameters\/(params|limits)\.ts$/;
const isName = (text: string, key: string): boolean =>
  text.split(`'${key}'`).length === 2 && text.includes(` = '${key}';`);

/** Parameters of parts that are not built, and which; once something reads one, it leaves this list. */
const unread: Readonly<Record<string, string>> = {};

test.each(shippedParams.map(({ key }) => key))('%s is read somewhere', (key) => {
  const saying = texts.filter(([, text]) => text.includes(`'${key}'`));
  const readers = saying.filter(([path, text]) => !declares.test(path) && !isName(text, key));
  const named = saying.flatMap(([own, text]) =>
    namesOf(text, key).flatMap((name) =>
      texts.filter(
        ([path, other]) =>
          path !== own && !declares.test(path) && new RegExp(`\\b${name}\\b`).test(other),
      ),
    ),
  );
  expect([key, readers.length + named.length > 0]).toEqual([key, !Object.hasOwn(unread, key)]);
});

const app = await startApplication();
afterAll(() => app.close());
const teacher = await app.as('teacher');

const choose = async (key: string, value: string): Promise<void> => {
  const admin = await app.as('admin');
  const { data } = await admin.get('blade-system/param/list', { paramKey: key });
  const [row = {}] = data.records as readonly Input[];
  await ok(admin.post('blade-system/param/submit', { ...row, paramValue: value }));
};

const submitted = async (artName: string) => {
  const [input = {}] = sample(complete(paper, app.targets()), 1);
  return teacher.post(`${paper.path}/submit`, {
    ...input,
    doi: null,
    artName,
    fkDeptId: app.departments[home]?.get('310'),
    ...(await attached(teacher, '13')),
  });
};

test('paper.similar.block refuses a title that is too much like another', async () => {
  const title = '湖泊沉积物中重金属的空间分布与来源解析';
  expect((await submitted(title)).errors).toEqual([]);
  await choose('paper.similar.block', '90');
  const refused = await submitted(`${title}研`);
  expect(refused.status).toBe(400);
  expect(faultOf(refused)).toMatch(/^与【林晓岚】登记的《.+》相似度 95%，不能提交$/);
  await choose('paper.similar.block', '100');
  expect((await submitted(`${title}研`)).errors).toEqual([]);
});

test('number.rule.* writes the numbers of a kind, and a rule without a count is refused', async () => {
  const admin = await app.as('admin');
  const key = 'number.rule.papersapp';
  const { data } = await admin.get('blade-system/param/list', { paramKey: key });
  const [row = {}] = data.records as readonly Input[];
  expect(row).toMatchObject({ paramName: '论文编号规则', paramValue: 'LW${yyyy}${seq4}' });
  const wrong = await admin.post('blade-system/param/submit', { ...row, paramValue: 'LW${yyyy}' });
  expect(faultOf(wrong)).toContain('有且只有一个流水号');
  await choose(key, 'KY-${yyyy}${MM}-${seq5}');
  const { data: sent } = await submitted('一篇按本校规则编号的论文');
  expect(String(sent[String(paper.number?.field)])).toMatch(/^KY-\d{6}-\d{5}$/);
});

test('school.name is what pages and the matching of affiliations call the university', async () => {
  await choose('school.name', '江陵科技大学');
  await choose('school.nameEn', 'Jiangling University of Technology');
  expect(await (await app.as('teacher')).get('keyan/site')).toMatchObject({
    data: { name: '江陵科技大学', nameEn: 'Jiangling University of Technology' },
  });
  const names = await app.parts.engine.database.read(home, universityNames);
  expect(names.slice(0, 2)).toEqual(['江陵科技大学', 'Jiangling University of Technology']);
});

test('flow.dept.refuse lets the secretary of a department refuse', async () => {
  const secretary = await app.as('dept_secretary');
  const { data } = await submitted('一篇院系不予通过的论文');
  const refuse = () => handle(secretary, data as Input, { flag: 'refuse', comment: '不符合要求' });
  expect(faultOf(await refuse())).toMatch('不能选择不通过');
  await choose('flow.dept.refuse', '1');
  // A notification tells the server of the new value.
  await expect.poll(async () => (await refuse()).status).toBe(200);
  const { data: record } = await teacher.get(`${paper.path}/detail`, { id: String(data.id) });
  expect(record.auditStatus).toBe('4');
});

// Deciders of steps that the record's own people would decide, or that nobody is set for (rulings 23 and 44).
const office = await app.as('rd_admin');

/** A paper of these accounts, the first of which leads it, handed in for a department. */
const handedIn = async (
  who: Client,
  department: string,
  title: string,
  ...accounts: readonly string[]
): Promise<Input> => {
  const [drawn = {}] = sample(complete(paper, app.targets()), 1);
  const [line = {}] = drawn.authors as readonly Input[];
  const share = (100 / accounts.length).toFixed(2);
  return ok(
    who.post(`${paper.path}/submit`, {
      ...drawn,
      artName: title,
      doi: null,
      secretLevel: '0',
      fkDeptId: app.departments[home]?.get(department),
      authors: accounts.map((account, at) => ({
        ...line,
        sort: at + 1,
        personType: '01',
        userId: app.people[home]?.get(account),
        authorType: at === 0 ? '03' : '06',
        contributionRate: share,
      })),
      ...(await attached(who, '13')),
    }),
  );
};

const holderOf = async ({ id }: Input): Promise<unknown> =>
  (await ok(office.get(`${paper.path}/detail`, { id: String(id) }))).currentAssignee;

const led = (department: string, account: string | null): Promise<unknown> =>
  app.database.query('update dept set leader_id = $3 where tenant_id = $1 and id = $2', [
    home,
    app.departments[home]?.get(department),
    account && app.people[home]?.get(account),
  ]);

test('the research office submits for a department without a secretary', async () => {
  await app.database.query(`delete from user_role where tenant_id = $1 and user_id = $2`, [
    home,
    app.people[home]?.get('secretary320'),
  ]);
  const first = await handedIn(office, '320', '没有科研秘书的院系的论文', 'teacher320');
  expect(await holderOf(first)).toBe('顾维桢');
  await led('320', 'expert');
  const second = await handedIn(office, '320', '院系有负责人时的论文', 'teacher320');
  expect(await holderOf(second)).toBe('俞望舒');
});

test('at the step of an office, a record of its people goes to its own leader', async () => {
  const record = await handedIn(teacher, '310', '成果科人员署名的论文', 'teacher', 'rd_achieve');
  await ok(handle(await app.as('dept_secretary'), record, { flag: 'ok' }));
  expect(await holderOf(record)).toBe('顾维桢');
  await led('101', 'rd_project');
  const other = await handedIn(teacher, '310', '成果科人员署名的又一篇', 'teacher', 'rd_achieve');
  await ok(handle(await app.as('dept_secretary'), other, { flag: 'ok' }));
  expect(await holderOf(other)).toBe('方立言');
});
