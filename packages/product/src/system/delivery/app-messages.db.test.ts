import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { Secrets } from '@keyan/engine/base/secrets.ts';
import { createMessages } from '@keyan/engine/messages/service.ts';
import { workOf } from '@keyan/engine/testing/work.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { paper } from '../../achievement/paper/paper.ts';
import { resources } from '../../index.ts';
import { startTestSystem, type TestSystem, testTenant } from '../../testing.ts';
import { imEndpoints } from '../im/im.endpoints.server.ts';
import { Im } from '../im/im.server.ts';
import { robotEndpoints } from '../im/robot.endpoints.server.ts';
import { GroupRobots, sendToGroups } from '../im/robots.server.ts';
import { Mail } from '../mail/mail.server.ts';
import { TextMessages } from '../sms/sms.server.ts';
import { choiceEndpoints } from './choices.server.ts';
import { deliverMessages } from './deliver.server.ts';
import { deliveryLogEndpoints } from './log.endpoints.server.ts';
import { WebPush } from './push.server.ts';

interface Asked {
  readonly path: string;
  readonly body: RowLike;
}

/** Calls as a server in the place of both services took them, and how it answers the next ones. */
const asked: Asked[] = [];
const answers: Record<string, object>[] = [];
let token = 0;
const usual = (path: string): object => {
  if (path.includes('gettoken')) {
    token += 1;
    return { errcode: 0, access_token: `T${token}`, expires_in: 7200 };
  }
  if (path.includes('getuserid')) return { errcode: 0, userid: 'lin' };
  if (path.includes('getbymobile')) return { errcode: 0, result: { userid: 'ding-lin' } };
  return { errcode: 0, msgid: '1', task_id: 1 };
};
let breaks = false;
let isSilent = false;
const service = createServer((request, reply) => {
  const path = request.url ?? '';
  void (request.method === 'POST' ? json(request) : Promise.resolve({})).then((body) => {
    asked.push({ path, body: body as Asked['body'] });
    if ((breaks && path.includes('/send')) || (isSilent && path.includes('getuserid'))) {
      request.socket.destroy();
      return;
    }
    const own = answers.findIndex((one) => Object.keys(one).some((part) => path.includes(part)));
    const [given] = own < 0 ? [] : answers.splice(own, 1);
    reply.setHeader('content-type', 'application/json');
    reply.end(JSON.stringify(given ? Object.values(given)[0] : usual(path)));
  });
});
await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready));
const { port } = service.address() as AddressInfo;

const secrets = new Secrets(Buffer.alloc(32, 9));
const log = pino({ level: 'silent' });
const hosts = ['127.0.0.1'];
const robotsOf = ({ engine: { database, ids, clock } }: Pick<TestSystem, 'engine'>) =>
  new GroupRobots({ database, ids, clock, log, secrets, hosts });
const imOf = ({ engine: { database, ids, clock } }: Pick<TestSystem, 'engine'>) =>
  new Im({ database, ids, clock, log, secrets, hosts });

const system = await startTestSystem(
  (its) => [
    ...imEndpoints(imOf(its)),
    ...robotEndpoints(robotsOf(its)),
    ...choiceEndpoints,
    ...deliveryLogEndpoints,
  ],
  { resources, secrets },
);
afterAll(async () => {
  await system.close();
  service.closeAllConnections();
  await new Promise((done) => service.close(done));
});
const { database, engine, call } = system;
const admin = (await system.token('second')) ?? '';
const [{ id: receiver } = { id: '' }] = await database.query<{ id: string }>(
  `update users set phone = '13800138000' where account = 'teacher' returning id::text`,
);
await database.query(`update users set phone = '13900139000' where account = 'second'`);
await database.query(`update tenant set domain = 'ky.example.edu.cn'`);

const line = imOf(system);
const job = deliverMessages({
  mail: new Mail({ ...engine, log, secrets, hosts }),
  texts: new TextMessages({ ...engine, log, secrets }),
  im: line,
  push: new WebPush({ ...engine, secrets, hosts }),
  files: system.files,
});
const deliver = () => job.run(workOf(testTenant, {}), engine);

