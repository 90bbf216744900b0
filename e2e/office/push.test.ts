import { createECDH } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { freshTitle, runJob, submittedPaper } from '../support/api.ts';
import { pane } from '../support/form.ts';
import { person } from '../support/page.ts';

/** Pushes as a push service in the place of the browser maker's took them. */
const pushed: Buffer[] = [];
let heard: () => void = () => undefined;
const service = createServer((request, reply) => {
  void buffer(request).then((body) => {
    pushed.push(body);
    heard();
    reply.statusCode = 201;
    reply.end();
  });
});
await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready));
const { port } = service.address() as AddressInfo;
afterAll(async () => {
  service.closeAllConnections();
  await new Promise((done) => service.close(done));
});

test('a secretary switches notifications on, a task is pushed, and the worker of the page shows it', {
  timeout: 120_000,
}, async () => {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const secretary = await person('dept_secretary', { installs: true });
  const { page, context, visit } = secretary;
  await context.grantPermissions(['notifications']);
  // The browser's own push service is out of reach of a test.
  await page.addInitScript(
    ({ endpoint, p256dh }) => {
      let made: unknown = null;
      const subscription = {
        endpoint,
        toJSON: () => ({ endpoint, keys: { p256dh, auth: 'BwcHBwcHBwcHBwcHBwcHBw' } }),
        unsubscribe: async () => {
          made = null;
          return true;
        },
      };
      Object.assign(PushManager.prototype, {
        getSubscription: async () => made,
        subscribe: async () => {
          made = subscription;
          return made;
        },
      });
    },
    {
      endpoint: `http://127.0.0.1:${port}/browser-${Date.now()}`,
      p256dh: keys.getPublicKey('base64url'),
    },
  );
  await visit('/info/index');
  await page.getByRole('tab', { name: '消息提醒' }).click();
  await pane(page).getByText('先在上面开启').waitFor();
  await pane(page).getByRole('switch', { name: '在此浏览器接收通知' }).click();
  await pane(page).getByText('1 个浏览器').waitFor();
  // Tasks come at once without a further choice.
  await pane(page)
    .locator('tr', { hasText: '待办提醒' })
    .locator('td')
    .last()
    .getByText('立即')
    .waitFor();

  await submittedPaper(freshTitle('推送到浏览器的论文'));
  const arrived = new Promise<void>((done) => {
    heard = done;
    if (pushed.length > 0) done();
  });
  await runJob('deliver-messages');
  await arrived;
  expect(pushed[0]?.subarray(20, 22).toString('hex')).toBe('4104');

  const registration = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  const devtools = await context.newCDPSession(page);
  const found = new Promise<string>((done) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === registration);
      if (own) done(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(registration).origin,
    registrationId: await found,
    data: JSON.stringify({
      title: '待办：论文登记',
      body: '点击查看',
      link: '/mywork/todo',
      tag: '1',
    }),
  });
  const shown = () =>
    page.evaluate(async () => {
      const { getNotifications } = ServiceWorkerRegistration.prototype;
      const list = await getNotifications.call(await navigator.serviceWorker.ready);
      return list.map(({ title, body, data }) => [title, body, data.link]);
    });
  await expect.poll(shown).toEqual([['待办：论文登记', '点击查看', '/mywork/todo']]);

  await pane(page).getByRole('switch', { name: '在此浏览器接收通知' }).click();
  await pane(page).getByText('先在上面开启').waitFor();
  expect(secretary.faults).toEqual([]);
});
