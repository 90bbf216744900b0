import { type Readable, Readable as Stream } from 'node:stream';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { smallPdf } from '@keyan/product/demo/pdf.server.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { abroad, home, startApplication } from './support/application.ts';
import type { Client } from './support/client.ts';

/** Notices and downloads: who sees which, and that nothing tells of the others. */
const app = await startApplication([home, abroad]);
afterAll(() => app.close());

const office = await app.as('rd_admin');
const teacher = await app.as('teacher');
const other = await app.as('teacher320');
const stranger = await app.as('teacher', abroad);
const unit = (code: string): string => app.departments[home]?.get(code) ?? '';

const notice = 'blade-desk/notice';
const downloads = 'kh-edu-research/downloadZone';

const write = async (given: object, by: Client = office): Promise<string> => {
  const answer = await by.post(`${notice}/submit`, {
    bt: '关于科研系统上线的通知',
    lx: '1',
    content: '<p>各单位:</p>',
    fwlx: '1',
    ...given,
  });
  expect([answer.status, answer.errors]).toEqual([200, []]);
  return String(answer.data.id);
};

const move = (ids: readonly string[], type: '1' | '2', by: Client = office) =>
  by.post('kh-edu-research/notice/fbOrCX', { ids, type });

const titles = async (by: Client, query: Record<string, string> = {}) => {
  const answer = await by.get(`${notice}/list`, { size: '200', ...query });
  expect(answer.status).toBe(200);
  return (answer.data.records as { id: string }[]).map((row) => row.id);
};

const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
const lately = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);