const messages = createMessages({
  ids: engine.ids,
  clock: engine.clock,
  live: { announce: () => undefined, announceAll: () => undefined } as unknown as Parameters<
    typeof createMessages
  >[0]['live'],
});
const tell = (title: string, type = '01', more: object = {}) =>
  engine.database.transaction(testTenant, (tx) =>
    messages.send(tx, [
      {
        type,
        title: [title, `${title} (en)`],
        content: ['【甲 & 乙】待您办理', 'A & B waits'],
        link: '/mywork/todo',
        to: [receiver],
        ...more,
      },
    ]),
  );
const states = () =>
  database.query<{ channel: string; state: string; reason: string | null }>(
    'select channel, state, reason from message_delivery order by message_id, channel',
  );
const own = async (path: string, body: object) =>
  call('POST', path, { token: (await system.token('teacher')) ?? '', body });
const choose = (...chosen: readonly object[]) => own('keyan/message/channels', { chosen });

const path = 'blade-resource/im';
const given = {
  category: '1',
  imCode: 'wecom',
  corpId: 'ww1',
  agentId: '1000002',
  secretKey: 'APP-SECRET-1',
  origin: `http://127.0.0.1:${port}`,
};
const saved = await call('POST', `${path}/submit`, { token: admin, body: given });
const id = String(saved.data.id);
await call('POST', `${path}/enable?id=${id}`, { token: admin });
const other = await call('POST', `${path}/submit`, {
  token: admin,
  body: { ...given, category: '2', imCode: 'ding', corpId: 'ding1', agentId: '77' },
});
await call('POST', `${path}/enable?id=${other.data.id}`, { token: admin });

beforeEach(async () => {
  asked.length = 0;
  answers.length = 0;
  breaks = false;
  isSilent = false;
  await database.query('delete from message_delivery');
  await database.query('delete from message_habit');
  await database.query('delete from message_default');
});

test('the secret of an application is sealed, and goes to the address that it was typed for', async () => {
  const [kept] = await database.query<{ key: string; leaks: boolean }>(
    `select secret_key as key,
       exists (select from history where changes::text like '%APP-SECRET%') as leaks from im_config where id = $1`,
    [id],
  );
  expect(kept?.key).toMatch(/^sealed:/);
  expect(kept?.leaks).toBe(false);
  const { data: row } = await call('GET', `${path}/detail?id=${id}`, { token: admin });
  const moved = await call('POST', `${path}/submit`, {
    token: admin,
    body: { ...row, origin: 'https://elsewhere.example.com' },
  });
  expect([moved.status, moved.msg]).toEqual([400, '更换服务、应用或地址后请重新输入密钥']);
  const tried = await call('POST', `keyan/im/try?id=${id}`, { token: admin });
  expect(tried.msg).toBe('测试消息已发到 139****9000 的账号');
});

test('a closed network is not called unless the operator opened it', async () => {
  const { data } = await call('POST', `${path}/submit`, {
    token: admin,
    body: { ...given, imCode: 'inner', origin: 'https://127.0.0.2' },
  });
  const refused = await call('POST', `keyan/im/try?id=${data.id}`, { token: admin });
  expect(refused.msg).toContain('SERVICE_HOSTS');
  await call('POST', `${path}/remove?ids=${data.id}`, { token: admin });
});

test('a chosen message reaches the person by 企业微信, with a link that signs nobody in', async () => {
  await choose({ msgType: '01', channel: 'wecom' });
  await tell('请办理论文');
  expect(await deliver()).toEqual({ done: 1, left: 0 });
  const sent = asked.find(({ path: to }) => to.includes('/message/send'));
  expect(sent?.body).toMatchObject({
    touser: 'lin',
    agentid: 1_000_002,
    msgtype: 'textcard',
    textcard: {
      title: '请办理论文',
      description: expect.stringContaining('【甲 & 乙】待您办理'),
      url: 'https://ky.example.edu.cn/mywork/todo',
    },
  });
  expect(asked.find(({ path: to }) => to.includes('getuserid'))?.body).toEqual({
    mobile: '13800138000',
  });
  // The name is known from then on, and the token is kept.
  asked.length = 0;
  await tell('第二条');
  await deliver();
  expect(asked.map(({ path: to }) => to.split('?')[0])).toEqual(['/cgi-bin/message/send']);
  expect(await states()).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
});

