import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Secrets } from '@keyan/engine/base/secrets.ts';
import { createMessages } from '@keyan/engine/messages/service.ts';
import { workOf } from '@keyan/engine/testing/work.ts';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startTestSystem, type TestSystem, testTenant } from '../../testing.ts';
import { Im } from '../im/im.server.ts';
import { im as imService } from '../im/im.ts';
import { mailEndpoints } from '../mail/mail.endpoints.server.ts';
import { Mail } from '../mail/mail.server.ts';
import { mail } from '../mail/mail.ts';
import { TextMessages } from '../sms/sms.server.ts';
import { sms } from '../sms/sms.ts';
import { choiceEndpoints } from './choices.server.ts';
import { deliverMessages } from './deliver.server.ts';
import { WebPush } from './push.server.ts';

/** Mails as a real server took them, and how it answers. */
const taken: string[] = [];
let answer: 'take' | 'later' | 'never' | 'break' = 'take';
const sockets = new Set<Socket>();
const smtp = new SMTPServer({
  authOptional: false,
  allowInsecureAuth: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  onAuth: ({ username, password }, _session, done) =>
    username === 'keyan' && password === 'MAIL-PASS-1'
      ? done(null, { user: username })
      : done(new Error('Wrong password')),
  onData: (stream, _session, done) => {
    void text(stream).then((content) => {
      if (answer === 'later') return done(Object.assign(new Error('Busy'), { responseCode: 451 }));
      if (answer === 'never') {
        return done(Object.assign(new Error('No such user'), { responseCode: 550 }));
      }
      taken.push(content);
      // Taken, but the sender never hears of it.
      if (answer !== 'break') return done();
      for (const socket of sockets) socket.destroy();
    });
  },
});
// Clients that break off are no failure of the test.
smtp.on('error', () => undefined);
smtp.server.on('connection', (socket: Socket) => sockets.add(socket));
await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready));
const { port } = smtp.server.address() as AddressInfo;

const secrets = new Secrets(Buffer.alloc(32, 9));
const log = pino({ level: 'silent' });
const hosts = ['127.0.0.1'];
const mailOf = ({ engine: { database, ids, clock } }: TestSystem) =>
  new Mail({ database, ids, clock, log, secrets, hosts });

const system = await startTestSystem((its) => [...mailEndpoints(mailOf(its)), ...choiceEndpoints], {
  resources: [mail, sms, imService],
  secrets,
});
afterAll(async () => {
  await system.close();
  await new Promise<void>((done) => smtp.close(() => done()));
});
const { database, engine, call } = system;
const admin = (await system.token('second')) ?? '';
const teacher = (await system.token('teacher')) ?? '';
const [{ id: receiver } = { id: '' }] = await database.query<{ id: string }>(
  `update users set email = 'lin@example.edu.cn', phone = '13800138000' where account = 'teacher'
   returning id::text`,
);
await database.query(`update tenant set domain = 'ky.example.edu.cn'`);

const texts = new TextMessages({ ...engine, log, secrets });
const im = new Im({ ...engine, log, secrets, hosts });
const push = new WebPush({ ...engine, secrets, hosts });
const job = deliverMessages({ mail: mailOf(system), texts, im, push, files: system.files });
const deliver = () => job.run(workOf(testTenant, {}), engine);

const live = { announce: () => undefined } as never;
const messages = createMessages({ ids: engine.ids, clock: engine.clock, live });
const tell = (title: string, type = '01') =>
  engine.database.transaction(testTenant, (tx) =>
    messages.send(tx, [
      {
        type,
        title: [title, `${title} (en)`],
        content: ['【甲 & 乙】待您办理\n请尽快', 'A & B waits\nSoon'],
        link: '/mywork/todo',
        to: [receiver],
      },
    ]),
  );

const states = () =>
  database.query<{ channel: string; state: string; tries: number; reason: string | null }>(
    `select channel, state, tries, reason from message_delivery order by message_id, channel`,
  );