describe('notices', () => {
  test("a draft is the publishers' own until it is published, and again when it is withdrawn", async () => {
    const id = await write({});
    expect(await titles(office)).toContain(id);
    expect(await titles(teacher)).not.toContain(id);
    expect((await teacher.get(`${notice}/detail`, { id })).status).toBe(404);

    const published = await move([id], '1');
    expect([published.status, published.msg]).toEqual([200, '发布成功']);
    expect(await titles(teacher, { status: '1' })).toContain(id);
    const { data } = await teacher.get(`${notice}/detail`, { id });
    expect(data).toMatchObject({ bt: '关于科研系统上线的通知', status: '1', fbrName: '陆景行' });
    expect(data.fbsj).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

    expect((await move([id], '1')).status).toBe(400);
    // One record is named by whichever name a client knows.
    for (const [name, type] of [
      ['id', '2'],
      ['businessId', '1'],
    ] as const) {
      const answer = await office.post('kh-edu-research/notice/fbOrCX', { [name]: id, type });
      expect([name, answer.status]).toEqual([name, 200]);
    }
    expect((await move([id], '2')).msg).toBe('撤销成功');
    expect(await titles(teacher)).not.toContain(id);
    expect(await titles(stranger)).not.toContain(id);
    const history = await office.get(`${notice}/history`, { id });
    expect(history.data).toHaveLength(5);
  });

  test('status, publisher and count come from publishing and reading, a moment publishes', async () => {
    const id = await write({ status: '1', fbr: '1', readCount: 99 });
    const draft = await office.get(`${notice}/detail`, { id });
    expect(draft.data).toMatchObject({ status: '0', fbsj: '', fbr: '', readCount: 0 });
    const { version } = draft.data;
    await write({ id, version, fbsj: '2020-01-01 00:00:00', status: '2', readCount: 99 });
    const { data } = await office.get(`${notice}/detail`, { id });
    expect(data).toMatchObject({ status: '1', fbsj: '2020-01-01 00:00:00', fbrName: '陆景行' });
    expect(data.readCount).toBe(0);
  });

  test('it reaches the departments that it names and all below them, and nobody else', async () => {
    const college = await write({ fwlx: '2', scopeIds: unit('310') });
    const school = await write({ fwlx: '2', scopeIds: `${unit('320')},${unit('000')}` });
    const role = await write({ fwlx: '3', scopeIds: 'expert,dept_secretary' });
    await move([college, school, role], '1');
    expect(await titles(teacher)).toEqual(expect.arrayContaining([college, school]));
    expect(await titles(teacher)).not.toContain(role);
    expect(await titles(other)).toContain(school);
    expect(await titles(other)).not.toContain(college);
    expect(await titles(await app.as('expert'))).toContain(role);
    expect((await other.get(`${notice}/detail`, { id: college })).status).toBe(404);
    const { data } = await office.get(`${notice}/detail`, { id: role });
    expect(data.scopeIdsName).toBe('评审专家、院系科研秘书');
  });

  test('an audience is asked for, and goes when the notice is for everybody', async () => {
    const missing = await office.post(`${notice}/submit`, {
      bt: '无范围',
      lx: '1',
      content: '<p>一</p>',
      fwlx: '2',
    });
    expect(missing.errors).toEqual([{ path: 'scopeIds', message: '请输入范围' }]);
    const id = await write({ fwlx: '1', scopeIds: unit('310') });
    expect((await office.get(`${notice}/detail`, { id })).data.scopeIds).toBe('');
  });

  test('after its last day it is for the publishers only', async () => {
    const over = await write({ validDate: lately });
    const open = await write({ validDate: tomorrow });
    await move([over, open], '1');
    expect(await titles(teacher)).toContain(open);
    expect(await titles(teacher)).not.toContain(over);
    expect(await titles(office)).toContain(over);
  });

  test('neither counts nor filters nor lookups nor attachments tell of what is not theirs', async () => {
    const id = await write({ bt: '仅供秘书的内部安排', fwlx: '3', scopeIds: 'dept_secretary' });
    const file = await app.parts.files.put(
      { system: 'law', tenantId: home },
      { fileName: '安排.pdf', stream: Stream.from(smallPdf('安排', ['一'])), catalog: '99' },
    );
    await app.parts.engine
      .asSystem('law', home)
      .save(app.parts.engine.resources.get('notice') as never, { id, attachments: [file.id] });
    await move([id], '1');
    const asked = await teacher.get(`${notice}/list`, { bt: '内部安排', status: '1' });
    expect(asked.data.total).toBe(0);
    expect((await teacher.get(`${notice}/list`, { id })).data.total).toBe(0);
    expect((await teacher.get(`${notice}/lookup`, { ids: id })).data).toEqual([]);
    expect((await teacher.get(`${notice}/history`, { id })).status).toBe(403);
    const link = 'blade-resource/common/file';
    expect((await teacher.get(`${link}/token`, { url: file.id })).status).toBe(404);
    expect((await teacher.get(`${link}/download`, { url: file.id })).status).toBe(404);
    const secretary = await app.as('dept_secretary');
    expect((await secretary.get(`${link}/download`, { url: file.id })).status).toBe(200);
    const before = (await teacher.get(`${notice}/unread`)).data.unread;
    await teacher.post(`${notice}/read`, { ids: id });
    expect((await teacher.get(`${notice}/unread`)).data.unread).toBe(before);
    expect((await office.get(`${notice}/detail`, { id })).data.readCount).toBe(0);
  });

  test('pinned ones come first, then the newest', async () => {
    const old = await write({ isTop: '1', bt: '置顶' });
    await move([old], '1');
    const fresh = await write({ bt: '最新' });
    await move([fresh], '1');
    const ids = await titles(teacher, { status: '1', size: '6' });
    expect(ids[0]).toBe(old);
    expect(ids[1]).toBe(fresh);
  });

  test('opening one marks it as read, once for each person', async () => {
    const id = await write({});
    await move([id], '1');
    const { unread } = (await teacher.get(`${notice}/unread`)).data;
    await teacher.post(`${notice}/read`, { ids: id });
    await teacher.post(`${notice}/read`, { ids: id });
    await other.post(`${notice}/read`, { ids: id });
    expect((await teacher.get(`${notice}/unread`)).data.unread).toBe(Number(unread) - 1);
    const { data } = await teacher.get(`${notice}/detail`, { id });
    expect(data).toMatchObject({ isRead: '1', readCount: 2, version: 2 });
    expect((await stranger.post(`${notice}/read`, { ids: id })).status).toBe(200);
    expect((await teacher.get(`${notice}/detail`, { id })).data.readCount).toBe(2);
  });

  test('who has no page of notices can neither write nor publish one', async () => {
    const id = await write({});
    expect((await teacher.post(`${notice}/submit`, { bt: '我' })).status).toBe(403);
    expect((await move([id], '1', teacher)).status).toBe(403);
    expect((await teacher.post(`${notice}/remove`, { ids: [id] })).status).toBe(404);
  });

  test('a secretary publishes their own and leaves those of others alone', async () => {
    const secretary = await app.as('dept_secretary');
    const foreign = await write({});
    const mine = await write({ bt: '本院通知' }, secretary);
    expect((await move([foreign], '1', secretary)).status).toBe(403);
    expect((await move([mine], '1', secretary)).status).toBe(200);
    // All or none.
    const draft = await write({}, secretary);
    expect((await move([draft, foreign], '1', secretary)).status).toBe(403);
    expect((await secretary.get(`${notice}/detail`, { id: draft })).data.status).toBe('0');
  });

  test('what a browser would run is neither kept nor told', async () => {
    const id = await write({
      content: '<p onclick="x()">正文<script>alert(1)</script><img src=x onerror=y()></p>',
    });
    const stored = await app.database.query<{ content: string }>(
      'select content from notice where id = $1',
      [id],
    );
    expect(stored[0]?.content).toBe('<p>正文</p>');
    await app.database.query('update notice set content = $2 where id = $1', [
      id,
      '<b>旧</b><iframe src="//a.example"></iframe>',
    ]);
    expect((await office.get(`${notice}/detail`, { id })).data.content).toBe('<b>旧</b>');
    const empty = await office.post(`${notice}/submit`, {
      bt: '空',
      lx: '1',
      content: '<script>a()</script>',
      fwlx: '1',
    });
    expect(empty.errors).toEqual([{ path: 'content', message: '请输入正文' }]);
  });

  test('before signing in nothing is told but the titles of what is meant for everybody', async () => {
    const open = await write({ bt: '全校公开的公告' });
    const narrow = await write({ bt: '只给秘书的公告', fwlx: '3', scopeIds: 'dept_secretary' });
    await write({ bt: '还没有发布的公告' });
    await move([open, narrow], '1');
    const { data } = await app.nobody.get('keyan/site');
    const told = data.notices as Record<string, unknown>[];
    expect(told.map(({ title }) => title)).toContain('全校公开的公告');
    expect(JSON.stringify(told)).not.toMatch(/只给秘书|还没有发布/);
    expect(told.length).toBeLessThanOrEqual(3);
    for (const one of told) expect(Object.keys(one)).toEqual(['title', 'date']);
  });

  test('what was pinned and is over keeps nothing in force from the sign-in page', async () => {
    const until = await write({ bt: '限期置顶', isTop: '1', validDate: tomorrow });
    await move([until], '1');
    const over = await Promise.all(
      Array.from({ length: 25 }, () => write({ bt: '过期置顶', isTop: '1', validDate: lately })),
    );
    await move(over, '1');
    const { data } = await app.nobody.get('keyan/site');
    const told = (data.notices as { title: string }[]).map(({ title }) => title);
    expect(told).toContain('限期置顶');
    expect(told).not.toContain('过期置顶');
  });

  test('publishing tells every open page of the university, and of no other', async () => {
    const follow = async (by: Client): Promise<{ text: () => string; end: () => void }> => {
      const actor = await app.parts.identity.authenticate(by.token ?? '');
      if (!actor) throw new Error('nobody');
      const told: string[] = [];
      const stop = app.parts.live.followAll(actor.tenantId, () => told.push('news'));
      return { text: () => told.join(), end: stop };
    };
    const [here, elsewhere] = [await follow(teacher), await follow(stranger)];
    const id = await write({});
    await move([id], '1');
    // Announcements of one moment go out together or one after the other.
    await expect.poll(here.text).toMatch(/^news(,news)*$/);
    expect(elsewhere.text()).toBe('');
    here.end();
    elsewhere.end();
  });
});