test('a token that is good no more is renewed once', async () => {
  await choose({ msgType: '01', channel: 'wecom' });
  answers.push({ '/message/send': { errcode: 42_001, errmsg: 'expired' } });
  await tell('续期');
  expect(await deliver()).toEqual({ done: 1, left: 0 });
  expect(asked.filter(({ path: to }) => to.includes('/message/send'))).toHaveLength(2);
});

test('too many calls wait; a person whom the service does not know is refused; a cut line is not sent again', async () => {
  await choose({ msgType: '01', channel: 'wecom' });
  answers.push({ '/message/send': { errcode: 45_009, errmsg: 'api freq out of limit' } });
  await tell('限流');
  await deliver();
  expect(await states()).toMatchObject([{ state: 'waiting' }]);
  await database.query('delete from message_delivery');
  answers.push({ '/message/send': { errcode: 0, invaliduser: 'lin' } });
  await tell('无此人');
  await deliver();
  expect(await states()).toMatchObject([{ state: 'refused' }]);
  await database.query('delete from message_delivery');
  breaks = true;
  await tell('断线');
  await deliver();
  expect(await states()).toMatchObject([{ state: 'unknown' }]);
  breaks = false;
  await deliver();
  expect(asked.filter(({ path: to }) => to.includes('/message/send'))).toHaveLength(3);
});

test('a phone that the service does not know says so to its owner', async () => {
  await database.query('delete from message_address');
  await choose({ msgType: '01', channel: 'wecom' });
  answers.push({ getuserid: { errcode: 0, userid: '' } });
  await tell('无账号');
  await deliver();
  expect(await states()).toMatchObject([
    { state: 'refused', reason: '未找到您的企业微信账号，请核对手机号' },
  ]);
});

test('钉钉 takes the message with its number, so that equal texts come through', async () => {
  await choose({ msgType: '01', channel: 'ding' });
  await tell('钉钉消息');
  expect(await deliver()).toEqual({ done: 1, left: 0 });
  const sent = asked.find(({ path: to }) => to.includes('asyncsend_v2'));
  expect(sent?.body).toMatchObject({
    agent_id: '77',
    userid_list: 'ding-lin',
    msg: {
      msgtype: 'action_card',
      action_card: { single_url: 'https://ky.example.edu.cn/mywork/todo' },
    },
  });
});

test('a digest gathers the messages of a day into one', async () => {
  await choose({ msgType: '01', channel: 'wecom', pace: 'digest' });
  await tell('第一件');
  await tell('第二件');
  expect(await deliver()).toEqual({ done: 0, left: 0 });
  system.pass(24 * 3_600_000);
  expect(await deliver()).toEqual({ done: 1, left: 0 });
  const sent = asked.filter(({ path: to }) => to.includes('/message/send'));
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toMatchObject({ textcard: { title: '今日 2 条消息' } });
  expect(await states()).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
});

test('quiet hours hold messages back until their end', async () => {
  await choose({ msgType: '01', channel: 'wecom' });
  const hour = (engine.clock().getUTCHours() + 8) % 24;
  const at = (shift: number): string => `${String((hour + shift + 24) % 24).padStart(2, '0')}:00`;
  expect((await own('keyan/message/habit', { quietFrom: at(0) })).msg).toContain('起止时间');
  await own('keyan/message/habit', { quietFrom: at(0), quietUntil: at(2), digestAt: '08:00' });
  await tell('夜里');
  expect(await deliver()).toEqual({ done: 0, left: 0 });
  system.pass(2 * 3_600_000);
  expect(await deliver()).toEqual({ done: 1, left: 0 });
});

test('an administrator sees what went out and failed, and has it sent again', async () => {
  await choose({ msgType: '01', channel: 'wecom' });
  answers.push({ '/message/send': { errcode: 60_011, errmsg: 'no privilege' } });
  await tell('重发我');
  await deliver();
  const token2 = (await system.token('second')) ?? '';
  const page = await call('GET', 'keyan/delivery/list?state=refused', { token: token2 });
  expect(page.data.records).toMatchObject([
    {
      title: '重发我',
      channel: 'wecom',
      receiver: '林晓岚',
      reason: expect.stringContaining('60011'),
    },
  ]);
  const [row] = page.data.records as { id: string }[];
  const [message] = (row?.id ?? '').split('-');
  const teacher = (await system.token('teacher')) ?? '';
  const again = (who: string) =>
    call('POST', 'keyan/delivery/resend', { token: who, body: { message, channel: 'wecom' } });
  expect((await again(teacher)).status).toBe(403);
  expect((await again(token2)).status).toBe(200);
  await deliver();
  expect(await states()).toMatchObject([{ state: 'sent' }]);
  // Sent messages are not sent a second time.
  expect((await again(token2)).status).toBe(404);
});