const given = {
  category: '1',
  mailCode: 'main',
  host: '127.0.0.1',
  port,
  security: '3',
  accessKey: 'keyan',
  secretKey: 'MAIL-PASS-1',
  sender: 'keyan@example.edu.cn',
  senderName: '科研处',
};
const path = 'blade-resource/mail';
const saved = await call('POST', `${path}/submit`, { token: admin, body: given });
const id = String(saved.data.id);
await call('POST', `${path}/enable?id=${id}`, { token: admin });
/** Signed in anew: the tests let days pass. */
const choose = async (chosen: readonly object[]) =>
  call('POST', 'keyan/message/channels', {
    token: (await system.token('teacher')) ?? '',
    body: { chosen },
  });

beforeEach(async () => {
  taken.length = 0;
  answer = 'take';
  await database.query('delete from message_delivery');
});

test('the password of a mail service is sealed, and an administrator tries it on themselves', async () => {
  expect(saved.status).toBe(200);
  const [kept] = await database.query<{ key: string; leaks: boolean }>(
    `select secret_key as key,
       exists (select from history where changes::text like '%MAIL-PASS%') as leaks from mail_config`,
  );
  expect(kept?.key).toMatch(/^sealed:/);
  expect(kept?.leaks).toBe(false);
  const attempt = (token: string) => call('POST', `keyan/mail/try?id=${id}`, { token });
  expect((await attempt(teacher)).status).toBe(403);
  expect((await attempt(admin)).msg).toBe('请先在个人信息中填写自己的邮箱');
  await database.query(`update users set email = 'lu@example.edu.cn' where account = 'second'`);
  expect(await attempt(admin)).toMatchObject({
    status: 200,
    msg: '测试邮件已发到 l***@example.edu.cn',
  });
  expect(taken[0]).toContain('To: lu@example.edu.cn');
  answer = 'never';
  expect((await attempt(admin)).msg).toContain('No such user');
  // The password goes to the server that it was typed for.
  const { data: row } = await call('GET', `${path}/detail?id=${id}`, { token: admin });
  for (const change of [{ host: 'mail.example.edu.cn' }, { port: 1 }, { accessKey: 'other' }]) {
    const moved = await call('POST', `${path}/submit`, {
      token: admin,
      body: { ...row, ...change },
    });
    expect([moved.status, moved.msg]).toEqual([
      400,
      '更换服务器、端口、加密方式或账号后请重新输入密码',
    ]);
  }
});

test('a server in a closed network is not called unless the operator opened it', async () => {
  const { data } = await call('POST', `${path}/submit`, {
    token: admin,
    body: { ...given, mailCode: 'inner', host: '127.0.0.2' },
  });
  const refused = await call('POST', `keyan/mail/try?id=${data.id}`, { token: admin });
  expect(refused.msg).toContain('SERVICE_HOSTS');
  await call('POST', `${path}/remove?ids=${data.id}`, { token: admin });
});

test('people choose for themselves; what they did not choose stays in the system', async () => {
  expect((await choose([{ msgType: '77', channel: 'mail' }])).msg).toBe('消息类型不存在');
  await choose([{ msgType: '01', channel: 'mail' }]);
  const mine = await call('GET', 'keyan/message/channels', { token: teacher });
  expect(mine.data).toMatchObject({
    chosen: [{ msgType: '01', channel: 'mail', pace: 'now' }],
    habit: { quietFrom: '', quietUntil: '', digestAt: '08:00' },
    addresses: { mail: 'l***@example.edu.cn', sms: '138****8000', wecom: '138****8000' },
    ready: ['mail', 'push'],
    failing: [],
  });
  const other = await call('GET', 'keyan/message/channels', { token: admin });
  expect(other.data.chosen).toEqual([]);
  await tell('办结', '02');
  await tell('待办');
  expect(await states()).toMatchObject([{ channel: 'mail', state: 'waiting' }]);
});

