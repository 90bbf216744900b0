import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { home, startApplication } from './support/application.ts';
import type { Answer, Client } from './support/client.ts';
import { handle, ok, path, read } from './support/filing.ts';
import { complete, sample } from './support/inputs.ts';
import { approvedPaper, author } from './support/scored.ts';

/** References that people paste are parsed in workers, within bounds of size and time. */
const app = await startApplication();
app.parts.jobs.start(
  app.parts.engine,
  app.parts.application.jobs.filter(({ name }) => name === 'join-accounts'),
);
afterAll(() => app.close());

/** A personnel file whose owner has no account. */
const filed = app.resources.find(({ key }) => key === 'personnel') as Resource;

/** A person of the personnel files without an account, of department 310. */
const unknownPerson = async (more: RowLike): Promise<RowLike> => {
  const [input = {}] = sample(complete(filed, app.targets()), 1);
  const fkDeptId = app.departments[home]?.get('310');
  const saved = { ...input, fkDeptId, userId: null, idNumber: '', account: null, ...more };
  return ok((await app.as('admin')).post(`${filed.path}/submit`, saved));
};

/** The account that they get afterwards. */
const accountFor = async (code: string, realName: string): Promise<Client> => {
  const admin = await app.as('admin');
  const [role] = await app.database.query<{ id: string }>(
    `select id::text from role where tenant_id = $1 and role_alias = 'teacher'`,
    [home],
  );
  const made = await ok(
    admin.post('blade-user/submit', {
      account: code.toLowerCase(),
      code,
      password: 'Qinghe#88142',
      password2: 'Qinghe#88142',
      name: realName,
      realName,
      userType: '2',
      roleId: role?.id,
      deptId: app.departments[home]?.get('310'),
    }),
  );
  expect(made).toBeTruthy();
  await app.parts.jobs.settle();
  return app.as('rd_admin');
};

/** Lines of the first list of authors in an answer. */
const authorsIn = (answer: unknown): readonly RowLike[] => {
  const lines = JSON.stringify(answer).match(/"authors":(\[\{"sort".*?\}\])/);
  return JSON.parse(lines?.[1] ?? '[]');
};

describe('an author without an account', () => {
  test('is found by every name and filled in by the personnel file', async () => {
    const file = await unknownPerson({
      name: '欧阳砚秋',
      nameVariants: 'Ouyang YQ',
      jobNum: 'NOACC1',
      sorter: '08',
    });
    const pasted = `@article{a, title={A study of bricks}, author={Ouyang, Yanqiu and Lin, Xiaolan}, journal={Bricks}, year={2025}}`;
    const teacher = await app.as('teacher');
    const found = await ok(teacher.post(path('papers/recognise'), { text: pasted }));
    expect(JSON.stringify(found)).toContain('开通账号后自动计入本人');
    expect(authorsIn(found)[0]).toMatchObject({
      personType: '02',
      userId: null,
      personnelId: file.id,
      jobNum: 'NOACC1',
    });
    const offered = await ok(teacher.get(path('papers/people'), { search: 'noacc1' }));
    const [option = {}] = Object.values(offered) as RowLike[];
    expect(option).toMatchObject({ id: file.id, text: '欧阳砚秋', hasAccount: false });
    expect(option.note).toContain('无账号');
    const named = await ok(teacher.get(path('papers/people'), { ids: String(file.id) }));
    expect(named).toEqual([option]);
  });

  test.each([
    ['staff', '01', '诸葛听澜', 'NOACC2'],
    ['a student', '08', '司徒望舒', 'NOACC3'],
  ])(
    'who is %s is named by a line, and the work is theirs from the day of their account',
    async (_, sorter, name, jobNum) => {
      const file = await unknownPerson({ name, jobNum, sorter });
      const title = `无账号作者的研究 ${jobNum}`;
      const line = {
        ...author(null, 1, '100.00'),
        personType: sorter === '08' ? '02' : '01',
        personnelId: file.id,
        name: '误写',
      };
      await approvedPaper(app, title, [line]);
      const stored = async () => {
        const [row] = await app.database.query<{ [key: string]: unknown }>(
          `select p.id::text, p.author_names, a.user_id::text, a.personnel_id::text, a.job_num,
              p.author_depts::text[] as depts
             from paper p join paper_authors a on a.parent_id = p.id where p.art_name = $1`,
          [title],
        );
        return row;
      };
      const before = await stored();
      expect(before).toMatchObject({
        author_names: name,
        user_id: null,
        personnel_id: file.id,
        job_num: jobNum,
        depts: [app.departments[home]?.get('310')],
      });
      const reader = await accountFor(jobNum, name);
      const after = await stored();
      const [account] = await app.database.query<{ id: string }>(
        'select id::text from users where code = $1',
        [jobNum],
      );
      expect(after).toEqual({ ...before, user_id: account?.id, personnel_id: null });
      const page = await ok(
        reader.get('kh-edu-research/scholar/detail', { id: account?.id ?? '' }),
      );
      expect(page.outputs).toMatchObject([{ title, place: 1 }]);
      expect(page.file === '' || page.file === file.id).toBe(true);
    },
  );

  test('is named by a claim, from its form to the library, and both are theirs from the day of their account', async () => {
    const [teacher, office, secretary] = (await Promise.all(
      ['teacher', 'rd_achieve', 'dept_secretary'].map((who) => app.as(who)),
    )) as [Client, Client, Client];
    const file = await unknownPerson({ name: '上官清和', jobNum: 'NOACC4', sorter: '01' });
    const offered = await ok(teacher.get(path('papersClaim/people'), { search: 'noacc4' }));
    expect(Object.values(offered)).toMatchObject([{ id: file.id, hasAccount: false }]);
    const record = await ok(
      office.post(path('collectionThesis/submit'), {
        title: '无账号作者参与的研究',
        authorsText: '林晓岚; 上官清和',
        source: '虚构学报',
        publishYear: 2025,
        indexType: '01',
        accessionNum: 'WOS:00009999',
        doi: '10.5555/noaccount.4',
      }),
    );
    await ok(office.post(path('collectionThesis/release'), { ids: record.id }));
    const claim = await ok(
      teacher.post(path('papersClaim/submit'), {
        thesisId: record.id,
        authorSort: 1,
        authorType: '01',
        schoolSign: '1',
        publishDate: '2025-06-01',
        discipline: '18044',
        otherAuthors: [
          { sort: 2, personType: '01', personnelId: file.id, name: '误写', authorType: '02' },
        ],
      }),
    );
    expect(claim.otherAuthors).toMatchObject([{ personnelId: file.id, name: '上官清和' }]);
    await ok(handle(secretary, claim, { flag: 'ok' }));
    const { version } = await read(office, 'papersClaim', claim);
    const grade = { journalLevel: 'B1', publishScope: '2', version };
    await ok(handle(office, claim, { flag: 'ok', form: grade }));
    const { paperId } = await read(office, 'papersClaim', claim);
    const named = async () =>
      app.database.query(
        `select user_id::text, personnel_id::text, name from paper_authors
          where parent_id = $1 and sort = 2
         union all
         select user_id::text, personnel_id::text, name from paper_claim_other_authors
          where parent_id = $2`,
        [paperId, claim.id],
      );
    const before = { user_id: null, personnel_id: file.id, name: '上官清和' };
    expect(await named()).toEqual([before, before]);
    await accountFor('NOACC4', '上官清和');
    const [account] = await app.database.query<{ id: string }>(
      'select id::text from users where code = $1',
      ['NOACC4'],
    );
    const after = { ...before, user_id: account?.id, personnel_id: null };
    expect(await named()).toEqual([after, after]);
  });
});