test('a service that keeps silent is a clear refusal of a trial', async () => {
  isSilent = true;
  const token2 = (await system.token('second')) ?? '';
  const tried = await call('POST', `keyan/im/try?id=${id}`, { token: token2 });
  expect([tried.status, tried.msg]).toEqual([400, expect.stringContaining('消息服务没有应答')]);
});

test("whoever chose nothing follows the university's way, as far as it reaches them", async () => {
  const token2 = (await system.token('second')) ?? '';
  const usual = (channel: string) =>
    call('POST', 'keyan/delivery/usual', { token: token2, body: { channel } });
  expect((await own('keyan/delivery/usual', { channel: 'wecom' })).status).toBe(403);
  expect((await usual('sms')).msg).toBe('学校尚未启用该方式');
  expect((await usual('wecom')).status).toBe(200);
  await own('keyan/message/usual', {});
  const mine = await call('GET', 'keyan/message/channels', {
    token: (await system.token('teacher')) ?? '',
  });
  expect(mine.data.isUsual).toBe(true);
  expect(mine.data.chosen).toContainEqual({ msgType: '01', channel: 'wecom', pace: 'now' });
  expect(mine.data.chosen).toContainEqual({ msgType: '02', channel: 'wecom', pace: 'digest' });
  await tell('默认方式');
  expect(await deliver()).toEqual({ done: 1, left: 0 });
  // A choice of one's own takes its place, an empty one as well.
  await choose();
  await tell('自己不要');
  expect(await deliver()).toEqual({ done: 0, left: 0 });
  await own('keyan/message/usual', {});
  await database.query(`update users set phone = null where account = 'teacher'`);
  await tell('没有手机号');
  expect(await states()).toHaveLength(1);
  await database.query(`update users set phone = '13800138000' where account = 'teacher'`);
});

test('urgent messages go through quiet hours, unless their receiver does not allow it', async () => {
  await choose({ msgType: '06', channel: 'wecom' });
  const hour = (engine.clock().getUTCHours() + 8) % 24;
  const at = (shift: number): string => `${String((hour + shift + 24) % 24).padStart(2, '0')}:00`;
  const quiet = { quietFrom: at(0), quietUntil: at(2), digestAt: '08:00' };
  await own('keyan/message/habit', quiet);
  await tell('严重预警', '06', { urgent: true });
  expect(await deliver()).toEqual({ done: 1, left: 0 });
  await own('keyan/message/habit', { ...quiet, letUrgent: false });
  await tell('严重预警之二', '06', { urgent: true });
  expect(await deliver()).toEqual({ done: 0, left: 0 });
});

test('messages of one kind go out as one, and what follows about the same record waits a little', async () => {
  await choose({ msgType: '01', channel: 'wecom' });
  const business = { resource: 'papersapp', id: '77' };
  await tell('甲', '01', { business });
  await tell('乙', '01', { business });
  expect(await deliver()).toEqual({ done: 1, left: 0 });
  const sent = () => asked.filter(({ path: to }) => to.includes('/message/send'));
  expect(sent()).toHaveLength(1);
  // Both lead to one page, and so does the message.
  expect(sent()[0]?.body).toMatchObject({
    textcard: {
      title: '您有 2 条新消息',
      description: expect.stringContaining('甲\n乙'),
      url: 'https://ky.example.edu.cn/mywork/todo',
    },
  });
  await tell('丙', '01', { business });
  await tell('别的事', '01');
  expect(await deliver()).toEqual({ done: 1, left: 0 });
  expect(sent()[1]?.body).toMatchObject({ textcard: { title: '您有 2 条新消息' } });
  await tell('丁', '01', { business });
  expect(await deliver()).toEqual({ done: 0, left: 0 });
  system.pass(11 * 60_000);
  expect(await deliver()).toEqual({ done: 1, left: 0 });
});

