import { gridsIn } from '@keyan/engine/testing/books.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { writeToExpert } from '@keyan/product/review/external/letters.server.ts';
import { recordPdf } from '@keyan/product/shared/paper/record-paper.server.ts';
import { paperText } from '@keyan/product/shared/paper/testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import { Client } from '../support/client.ts';
import { declareIn, joins, leads, releasedPlan } from '../support/declaring.ts';
import { agree, ok, path, read } from '../support/filing.ts';
import { actOn, enlist, itemsOf, judge, newReview, tasksOf } from '../support/reviewing.ts';

/**
 * R-803 as a walk: whoever a record names reads nothing of its experts by any call, whatever their role, and experts of a
 * review that is blind both ways read nothing of the people.
 */
let app: LawApplication;
let office: Client;
let nobody: Client;
const parties = new Map<string, Client>();

const accounts = ['teacher', 'rd_achieve', 'rd_admin'] as const;

beforeAll(async () => {
  app = await startApplication();
  office = await app.as('rd_project');
  nobody = new Client(app.server);
  // The administrator of the office may look at pages of others (代看).
  await app.database.query(
    `insert into user_role (tenant_id, user_id, role_id)
     select u.tenant_id, u.id, r.id from users u join role r on r.tenant_id = u.tenant_id
      where u.tenant_id = '${home}' and u.account = 'rd_admin' and r.role_alias = 'admin'`,
  );
  for (const account of accounts) parties.set(account, await app.as(account));
});
afterAll(() => app.close());

/** Kinds whose lists show people as such, in no connection with a record. */
const ofPeople: readonly string[] = ['expert', 'user'];

const everyPage = async (who: Client): Promise<readonly (readonly [Resource, string])[]> => {
  const actor = await app.parts.actorOf(home, who.id);
  return app.resources.flatMap((resource) =>
    ofPeople.includes(resource.key)
      ? []
      : Object.entries(resource.views).flatMap(([view, { code }]) =>
          actor?.permissions.has(code) ? [[resource, view] as const] : [],
        ),
  );
};

/** Kinds of records of which details, histories and exports are read, too. */
const closely: ReadonlySet<string> = new Set([
  'declareInfo',
  'pssz',
  'reviewItem',
  'reviewTask',
  'reviewInvitation',
  'reviewVisit',
  'reviewFee',
  'reviewMinutes',
  'reviewObjection',
  'reviewAvoidance',
]);

/** The form of a record with the decisions about it as PDF, as archives pack it; empty where they do not read it. */
const paperOf = async (who: Client, resource: Resource, id: string): Promise<string> => {
  const actor = await app.parts.actorOf(home, who.id);
  const { engine } = app.parts;
  const found =
    actor &&
    (await engine
      .as(actor)
      .read(resource, id)
      .catch(() => null));
  if (!actor || !found) return '';
  const reading = { engine, actor, language: 'zh' as const };
  return paperText(await recordPdf(reading, resource, found.row, '林晓岚'));
};

