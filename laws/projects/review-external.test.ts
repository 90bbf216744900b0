import type { RowLike } from '@keyan/kernel/values/row.ts';
import { writeToExpert } from '@keyan/product/review/external/letters.server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import { Client } from '../support/client.ts';
import { declareIn, releasedPlan } from '../support/declaring.ts';
import { agree, ok, path, read } from '../support/filing.ts';
import { actOn, itemsOf, newReview, tasksOf } from '../support/reviewing.ts';

/** Experts without an account of the university: by link and code, and with no rights but on their own tasks (D7). */
let app: LawApplication;
let teacher: Client;
let office: Client;
let nobody: Client;
const letters: { readonly to: string; readonly text: string }[] = [];

const post = {
  mail: {
    open: async () => ({
      send: async ({ to, text }: { to: string; text: string }) => {
        letters.push({ to, text });
        return { state: 'sent' as const };
      },
      close: () => undefined,
    }),
  },
  texts: { send: async () => undefined },
};

beforeAll(async () => {
  app = await startApplication();
  [teacher, office] = (await Promise.all(
    ['teacher', 'rd_project'].map((account) => app.as(account)),
  )) as [Client, Client];
  nobody = new Client(app.server);
  await app.database.query(`update tenant set domain = 'kyy.example.edu.cn'`);
});
afterAll(() => app.close());

/** An expert from elsewhere, whom the office enters without an account. */
const outsider = async (name: string, more: RowLike = {}): Promise<RowLike> =>
  ok(
    office.post(path('experts/submit'), {
      name,
      expertType: '2',
      unit: `${name}的大学`,
      ranks: '011',
      disciplines: ['18044'],
      email: `${name === '顾长风' ? 'gu' : 'he'}@elsewhere.example`,
      ...more,
    }),
  );

let made = 0;

const waiting = async (): Promise<readonly [plan: RowLike, declared: RowLike]> => {
  const plan = await releasedPlan(office, { needReview: '1', reviewMode: '1' });
  made += 1;
  const declared = await ok(declareIn(app, teacher, plan, { programName: `泥炭的呼吸${made}` }));
  const handlers = await Promise.all(
    ['dept_secretary', 'dept_leader'].map((account) => app.as(account)),
  );
  await agree(declared, ...handlers, office);
  return [plan, declared];
};

const published = async (experts: readonly RowLike[], more: RowLike = {}) => {
  const [plan, declared] = await waiting();
  const judges = experts.map(({ id }) => ({ id: String(id), client: nobody, name: '' }));
  const set = await newReview(office, judges, {
    planId: plan.id,
    blindMode: '2',
    expertPerItem: experts.length,
    reserves: 0,
    ...more,
  });
  await ok(actOn(office, set, 'publish'));
  return { set, declared };
};

const write = (set: RowLike, expert: RowLike) =>
  writeToExpert(post).run(
    {
      tenantId: home,
      data: { set: String(set.id), expert: String(expert.id) },
      signal: new AbortController().signal,
    },
    app.parts.engine,
  );

/** The link of the letter that was written last. */
const tokenIn = (text = letters.at(-1)?.text ?? ''): string =>
  /\/r#(\S+)/.exec(text)?.[1] ?? 'no link';

const call = (name: string, payload: object, pass = '') =>
  nobody.call('POST', path(`externalReview/${name}`), {
    payload,
    headers: { 'review-pass': pass },
  });

const invitationsOf = async (set: RowLike): Promise<readonly RowLike[]> => {
  const page = await ok(
    office.get(path('reviewInvitation/list'), {
      view: 'all',
      setId: String(set.id),
      size: '50',
      current: '1',
    }),
  );
  return page.records as RowLike[];
};

const actOnInvitation = async (set: RowLike, action: string) => {
  const [{ id } = {}] = await invitationsOf(set);
  return ok(office.post(path(`reviewInvitation/${action}`), { id, ids: id }));
};

const handedOver = async (set: RowLike): Promise<RowLike> => {
  const [{ id } = {}] = await invitationsOf(set);
  return ok(office.post(path('reviewInvitation/handOver'), { id }));
};