const group = {
  category: '2',
  robotName: '科研处工作群',
  accessKey: 'ROBOT-TOKEN-1',
  signSecret: 'SEC-0001',
  roles: 'teacher',
  msgTypes: '01',
  origin: `http://127.0.0.1:${port}`,
};
const groups = sendToGroups(robotsOf(system));
const tellAll = () => groups.run(workOf(testTenant, {}), engine);
const told = () => asked.filter(({ path: to }) => to.includes('/robot/send'));
const textOf = (one: Asked | undefined): string =>
  (one?.body.markdown as { readonly text: string } | undefined)?.text ?? '';

const robotPath = 'blade-resource/robot';
/** The administrator, signed in again: the clock of the tests has passed the first token. */
let keeper = '';
const enabled = async (more: object = {}): Promise<string> => {
  keeper = (await system.token('second')) ?? '';
  const made = await call('POST', `${robotPath}/submit`, {
    token: keeper,
    body: { ...group, ...more },
  });
  const on = await call('POST', `${robotPath}/enable?id=${made.data.id}`, { token: keeper });
  expect(on.msg).toBe('启用成功');
  return String(made.data.id);
};

test('a group hears what its office is told, once, with a signature that its service proves', async () => {
  await tell('启用之前');
  system.pass(1000);
  const robotId = await enabled();
  const [holders] = await database.query<{ ids: string[] }>(
    `select array_agg(u.id::text) as ids from users u where u.account in ('teacher', 'second')`,
  );
  await tell('请办理论文', '01', { to: holders?.ids });
  await tell('不属于该群的类型', '02');
  await tell('涉密项目', '01', { business: { resource: paper.key, id: '999999' } });
  expect(await tellAll()).toEqual({ done: 1, left: 0 });
  const [only] = told();
  expect(told()).toHaveLength(1);
  expect(textOf(only)).toContain('- [请办理论文](https://ky.example.edu.cn/mywork/todo)');
  expect(textOf(only)).not.toMatch(/启用之前|不属于|涉密|待您办理/);
  const asking = new URL(only?.path ?? '', 'http://service').searchParams;
  const timestamp = asking.get('timestamp') ?? '';
  expect(asking.get('sign')).toBe(
    createHmac('sha256', group.signSecret)
      .update(`${timestamp}\n${group.signSecret}`)
      .digest('base64'),
  );
  expect(await tellAll()).toEqual({ done: 0, left: 0 });
  const { data } = await call('GET', 'keyan/delivery/list?channel=robot', { token: keeper });
  expect(data.records).toMatchObject([
    { channel: 'robot', receiver: '科研处工作群', state: 'sent', title: '请办理论文' },
  ]);
  await call('POST', `${robotPath}/disable?id=${robotId}`, { token: keeper });
});

test('a group that heard too much waits; a wrong key is refused in words and sent again by hand', async () => {
  system.pass(1000);
  const robotId = await enabled({ robotName: '成果科群', category: '1', signSecret: null });
  answers.push({ 'webhook/send': { errcode: 45_009, errmsg: 'api freq out of limit' } });
  await tell('限流之后再发');
  expect(await tellAll()).toEqual({ done: 0, left: 1 });
  expect(await tellAll()).toEqual({ done: 0, left: 0 });
  system.pass(10 * 60_000);
  answers.push({ 'webhook/send': { errcode: 93_000, errmsg: 'invalid webhook url' } });
  expect(await tellAll()).toEqual({ done: 0, left: 1 });
  const { data } = await call('GET', 'keyan/delivery/list?channel=robot&state=refused', {
    token: keeper,
  });
  expect(data.records).toMatchObject([{ reason: '93000 invalid webhook url' }]);
  const [message, channel, its] = String(
    (data.records as readonly { readonly id: string }[])[0]?.id,
  ).split('-');
  const again = { message, channel, robot: its };
  await call('POST', 'keyan/delivery/resend', { token: keeper, body: again });
  expect(await tellAll()).toEqual({ done: 1, left: 0 });
  expect(asked.at(-1)?.path).toBe('/cgi-bin/webhook/send?key=ROBOT-TOKEN-1');
  const tried = await call('POST', `keyan/robot/try?id=${robotId}`, { token: keeper });
  expect(tried.msg).toBe('测试消息已发到群里');
  const [kept] = await database.query<{ key: string }>(
    'select access_key as key from message_robot where id = $1',
    [robotId],
  );
  expect(kept?.key).toMatch(/^sealed:/);
});