/** Texts of every answer that somebody gets: lists in several orders, records, histories, exports, messages, hits. */
const readBy = async (who: Client, words: readonly string[], ids: readonly string[]) => {
  const answers: (readonly [at: string, text: string])[] = [];
  const get = async (at: string, query: Readonly<Record<string, string>> = {}) => {
    const answer = await who.get(at, query);
    if (answer.status === 200)
      answers.push([`${at} ${JSON.stringify(query)}`, answer.raw.toString()]);
    return answer;
  };
  for (const [resource, view] of await everyPage(who)) {
    const page = { view, size: '100', current: '1' };
    const { data } = await get(`${resource.path}/list`, page);
    if (!closely.has(resource.key)) continue;
    for (const descs of ['review_score', 'score', 'createTime']) {
      await get(`${resource.path}/list`, { ...page, descs });
    }
    for (const { id } of (data.records ?? []) as RowLike[]) {
      for (const call of ['detail', 'history', 'versions']) {
        await get(`${resource.path}/${call}`, { id: String(id) });
      }
    }
    const book = await who.get(`${resource.path}/export`, page);
    if (book.status === 200) {
      answers.push([`${resource.path}/export`, JSON.stringify(await gridsIn(book.raw))]);
    }
  }
  for (const id of ids) {
    for (const key of closely) {
      const resource = app.resources.find((one) => one.key === key);
      for (const call of ['detail', 'history']) await get(`${resource?.path}/${call}`, { id });
      await get('keyan/talk/list', { resource: key, id });
    }
  }
  // Sheets of what is read closely, as far as somebody may print it, and what strangers are told who hold one.
  for (const id of ids) {
    for (const resource of closely) {
      const sheet = await who.post('keyan/prints/make', { resource, id, version: 1 });
      answers.push([`print ${resource} ${id}`, sheet.raw.toString()]);
      const { token } = sheet.data;
      if (typeof token !== 'string') continue;
      const told = await who.post('keyan/prints/verify', { token });
      answers.push([`verify ${resource} ${id}`, told.raw.toString()]);
    }
  }
  await get(path('message/list'), { size: '100', current: '1' });
  for (const word of words) await get('keyan/search', { words: word, keyword: word, q: word });
  return answers;
};

/** An expert from elsewhere with a name that nobody else has. */
const outsider = (name: string, unit: string, phone: string): Promise<RowLike> =>
  ok(
    office.post(path('experts/submit'), {
      name,
      expertType: '2',
      unit,
      ranks: '011',
      disciplines: ['18044'],
      phone,
      email: `${phone}@beiming.example`,
    }),
  );

const post = {
  mail: {
    open: async () => ({ send: async () => ({ state: 'sent' as const }), close: () => undefined }),
  },
  texts: { send: async () => undefined },
};

/** An expert from outside hands in, or declines, by link and code. */
const act = async (set: RowLike, expert: RowLike, name: 'handIn' | 'decline', more: RowLike) => {
  const signal = new AbortController().signal;
  const data = { set: String(set.id), expert: String(expert.id) };
  await writeToExpert(post).run({ tenantId: home, data, signal }, app.parts.engine);
  const page = await ok(
    office.get(path('reviewInvitation/list'), {
      view: 'all',
      setId: String(set.id),
      size: '9',
      current: '1',
    }),
  );
  const { id } = (page.records as RowLike[]).find(({ expertId }) => expertId === expert.id) ?? {};
  const { token, code } = await ok(office.post(path('reviewInvitation/handOver'), { id }));
  const call = (at: string, payload: object, pass = '') =>
    nobody.call('POST', path(`externalReview/${at}`), {
      payload,
      headers: { 'review-pass': pass },
    });
  const pass = String((await ok(call('enter', { token, code }))).pass);
  const { works } = (await ok(call('works', {}, pass))) as { works: RowLike[] };
  const task = works[0]?.id;
  if (name === 'decline') return ok(call('decline', { id: task, conflict: '3', ...more }, pass));
  await ok(call('pledge', { id: task }, pass));
  const sheet = await ok(call('sheet', { id: task }, pass));
  const scores = (sheet.lines as RowLike[]).map(({ sort, weight }, at) => ({
    sort,
    score: at === 0 ? '7.77' : String(weight),
  }));
  return ok(call('handIn', { id: task, version: sheet.version, scores, ...more }, pass));
};

const experts = [
  ['欧阳墨染', '北溟大学', '13911110001'],
  ['慕容听雪', '南冥学院', '13911110002'],
  ['司空摘月', '西极研究所', '13911110003'],
] as const;

const secrets = ['独到之见甲乙丙', '密不外传丁戊己', '曾与申请人同门庚辛'];