const entered = async (set: RowLike): Promise<string> => {
  const { token, code } = await handedOver(set);
  return String((await ok(call('enter', { token, code }))).pass);
};

const dead = '链接已失效，请联系科研处重新发送';

test('an expert from outside judges by link and code, and sees no names', async () => {
  const expert = await outsider('顾长风');
  const account = await read(office, 'experts', expert);
  const [{ secrets, roles } = {}] = await app.database.query<RowLike>(
    `select (select count(*)::int from user_secret where user_id = $1) as secrets,
        (select string_agg(r.role_alias, ',') from user_role ur join role r on r.tenant_id = ur.tenant_id
           and r.id = ur.role_id where ur.user_id = $1) as roles`,
    [account.userId],
  );
  expect({ secrets, roles }).toEqual({ secrets: 0, roles: 'expert' });

  const { set, declared } = await published([expert]);
  expect(await write(set, expert)).toEqual({ done: 1 });
  expect(letters.at(-1)).toMatchObject({ to: 'gu@elsewhere.example' });
  expect(letters.at(-1)?.text).toContain('有 1 项材料待评审');
  const token = tokenIn();
  expect(await invitationsOf(set)).toMatchObject([{ status: '1', name: '顾长风', openedTime: '' }]);
  // The database holds nothing by which a link could be made.
  const [{ leaks } = {}] = await app.database.query<RowLike>(
    `select (select count(*)::int from review_invitation where to_jsonb(review_invitation)::text like $1)
        + (select count(*)::int from history where changes::text like $1)
        + (select count(*)::int from job_run where data::text like $1) as leaks`,
    [`%${token.slice(token.indexOf('-') + 1)}%`],
  );
  expect(leaks).toBe(0);

  expect(await ok(call('open', { token }))).toMatchObject({ name: '顾**' });
  const pass = await entered(set);
  expect(await invitationsOf(set)).toMatchObject([{ status: '2' }]);
  const { works } = (await ok(call('works', {}, pass))) as { works: RowLike[] };
  expect(works).toMatchObject([{ applicant: '***', unit: '***', isOpen: true, isPledged: false }]);
  const [task = {}] = works;
  const before = await ok(call('sheet', { id: task.id }, pass));
  expect([before.facts, before.files]).toEqual([[], []]);
  await ok(call('pledge', { id: task.id }, pass));
  const sheet = await ok(call('sheet', { id: task.id }, pass));
  const text = JSON.stringify(sheet);
  expect(text).toContain('观测与模拟湿地碳汇');
  const { departmentIdName } = await read(teacher, 'declareInfo', declared);
  for (const hidden of ['林晓岚', String(departmentIdName), String(teacher.id)]) {
    expect(text, hidden).not.toContain(hidden);
  }
  const lines = sheet.lines as RowLike[];
  const scores = lines.map(({ sort, weight }) => ({ sort, score: String(Number(weight) * 0.8) }));
  const kept = await ok(
    call('keep', { id: task.id, version: sheet.version, scores: scores.slice(0, 1) }, pass),
  );
  const filled = { id: task.id, version: kept.version, scores, comment: '方案可行，建议资助。' };
  await ok(call('handIn', filled, pass));
  expect(await itemsOf(office, set)).toMatchObject([{ handedIn: 1, score: '80.00' }]);

  const visits = await ok(
    office.get(path('reviewVisit/list'), {
      view: 'all',
      setId: String(set.id),
      size: '50',
      current: '1',
    }),
  );
  expect((visits.records as RowLike[]).map(({ act }) => act).toReversed()).toEqual([
    'enter',
    'works',
    'sheet',
    'pledge',
    'sheet',
    'handIn',
  ]);
});

