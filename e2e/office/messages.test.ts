import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { caller, freshTitle, runJob, submittedPaper } from '../support/api.ts';
import { choose, field, pane, press, toast } from '../support/form.ts';
import { person, signIn, stranger } from '../support/page.ts';
import { rowOf } from '../support/work.ts';

interface Card {
  readonly touser: string;
  readonly textcard?: {
    readonly title: string;
    readonly description: string;
    readonly url: string;
  };
}

/** Messages as a server in the place of 企业微信 took them. */
const sent: Card[] = [];
let heard: () => void = () => undefined;
const wecom = createServer((request, reply) => {
  const path = request.url ?? '';
  void (request.method === 'POST' ? json(request) : Promise.resolve({})).then((body) => {
    reply.setHeader('content-type', 'application/json');
    if (path.includes('gettoken')) {
      reply.end(JSON.stringify({ errcode: 0, access_token: 'T', expires_in: 7200 }));
    } else if (path.includes('getuserid')) {
      reply.end(JSON.stringify({ errcode: 0, userid: 'secretary' }));
    } else {
      sent.push(body as Card);
      heard();
      reply.end(JSON.stringify({ errcode: 0, msgid: '1' }));
    }
  });
});
await new Promise<void>((ready) => wecom.listen(0, '127.0.0.1', ready));
const { port } = wecom.address() as AddressInfo;
afterAll(async () => {
  wecom.closeAllConnections();
  await new Promise((done) => wecom.close(done));
});

/** The first message that speaks of something; those on their way are waited for. */
const messageOf = (title: string): Promise<Card> =>
  new Promise((found) => {
    heard = () => {
      const card = sent.find(({ textcard }) => textcard?.description.includes(title));
      if (card) found(card);
    };
    heard();
  });

interface Listed {
  readonly records: readonly {
    readonly id: string;
    readonly version: number;
    readonly tenantCode: string;
  }[];
}

/** The university has an address of its own: messages lead there. */
const haveAddress = async (): Promise<void> => {
  const office = await caller('admin');
  const { records } = await office.get<Listed>('blade-system/tenant/list?size=20');
  const own = records.find(({ tenantCode }) => tenantCode === '000000');
  if (!own) throw new Error('there is no university');
  const { id, version } = own;
  await office.post('blade-system/tenant/submit', { id, version, domain: 'ky.jiangling.example' });
};

test('somebody chooses 企业微信, and the message opens the task after signing in', {
  timeout: 120_000,
}, async () => {
  const code = `wecom_${Date.now() % 1_000_000}`;
  await haveAddress();
  const administrator = await person('admin');
  await administrator.visit('/resource/im/add');
  const form = administrator.page;
  await field(form, '资源编号').fill(code);
  await field(form, '企业 ID / AppKey').fill('ww1');
  await field(form, '应用 ID（AgentId）').fill('1000002');
  await field(form, '应用密钥').fill('APP-SECRET');
  await field(form, '服务地址').fill(`http://127.0.0.1:${port}`);
  await press(form, '保存');
  await toast(form, '新增成功').waitFor();
  await administrator.visit('/resource/im');
  await rowOf(form, code).getByRole('button', { name: '更多' }).click();
  await form.getByRole('menuitem', { name: '启用' }).click();
  await toast(form, '启用成功').waitFor();
  await rowOf(form, code).getByRole('button', { name: '测试' }).click();
  await toast(form, '测试消息已发到').waitFor();

  const secretary = await person('dept_secretary');
  await secretary.visit('/info/index');
  await secretary.page.getByRole('tab', { name: '消息提醒' }).click();
  await choose(secretary.page, '待办提醒：企业微信', '立即');

  const title = freshTitle('湿地鸟类的迁徙');
  const { id } = await submittedPaper(title);
  await runJob('deliver-messages');
  const { textcard } = await messageOf(title);
  const { pathname, search } = new URL(textcard?.url ?? '');
  expect(pathname).toContain(id);

  const outside = await stranger();
  await outside.visit(`${pathname}${search}`);
  await signIn(outside.page, 'dept_secretary');
  await pane(outside.page).getByRole('heading', { level: 1, name: title }).waitFor();
  expect(new URL(outside.page.url()).pathname).toBe(pathname);

  const office = await caller('admin');
  const log = await office.get<{
    records: readonly { readonly title: string; readonly state: string }[];
  }>('keyan/delivery/list?channel=wecom');
  expect(log.records[0]).toMatchObject({ state: 'sent' });
  const { records } = await office.get<{ records: readonly { readonly id: string }[] }>(
    `blade-resource/im/list?imCode=${code}`,
  );
  await office.post(`blade-resource/im/disable?id=${records[0]?.id}`);
  expect([administrator, secretary, outside].flatMap(({ faults }) => faults)).toEqual([]);
});