test('a chosen message is mailed once, with its words and its place', async () => {
  await tell('请办理论文');
  expect(await deliver()).toEqual({ done: 1, left: 0 });
  expect(await deliver()).toEqual({ done: 0, left: 0 });
  expect(taken).toHaveLength(1);
  expect(taken[0]).toContain('Auto-Submitted: auto-generated');
  const [, body = ''] = (taken[0] ?? '').split('\r\n\r\n');
  const words = Buffer.from(body, 'base64').toString();
  expect(words).toContain('【甲 & 乙】待您办理\n请尽快');
  expect(words).toContain('https://ky.example.edu.cn/mywork/todo');
  expect(await states()).toMatchObject([{ state: 'sent', tries: 1 }]);
});

test('two processes at once send a message once', async () => {
  await tell('只发一次');
  await Promise.all([deliver(), deliver()]);
  expect(taken).toHaveLength(1);
});

test('what the server does not take now waits; what it never takes is over', async () => {
  answer = 'later';
  await tell('稍后');
  expect(await deliver()).toEqual({ done: 0, left: 1 });
  expect(await states()).toMatchObject([{ state: 'waiting', tries: 1 }]);
  answer = 'take';
  expect(await deliver()).toEqual({ done: 0, left: 0 });
  system.pass(6 * 60_000);
  expect(await deliver()).toEqual({ done: 1, left: 0 });
  answer = 'never';
  await tell('无此人');
  await deliver();
  expect((await states()).at(-1)).toMatchObject({ state: 'refused' });
});

test('a mail whose fate nobody knows is not sent again', async () => {
  answer = 'break';
  await tell('断线');
  expect(await deliver()).toEqual({ done: 0, left: 1 });
  expect(await states()).toMatchObject([{ state: 'unknown' }]);
  answer = 'take';
  system.pass(3_600_000);
  await deliver();
  expect(taken).toHaveLength(1);
});

test('what a process that died was sending is not sent again', async () => {
  await tell('进程结束');
  await database.query(`update message_delivery set state = 'sending', time = $1`, [
    engine.clock(),
  ]);
  expect(await deliver()).toEqual({ done: 0, left: 0 });
  system.pass(11 * 60_000);
  await deliver();
  expect(await states()).toMatchObject([{ state: 'unknown' }]);
  expect(taken).toEqual([]);
});

test('without a server everything waits, for two days', async () => {
  await database.query(`update mail_config set port = 1 where id = $1`, [id]);
  await tell('等待');
  expect(await deliver()).toEqual({ done: 0, left: 1 });
  expect(await states()).toMatchObject([{ state: 'waiting', tries: 0 }]);
  system.pass(2 * 24 * 3_600_000 + 60_000);
  await deliver();
  expect(await states()).toMatchObject([{ state: 'failed' }]);
  await database.query(`update mail_config set port = $1 where id = $2`, [port, id]);
});

test('messages by phone go through the service for messages, not that for codes', async () => {
  await choose([{ msgType: '01', channel: 'sms' }]);
  const token = (await system.token('second')) ?? '';
  const service = async (smsCode: string, smsUse: string) => {
    const body = {
      smsCode,
      smsUse,
      category: '9',
      templateId: '1',
      secretKey: 'k',
      signName: '校',
    };
    const { data } = await call('POST', 'blade-resource/sms/submit', { token, body });
    await call('POST', `blade-resource/sms/enable?id=${data.id}`, { token });
  };
  await service('codes', '1');
  await tell('短信');
  await deliver();
  expect(await states()).toMatchObject([{ channel: 'sms', state: 'refused' }]);
  await service('news', '2');
  await tell('短信');
  expect(await deliver()).toEqual({ done: 1, left: 0 });
  const [entry] = await database.query<{ data: string }>(
    `select data from usual_log where log_id = 'sms' order by id desc limit 1`,
  );
  expect(entry?.data).toBe('news 138****8000');
});

test('nobody who left gets mail', async () => {
  await choose([{ msgType: '01', channel: 'mail' }]);
  await tell('离校');
  await database.query(`update users set status = '0' where account = 'teacher'`);
  expect(await deliver()).toEqual({ done: 0, left: 1 });
  expect(taken).toEqual([]);
});