test('a link ends when it is renewed, revoked or over, and with the expert', async () => {
  const expert = await outsider('何见山', { phone: '13900000001' });
  const { set } = await published([expert]);
  await write(set, expert);
  const first = tokenIn();
  const pass = await entered(set);
  await actOnInvitation(set, 'renew');
  expect((await call('open', { token: first })).msg).toBe(dead);
  expect((await call('works', {}, pass)).status).toBe(404);
  await write(set, expert);
  const second = tokenIn();
  await ok(call('open', { token: second }));

  const [{ id } = {}] = await invitationsOf(set);
  const change = (sql: string) => app.database.query(`update ${sql}`);
  for (const [end, undo] of [
    [
      `review_invitation set valid_until = now() - interval '1 hour' where id = ${id}`,
      `review_invitation set valid_until = now() + interval '1 hour' where id = ${id}`,
    ],
    [
      `expert set status = '0' where id = ${expert.id}`,
      `expert set status = '1' where id = ${expert.id}`,
    ],
    [
      `expert set valid_date = current_date - 2 where id = ${expert.id}`,
      `expert set valid_date = null where id = ${expert.id}`,
    ],
  ] as const) {
    const again = await entered(set);
    await change(end);
    const refused = await call('open', { token: second });
    expect([refused.status, refused.msg], end).toEqual([404, dead]);
    expect((await call('works', {}, again)).status, end).toBe(404);
    await change(undo);
    await ok(call('open', { token: second }));
  }

  // A new phone is another way to the expert: what went to the old one opens nothing.
  const { version, ...row } = await read(office, 'experts', expert);
  await ok(office.post(path('experts/submit'), { ...row, version, phone: '13900000002' }));
  expect((await call('open', { token: second })).msg).toBe(dead);
  await write(set, expert);
  const third = tokenIn();
  await actOnInvitation(set, 'revoke');
  expect((await call('open', { token: third })).msg).toBe(dead);
  expect(await write(set, expert)).toEqual({ done: 0 });
  for (const wrong of ['', 'x', `${home}-${'A'.repeat(22)}`, `nowhere-${'A'.repeat(22)}`]) {
    const { status } = await call('open', { token: wrong });
    expect(status, wrong).toBeGreaterThanOrEqual(400);
  }
});

test('five wrong codes end a code, and one code opens one visit', async () => {
  const expert = await outsider('顾长风', { email: 'gu2@elsewhere.example' });
  const { set } = await published([expert]);
  await write(set, expert);
  const { token, code } = await handedOver(set);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  for (let time = 0; time < 5; time += 1) {
    expect((await call('enter', { token, code: wrong })).status).toBe(403);
  }
  expect((await call('enter', { token, code })).msg).toBe('验证码错误或已失效');
  const again = await handedOver(set);
  await ok(call('enter', { token, code: again.code }));
  expect((await call('enter', { token, code: again.code })).status).toBe(403);
});

test('a visit opens the tasks of one expert in one review, and no other call', async () => {
  const [expert, other] = [
    await outsider('顾长风', { email: 'gu3@elsewhere.example' }),
    await outsider('何见山', { email: 'he3@elsewhere.example' }),
  ];
  const { set } = await published([expert, other]);
  const elsewhere = await published([expert]);
  for (const each of [set, elsewhere.set]) await write(each, expert);
  await write(set, other);
  const [invitation] = (await invitationsOf(set)).filter(({ name }) => name === '顾长风');
  const { token, code } = await ok(
    office.post(path('reviewInvitation/handOver'), { id: invitation?.id }),
  );
  const pass = String((await ok(call('enter', { token, code }))).pass);
  const { works } = (await ok(call('works', {}, pass))) as { works: RowLike[] };
  expect(works).toHaveLength(1);
  const theirs = await tasksOf(office, set, 'progress');
  const strange = [
    ...theirs.filter(({ expertId }) => expertId === other.id),
    ...(await tasksOf(office, elsewhere.set, 'progress')),
  ];
  expect(strange).toHaveLength(2);
  for (const { id, version } of strange) {
    const input = { id, version, scores: [], conflict: '3', file: id };
    for (const name of ['sheet', 'pledge', 'keep', 'handIn', 'decline', 'file']) {
      expect((await call(name, input, pass)).status, name).toBe(404);
    }
  }
  // No call hears the pass as a token, and none without it.
  const headerSets: readonly Readonly<Record<string, string>>[] = [
    { 'blade-auth': `bearer ${pass}` },
    { 'review-pass': pass },
    { 'blade-auth': `bearer ${pass}`, 'review-pass': pass },
  ];
  for (const headers of headerSets) {
    for (const at of ['reviewTask/list', 'reviewTask/sheet', 'declareInfo/list', 'pssz/list']) {
      const answer = await nobody.call('GET', path(at), {
        query: { id: String(works[0]?.id), size: '10', current: '1' },
        headers,
      });
      expect(answer.status, at).toBe(401);
    }
  }
  for (const name of ['works', 'sheet', 'pledge', 'keep', 'handIn', 'decline', 'file', 'leave']) {
    const answer = await call(name, { id: '1', version: 1, scores: [], conflict: '3', file: '1' });
    expect(answer.status, name).toBe(404);
  }
  await ok(call('leave', {}, pass));
  expect((await call('works', {}, pass)).status).toBe(404);
});