/** Somebody whom the record names, who looks at the pages of the section that arranges its review. */
const lookingAs = async (): Promise<Client> => {
  const admin = parties.get('rd_admin') as Client;
  const answer = await admin.post('keyan/session/view-as', {
    userId: office.id,
    reason: '核对菜单',
  });
  const { access_token: token } = JSON.parse(answer.raw.toString()) as Record<string, string>;
  return new Client(app.server, token, office.id);
};

const walk = async (
  stage: string,
  banned: readonly string[],
  ids: readonly string[],
): Promise<void> => {
  const leaks: string[] = [];
  for (const [account, client] of [
    ...parties,
    ['rd_admin as rd_project', await lookingAs()],
  ] as const) {
    const answers = await readBy(client, [secrets[0] ?? '', '玄武湖'], ids);
    expect(answers.length).toBeGreaterThan(5);
    for (const [at, text] of answers) {
      for (const word of banned) {
        if (text.includes(word)) leaks.push(`${stage} ${account} ${at}: ${word}`);
      }
    }
  }
  expect(leaks).toEqual([]);
};

test('R-803: parties read nothing of their experts, before and after the result, whatever their role', {
  timeout: 600_000,
}, async () => {
  const judges: RowLike[] = [];
  for (const [name, unit, phone] of experts) judges.push(await outsider(name, unit, phone));
  const plan = await releasedPlan(office, { needReview: '1', reviewMode: '1' });
  const members = [leads(parties.get('teacher') as Client)];
  for (const account of accounts.slice(1)) {
    members.push({ ...joins(parties.get(account) as Client), sort: members.length + 1 });
  }
  const teacher = parties.get('teacher') as Client;
  const declared = await ok(
    declareIn(app, teacher, plan, { programName: '深潭浮游生物的昼夜', members }),
  );
  const handlers = await Promise.all(
    ['dept_secretary', 'dept_leader'].map((account) => app.as(account)),
  );
  await agree(declared, ...handlers, office);
  const set = await newReview(
    office,
    judges.map(({ id }) => ({ client: nobody, id: String(id), name: '' })),
    {
      setName: '玄武湖评审',
      planId: plan.id,
      expertPerItem: 2,
      reserves: 1,
      minValid: 1,
      publicity: '2',
      feedbackScore: '0',
    },
  );
  await ok(actOn(office, set, 'publish'));
  const given = await tasksOf(office, set, 'progress');
  const [first, second] = given
    .filter(({ status }) => status === '1')
    .map(({ expertId }) => judges.find(({ id }) => id === expertId) as RowLike);
  await act(set, first as RowLike, 'handIn', { comment: secrets[0], secretComment: secrets[1] });
  await act(set, second as RowLike, 'decline', { declineReason: secrets[2] });
  const [item = {}] = await itemsOf(office, set);
  expect(item).toMatchObject({ handedIn: 1 });
  const score = String(item.score);
  expect(score).toMatch(/\.77$/);
  const ids = [
    String(declared.id),
    ...given.map(({ id }) => String(id)),
    ...judges.map(({ id }) => String(id)),
    String(item.id),
    String(set.id),
  ];
  const [opinion = '', ...hidden] = secrets;
  const said = { resource: 'pssz', id: String(set.id), content: `${hidden[0]}，需核实` };
  await ok(office.post('keyan/talk/say', said));
  const people = experts.flatMap((one) => [...one]);
  const own = [...ids.slice(1), ...people, ...hidden, '玄武湖评审'];
  await walk('under review', [...own, opinion, score], ids);

  const stepped = (await tasksOf(office, set, 'progress')).filter(({ status }) => status === '1');
  for (const { expertId } of stepped) {
    const expert = judges.find(({ id }) => id === expertId) as RowLike;
    await act(set, expert, 'handIn', { comment: opinion });
  }
  await ok(actOn(office, set, 'ok'));
  // The office reads the score in the record; the people whom it names do not.
  expect(await read(office, 'declareInfo', declared)).toMatchObject({ reviewScore: score });
  await walk('confirmed', [...own, opinion, score], ids);
  // 审批单 as PDF: the office has the outcome in it; that of a party says who decided, and names no expert.
  const declaredKind = app.resources.find(({ key }) => key === 'declareInfo') as Resource;
  expect(await paperOf(office, declaredKind, String(declared.id))).toContain(score);
  for (const who of parties.values()) {
    const paper = await paperOf(who, declaredKind, String(declared.id));
    // Some parties have no page of declarations.
    if (who === teacher) expect(paper).toContain('院系科研秘书审核');
    expect([...own, opinion, score].filter((word) => paper.includes(word))).toEqual([]);
  }
  await ok(actOn(office, set, 'feedBack'));
  await walk('fed back', [...own, score], ids);
  const told = await ok(
    teacher.get(path('pssz/standing'), { kind: 'declareInfo', id: String(declared.id) }),
  );
  expect(told.feedback).toMatchObject({ score: '', comments: [opinion, opinion] });
  expect(told).toMatchObject({ item: null, set: null });
  // A reader of the record whom it does not name, and of no college of it, is told nothing.
  for (const account of ['finance']) {
    const other = await (await app.as(account)).get(path('pssz/standing'), {
      kind: 'declareInfo',
      id: String(declared.id),
    });
    if (other.status === 200) expect(other.data.feedback).toBeNull();
  }
});

