import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Secrets } from '@keyan/engine/base/secrets.ts';
import { createMessages } from '@keyan/engine/messages/service.ts';
import { workOf } from '@keyan/engine/testing/work.ts';
import { WorkerPool } from '@keyan/engine/workers/pool.ts';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { download } from '../office/downloads/download.ts';
import { paperText } from '../shared/paper/testing.ts';
import { deliverMessages } from '../system/delivery/deliver.server.ts';
import { WebPush } from '../system/delivery/push.server.ts';
import { Im } from '../system/im/im.server.ts';
import { im } from '../system/im/im.ts';
import { Mail } from '../system/mail/mail.server.ts';
import { mail } from '../system/mail/mail.ts';
import { TextMessages } from '../system/sms/sms.server.ts';
import { sms } from '../system/sms/sms.ts';
import { startTestSystem, testTenant } from '../testing.ts';
import { mailingEndpoints } from './mailing.endpoints.server.ts';
import { mailReports, reportMailingBehaviour } from './mailing.server.ts';
import { reportMailing } from './mailing.ts';
import { savedReportEndpoints } from './report.endpoints.server.ts';
import { reportBehaviour } from './report.server.ts';
import { report } from './report.ts';

/** Mails as a real server took them. */
const taken: { readonly to: string; readonly content: string }[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  disableReverseLookup: true,
  onData: (stream, { envelope }, done) => {
    void text(stream).then((content) => {
      taken.push({ to: envelope.rcptTo[0]?.address ?? '', content });
      done();
    });
  },
});
smtp.on('error', () => undefined);
await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready));
const { port } = smtp.server.address() as AddressInfo;

const secrets = new Secrets(Buffer.alloc(32, 9));
const log = pino({ level: 'silent' });
const hosts = ['127.0.0.1'];
const system = await startTestSystem(() => [...savedReportEndpoints, ...mailingEndpoints], {
  resources: [report, reportMailing, download, mail, sms, im],
  behaviours: [reportBehaviour, reportMailingBehaviour],
  secrets,
});
const workers = new WorkerPool({ log });
const messages = createMessages({
  ids: system.engine.ids,
  clock: system.engine.clock,
  live: { announce: () => undefined } as never,
});
Object.assign(system.engine, { workers, messages });
afterAll(async () => {
  await workers.close();
  await system.close();
  await new Promise<void>((done) => smtp.close(() => done()));
});
const { database, engine, call, files } = system;
await database.query(
  `insert into user_role (tenant_id, user_id, role_id)
   select u.tenant_id, u.id, r.id from users u join role r using (tenant_id)
    where u.tenant_id = $1 and u.account = 'teacher' and r.role_alias = 'rd_leader'`,
  [testTenant],
);
await database.query(`update users set email = account || '@example.edu.cn'`);
await database.query(`update tenant set domain = 'ky.example.edu.cn'`);
for (const [name, sort] of [
  ['模板一', 3],
  ['模板二', 4],
] as const) {
  await database.query(
    `insert into download_zone (tenant_id, id, name, category, sort, status, create_user, create_time,
       update_user, update_time)
     values ($1, $2::int, $3, '1', $2::int, '1', 1, now(), 1, now())`,
    [testTenant, sort, name],
  );
}

const parts = { ...engine, log, secrets, hosts };
const deliver = deliverMessages({
  mail: new Mail(parts),
  texts: new TextMessages(parts),
  im: new Im(parts),
  push: new WebPush(parts),
  files,
});
const reports = mailReports(files);
/** The minute's work: reports that are due, then what leaves the building. */
const minute = async () => {
  const { done } = (await reports.run(workOf(testTenant, {}), engine)) ?? { done: 0 };
  await deliver.run(workOf(testTenant, {}), engine);
  return done;
};
const token = async (account: string) => (await system.token(account)) ?? '';
const post = async (account: string, path: string, body: object) =>
  call('POST', path, { token: await token(account), body });
const stateOf = async (account: string, id: string) =>
  (await call('GET', `${reportMailing.path}/mailed?id=${id}`, { token: await token(account) }))
    .data;

const service = await post('second', 'blade-resource/mail/submit', {
  category: '1',
  mailCode: 'main',
  host: '127.0.0.1',
  port,
  security: '3',
  sender: 'keyan@example.edu.cn',
  senderName: '科研处',
});
await post('second', `blade-resource/mail/enable?id=${service.data.id}`, {});
const saved = await post('second', 'blade-report/report/rest/submit', {
  name: '下载统计',
  page: 'download',
  groupBy: 'category',
  roles: 'rd_leader',
});
const reportId = String(saved.data.id);
const daily = { reportId, period: 'daily', hour: 8, form: 'attach' };
const subscribe = (account: string, more: object = {}) =>
  post(account, `${reportMailing.path}/submit`, { ...daily, ...more });
