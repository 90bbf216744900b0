import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { Invalid, Refused } from '@keyan/kernel/errors.ts';
import { Type } from 'typebox';
import {
  dropSubscription,
  keepSubscription,
  subscriptionsOf,
  type WebPush,
} from './push.server.ts';
import { areBrowserKeys } from './push-crypto.server.ts';

const address = Type.String({ minLength: 10, maxLength: 2000, pattern: '^https?://' });
const key = Type.String({ minLength: 16, maxLength: 120, pattern: '^[\\w-]+=*$' });

const unreadable = (path: string) =>
  new Invalid([
    { path, message: ['浏览器给出的通知地址无效', 'The browser gave no valid address'] },
  ]);

/** Calls by which people switch notifications on and off in one browser. */
export const pushEndpoints = (push: Pick<WebPush, 'publicKey'>): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'keyan/message/push',
    auth: 'user',
    summary: [
      '浏览器通知：公钥与已开启的浏览器数',
      'Notifications: the public key, and how many browsers have them',
    ],
    input: Type.Object({}),
    run: (_input, { actor, engine }) =>
      engine.database.read(actor.tenantId, async (session) => ({
        key: push.publicKey,
        browsers: (await subscriptionsOf(session, actor.id, engine.clock())).length,
      })),
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/message/push',
    auth: 'user',
    perMinute: 60,
    summary: ['浏览器通知：在本浏览器开启', 'Notifications: switch them on in this browser'],
    input: Type.Object({ endpoint: address, p256dh: key, auth: key }),
    run: async (given, { actor, engine }) => {
      if (!URL.canParse(given.endpoint)) throw unreadable('endpoint');
      if (!areBrowserKeys(given)) throw unreadable('p256dh');
      const { sessionId } = actor;
      if (!sessionId) {
        throw new Refused(['请登录后再开启', 'Sign in first, then switch it on']);
      }
      await engine.database.transaction(actor.tenantId, (tx) =>
        keepSubscription(tx, engine, { user: actor.id, session: sessionId }, given),
      );
      return new Reply(true, ['已开启浏览器通知', 'Notifications are on']);
    },
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/message/push/known',
    auth: 'user',
    perMinute: 60,
    onlyReads: true,
    summary: ['浏览器通知：本浏览器是否已开启', 'Notifications: are they on in this browser?'],
    input: Type.Object({ endpoint: address }),
    run: (given, { actor, engine }) =>
      engine.database.read(actor.tenantId, async (session) => {
        const own = await subscriptionsOf(session, actor.id, engine.clock());
        return { known: own.some((one) => one.endpoint === given.endpoint) };
      }),
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/message/push/remove',
    auth: 'user',
    perMinute: 60,
    summary: ['浏览器通知：在本浏览器关闭', 'Notifications: switch them off in this browser'],
    input: Type.Object({ endpoint: address }),
    run: async (given, { actor, engine }) => {
      await engine.database.transaction(actor.tenantId, (tx) =>
        dropSubscription(tx, actor.id, given.endpoint),
      );
      return new Reply(true, ['已关闭浏览器通知', 'Notifications are off']);
    },
  }),
];