describe('downloads', () => {
  const put = async (name: string, by: Client, more: object = {}): Promise<string> => {
    const actor = await app.parts.identity.authenticate(by.token ?? '');
    const file = await app.parts.files.put(actor as never, {
      fileName: `${name}.pdf`,
      stream: Stream.from(smallPdf(name, ['正文'])) as Readable,
      catalog: '99',
    });
    const answer = await by.post(`${downloads}/submit`, { name, files: [file], ...more });
    expect([answer.status, answer.errors]).toEqual([200, []]);
    return String(answer.data.id);
  };

  test('everybody reads what is enabled, with its files', async () => {
    const open = await put('经费使用管理办法', office, { category: '2', sort: 2 });
    const shut = await put('旧版模板', office);
    const disable = async (by: Client) =>
      (await by.post(`${downloads}/disable`, { ids: [shut] })).data.done;
    expect(await disable(teacher)).toEqual([]);
    expect(await disable(office)).toEqual([shut]);
    const list = await teacher.get(`${downloads}/list`, { size: '10' });
    const rows = list.data.records as { id: string; files: { id: string; name: string }[] }[];
    expect(rows.map((row) => row.id)).toEqual([open]);
    expect(rows[0]?.files.map((file) => file.name)).toEqual(['经费使用管理办法.pdf']);
    expect((await office.get(`${downloads}/list`)).data.total).toBe(2);
    expect((await teacher.get(`${downloads}/detail`, { id: shut })).status).toBe(404);
    expect((await stranger.get(`${downloads}/list`)).data.total).toBe(0);

    const url = rows[0]?.files[0]?.id ?? '';
    const { token } = (await teacher.get('blade-resource/common/file/token', { url })).data;
    const file = await app.nobody.get('blade-resource/common/file/preview', {
      url,
      token: String(token),
    });
    expect([file.status, file.raw.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    const { data } = await office.get(`${downloads}/detail`, { id: shut });
    const hidden = (data.files as { id: string }[])[0]?.id ?? '';
    const refused = await teacher.get('blade-resource/common/file/token', { url: hidden });
    expect(refused.status).toBe(404);
  });

  test('a name and a file are asked for, and only the office writes', async () => {
    const nameless = await office.post(`${downloads}/submit`, { describe: '无名' });
    expect(nameless.errors).toContainEqual({ path: 'name', message: '请输入文件名' });
    const empty = await office.post(`${downloads}/submit`, { name: '无文件' });
    expect(empty.errors).toEqual([{ path: 'files', message: '请上传【文件】附件' }]);
    expect((await teacher.post(`${downloads}/submit`, { name: '我的' })).status).toBe(403);
  });

  test('an upload knows its category before and behind its file', async () => {
    for (const behind of [false, true]) {
      const sent = await teacher.upload(
        'blade-resource/oss/endpoint/ext/put-file',
        '全文.pdf',
        smallPdf('全文', ['正文']),
        { catalog: '13' },
        { behind },
      );
      expect([behind, sent.data.catalog]).toEqual([behind, '13']);
    }
  });
});

describe('parameters', () => {
  const param = 'blade-system/param';

  test("are the administrator's, found by name and by key", async () => {
    const admin = await app.as('admin');
    expect((await teacher.get(`${param}/list`)).status).toBe(403);
    const byKey = await admin.get(`${param}/list`, { paramKey: 'similar.warn' });
    expect(byKey.data.records).toMatchObject([
      { paramKey: 'paper.similar.warn', paramValue: '90' },
    ]);
    expect((await admin.get(`${param}/list`, { paramName: '撤回方式' })).data.total).toBe(1);
  });

  test('that rule research are changed by the office that lives by them, and no others', async () => {
    const found = async (query: Readonly<Record<string, string>> = {}) =>
      (await office.get(`${param}/list`, { size: '200', ...query })).data.records as RowLike[];
    const keys = (await found({ view: 'rules' })).map(({ paramKey }) => paramKey);
    expect(keys).toContain('declare.member.confirm');
    expect(keys).not.toContain('upload.maxSize');
    expect((await found()).map(({ paramKey }) => paramKey)).toEqual(keys);
    const [rule = {}] = await found({ paramKey: 'delay.maxTimes' });
    const changed = await office.post(`${param}/submit`, { ...rule, paramValue: '3' });
    expect([changed.status, changed.data.paramValue]).toEqual([200, '3']);
    const { version } = changed.data;
    const wrong = await office.post(`${param}/submit`, { ...rule, version, paramValue: '99' });
    expect(wrong.errors.map(({ path: at }) => at)).toEqual(['paramValue']);
    // A rule becomes no parameter of somebody else's.
    const renamed = { ...rule, version, paramKey: 'site.embedHosts', paramValue: 'x.edu.cn' };
    expect((await office.post(`${param}/submit`, renamed)).status).not.toBe(200);
    expect((await found({ paramKey: 'delay.maxTimes' })).length).toBe(1);
    const made = await office.post(`${param}/submit`, {
      paramName: '新',
      paramKey: 'x',
      paramValue: '1',
    });
    expect(made.status).not.toBe(200);
    await office.post(`${param}/submit`, { ...rule, version });
  });

  test('have a name in both languages, and are found by either', async () => {
    const admin = await app.as('admin');
    const named = async (query: Readonly<Record<string, string>>) =>
      ((await admin.get(`${param}/list`, query)).data.records as Record<string, string>[]).map(
        ({ paramName, paramNameEn }) => [paramName, paramNameEn],
      );
    const both = [['单次延期月数', 'Months per extension']];
    expect(await named({ search: '单次延期' })).toEqual(both);
    expect(await named({ search: 'months extension' })).toEqual(both);
    expect(await named({ paramNameEn: 'per ext' })).toEqual(both);
    const all = await named({ size: '200' });
    expect(all.filter(([, english]) => !english)).toEqual([]);
  });

  test('say what is missing in the words of the specification', async () => {
    const admin = await app.as('admin');
    const answer = await admin.post(`${param}/submit`, {});
    expect(answer.errors.map(({ message }) => message)).toEqual([
      '请输入参数名称',
      '请输入参数键名',
      '请输入参数键值',
    ]);
    const twice = await admin.post(`${param}/submit`, {
      paramName: '又一个',
      paramKey: ' paper.similar.warn ',
      paramValue: '1',
    });
    expect(twice.errors).toMatchObject([{ path: 'paramKey', message: '【参数键名】已存在' }]);
  });

  test('take an update without a version, keep their history, and are in force at once', async () => {
    const admin = await app.as('admin');
    const [row] = (await admin.get(`${param}/list`, { paramKey: 'paper.similar.warn' })).data
      .records as { id: string }[];
    const ask = async (): Promise<unknown> =>
      (
        await teacher.get('kh-edu-research/papers/queryArtName', {
          artName: '湖泊湿地微生物群落演替研究',
        })
      ).data.result;
    await teacher.post('kh-edu-research/papers/save', { artName: '湖泊湿地微生物群落演替分析' });
    await app.database.query(`update paper set audit_status = '2'`);
    expect(await ask()).toBe('none');
    const change = await admin.post(`${param}/submit`, {
      id: row?.id,
      paramName: '相似提示阈值',
      paramKey: 'paper.similar.warn',
      paramValue: '50',
    });
    expect([change.status, change.msg]).toEqual([200, '更新成功']);
    expect(await ask()).toBe('similar');
    const history = await admin.get(`${param}/history`, { id: row?.id ?? '' });
    expect(history.data).toHaveLength(1);
  });

  test('a removed one may be made anew', async () => {
    const admin = await app.as('admin');
    const given = { paramName: '甲', paramKey: 'law.removed', paramValue: '1' };
    const { data } = await admin.post(`${param}/submit`, given);
    expect((await admin.post(`${param}/remove`, { ids: [data.id] })).msg).toBe('删除成功');
    expect((await admin.post(`${param}/submit`, given)).status).toBe(200);
  });
});