test('R-803: experts of a review that is blind both ways read nothing of the people', {
  timeout: 600_000,
}, async () => {
  const judges = await enlist(app, office, [['expert', '俞望舒']]);
  const plan = await releasedPlan(office, { needReview: '1', reviewMode: '1' });
  const teacher = parties.get('teacher') as Client;
  const declared = await ok(
    declareIn(app, teacher, plan, {
      programName: '高山草甸的返青',
      leaderPhone: '13988887777',
      leaderEmail: 'nobody.knows@jiangling.example',
    }),
  );
  const handlers = await Promise.all(
    ['dept_secretary', 'dept_leader'].map((account) => app.as(account)),
  );
  await agree(declared, ...handlers, office);
  const set = await newReview(office, judges, { planId: plan.id, blindMode: '2', reserves: 0 });
  await ok(actOn(office, set, 'publish'));
  const expert = judges[0]?.client as Client;
  const [task = {}] = await tasksOf(expert, set);
  await ok(expert.post(path('reviewTask/pledge'), { id: task.id }));
  // An expert reads no record by right, and so nothing that is said about it.
  const record = { resource: 'declareInfo', id: String(declared.id) };
  await ok(teacher.post('keyan/talk/say', { ...record, content: '附图已补' }));
  expect((await expert.get('keyan/talk/list', record)).status).toBe(403);
  const { declareNum, departmentIdName } = await read(teacher, 'declareInfo', declared);
  const sheet = await expert.get(path('reviewTask/sheet'), { id: String(task.id) });
  const texts: (readonly [string, string])[] = [['sheet', sheet.raw.toString()]];
  for (const call of ['list', 'detail', 'history']) {
    const answer = await expert.get(path(`reviewTask/${call}`), {
      id: String(task.id),
      view: 'mine',
      size: '50',
      current: '1',
    });
    if (answer.status === 200) texts.push([call, answer.raw.toString()]);
  }
  const messages = await expert.get(path('message/list'), { size: '50', current: '1' });
  texts.push(['messages', messages.raw.toString()]);
  const banned = [
    '林晓岚',
    teacher.id,
    '13988887777',
    'nobody.knows',
    String(declareNum),
    String(departmentIdName),
  ];
  const leaks = texts.flatMap(([at, text]) =>
    banned.flatMap((word) => (word !== '' && text.includes(word) ? [`${at}: ${word}`] : [])),
  );
  expect(leaks).toEqual([]);
  await ok(judge(expert, task, { percent: 80 }));
});