describe('pasted references', () => {
  const paste = async (text: string): Promise<Answer> =>
    (await app.as('teacher')).post('kh-edu-research/papers/recognise', { text });
  const doubling = (times: number): string =>
    `@string{a="b"}\n${'@string{a=a # a}\n'.repeat(times)}${Array.from(
      { length: 100 },
      (_, index) => `@article{k${index}, title="${index}" # a, author=a, year=2026}\n`,
    ).join('')}`;

  test.each([
    ['abbreviations that double 24 times', doubling(24)],
    ['abbreviations that double 3,000 times', doubling(3000)],
    [
      'an abbreviation joined 3,000 times',
      `@string{a="b"${' # a # a}\n@string{a=a'.repeat(3000)}}`,
    ],
  ])('%s are refused with the reason', async (_, text) => {
    const answer = await paste(text);
    expect(answer.status).toBe(400);
    expect(answer.msg).toContain('@string');
  });

  test('a paste beyond the limit is refused, and its parameter named', async () => {
    const answer = await paste('a'.repeat(500_001));
    expect([answer.status, answer.errors[0]?.path]).toEqual([400, 'text']);
    expect(answer.msg).toContain('50 万字');
  });

  test('while long junk is read, others are answered', async () => {
    const other = await app.as('rd_admin');
    let reading = true;
    const junk = paste(`@article{a, title={A}, author={${'A and '.repeat(80_000)}}}`).finally(
      () => {
        reading = false;
      },
    );
    let answered = 0;
    while (reading) {
      expect((await other.get('keyan/site')).status).toBe(200);
      answered += 1;
    }
    expect([200, 400]).toContain((await junk).status);
    expect(answered).toBeGreaterThan(20);
  });

  test('one person has a number of pastes waiting, and others do not wait behind them', async () => {
    const long = `@article{a, title={A}, author={${'A and '.repeat(20_000)}}}`;
    const many = Promise.all(Array.from({ length: 12 }, () => paste(long)));
    const statuses = (await many).map((answer) => answer.status);
    expect(statuses).toContain(429);
    expect(statuses.filter((status) => status !== 429).length).toBeGreaterThanOrEqual(9);
  });
});