/** Parts of a mail by their heads. */
const attachment = (content: string): Buffer | null => {
  const [, part = ''] = content.split(/Content-Disposition: attachment[\s\S]*?\r\n\r\n/);
  return part === '' ? null : Buffer.from(part.split('\r\n--')[0] ?? '', 'base64');
};

beforeEach(async () => {
  taken.length = 0;
  await database.query('delete from report_mailing');
  await database.query('delete from report_mailed');
  await database.query('delete from report_left');
});

test('a subscription comes by mail once a day, with its workbook and a link that signs nobody in', async () => {
  const { data } = await subscribe('second');
  expect([data.mailingName, data.mailingNameEn]).toEqual([
    '下载统计 · 每天 08:00',
    '下载统计 · Daily 08:00',
  ]);
  expect(await minute()).toBe(0);
  system.pass(24 * 3_600_000);
  expect(await minute()).toBe(1);
  expect(await minute()).toBe(0);
  expect(taken).toHaveLength(1);
  expect(taken[0]?.to).toBe('second@example.edu.cn');
  const [told] = await database.query<{ link: string }>(
    'select link from message order by id desc limit 1',
  );
  expect(told?.link).toBe(`/report/mailing/detail?id=${data.id}`);
  const book = attachment(taken[0]?.content ?? '');
  expect(book?.subarray(0, 2).toString()).toBe('PK');
  const [line] = (await stateOf('second', String(data.id))).rows as object[];
  expect(line).toMatchObject({ receiver: '陆景行', state: 'sent', reason: '' });
  system.pass(24 * 3_600_000);
  expect(await minute()).toBe(1);
});

test('a report comes as PDF where that is wanted', async () => {
  await subscribe('second', { form: 'pdf' });
  system.pass(24 * 3_600_000);
  expect(await minute()).toBe(1);
  const page = attachment(taken[0]?.content ?? '');
  const said = await paperText(page ?? Buffer.alloc(0));
  expect(said).toContain('下载统计');
  expect(said).toContain('申报书模板');
  expect(said).toMatch(/按接收人的权限计算.*1 \/ 1/s);
});

test('only the way to it comes where that is wanted', async () => {
  await subscribe('second', { form: 'link' });
  system.pass(24 * 3_600_000);
  expect(await minute()).toBe(1);
  expect(attachment(taken[0]?.content ?? '')).toBeNull();
});

test('records that may not be exported come as the way to them', async () => {
  const listed = await post('second', 'blade-report/report/rest/submit', {
    name: '下载清单',
    page: 'download',
    columns: 'name,sort',
  });
  await subscribe('second', { reportId: String(listed.data.id) });
  system.pass(24 * 3_600_000);
  expect(await minute()).toBe(1);
  expect(attachment(taken[0]?.content ?? '')).toBeNull();
});

test('everybody gets what they may read, and whoever may not have it gets nothing', async () => {
  // 科研处领导 does not read the page of the records.
  const { data } = await subscribe('second', { roles: 'rd_leader' });
  system.pass(24 * 3_600_000);
  expect(await minute()).toBe(0);
  expect(taken).toEqual([]);
  const { rows } = await stateOf('second', String(data.id));
  expect(rows).toMatchObject([
    { receiver: '林晓岚', state: 'none', reason: expect.stringContaining('权限') },
  ]);
});

test('only keepers of reports send them to roles; a receiver leaves, and comes back', async () => {
  const of = { roles: 'rd_leader' };
  const refused = await subscribe('teacher', of);
  expect([refused.status, refused.msg]).toEqual([400, '只有报表管理人员可以发送给角色']);
  const { data } = await subscribe('second', of);
  const id = String(data.id);
  system.pass(24 * 3_600_000);
  await database.query(
    `insert into role_menu (tenant_id, role_id, menu_id)
     select r.tenant_id, r.id, m.id from role r join menu m using (tenant_id)
      where r.tenant_id = $1 and r.role_alias = 'rd_leader' and m.code = 'download' on conflict do nothing`,
    [testTenant],
  );
  expect(await minute()).toBe(1);
  expect(taken.map(({ to }) => to)).toEqual(['teacher@example.edu.cn']);
  expect(await stateOf('teacher', id)).toMatchObject({ isMeant: true, hasLeft: false });
  expect((await post('teacher', `${reportMailing.path}/leave`, { id })).msg).toBe('已退订');
  system.pass(24 * 3_600_000);
  expect(await minute()).toBe(0);
  await post('teacher', `${reportMailing.path}/leave`, { id, back: true });
  system.pass(24 * 3_600_000);
  expect(await minute()).toBe(1);
});

test('a file whose receiver may open it no more does not go out', async () => {
  const { data } = await subscribe('second');
  system.pass(24 * 3_600_000);
  await reports.run(workOf(testTenant, {}), engine);
  await database.query('update attachment set is_deleted = 1');
  await deliver.run(workOf(testTenant, {}), engine);
  expect(taken).toEqual([]);
  const { rows } = await stateOf('second', String(data.id));
  expect(rows).toMatchObject([{ state: 'refused' }]);
});