test('files open by a ticket for minutes, once the expert has pledged', async () => {
  const expert = await outsider('何见山', { email: 'he4@elsewhere.example' });
  const { set } = await published([expert], { blindMode: '1' });
  await write(set, expert);
  const pass = await entered(set);
  const { works } = (await ok(call('works', {}, pass))) as { works: RowLike[] };
  const [task = {}] = works;
  await ok(call('pledge', { id: task.id }, pass));
  const { files } = (await ok(call('sheet', { id: task.id }, pass))) as { files: RowLike[] };
  const [file = {}] = files;
  const { ticket } = await ok(call('file', { id: task.id, file: file.id }, pass));
  expect(String(ticket)).not.toContain(pass);
  const content = (given: string) => nobody.get(path('externalReview/content'), { ticket: given });
  expect((await content(String(ticket))).raw.toString()).toBe('附件');
  expect((await content(`${ticket}x`)).status).toBe(404);
  await actOnInvitation(set, 'revoke');
  expect((await content(String(ticket))).status).toBe(404);
});

test('who declines from outside is replaced, and a reserve from outside is written to', async () => {
  const [first, second] = [
    await outsider('顾长风', { email: 'gu5@elsewhere.example' }),
    await outsider('何见山', { email: 'he5@elsewhere.example' }),
  ];
  const { set } = await published([first, second], { expertPerItem: 1, reserves: 1 });
  const [given = {}] = (await tasksOf(office, set, 'progress')).filter(
    ({ status }) => status === '1',
  );
  const [asked, reserve] =
    given.expertId === first.id ? ([first, second] as const) : ([second, first] as const);
  // A reserve is told nothing.
  expect(await write(set, reserve)).toEqual({ done: 0 });
  await write(set, asked);
  const pass = await entered(set);
  await ok(call('decline', { id: given.id, conflict: '3', declineReason: '去年合作过' }, pass));
  const queued = await app.database.query<RowLike>(
    `select data->>'expert' as expert from job_run where job = 'write-to-expert'
       and data->>'set' = $1 order by id desc limit 1`,
    [set.id],
  );
  expect(queued).toEqual([{ expert: reserve.id }]);
  expect(await write(set, reserve)).toEqual({ done: 1 });
  expect((await ok(call('works', {}, pass))).works).toMatchObject([{ status: '5', isOpen: false }]);
});

test('R-803: no picker and no list of people names the account of an expert from outside', async () => {
  const name = '陆沉舟';
  const { userId: id } = await ok(
    office.get(path('experts/detail'), { id: String((await outsider(name)).id) }),
  );
  expect(id).toMatch(/^\d+$/);
  // Also for keepers of experts, who name the account behind one nowhere else.
  for (const account of ['teacher', 'dept_secretary', 'rd_project']) {
    const who = await app.as(account);
    const chosen = await ok(
      who.get(path('declareInfo/choices'), { field: 'members.userId', search: name }),
    );
    expect(JSON.stringify(chosen), account).not.toContain(id);
    const listed = await ok(
      who.get('blade-user/list', { realName: name, size: '50', current: '1' }),
    );
    expect(JSON.stringify(listed), account).not.toContain(id);
  }
  const known = await ok(
    (await app.as('admin')).get('blade-user/list', { realName: name, size: '50', current: '1' }),
  );
  expect(JSON.stringify(known)).toContain(id);
});
