import { everyone } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import { defineResource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashSecret } from '../base/secrets.ts';
import { behaviourTransaction } from '../commands/context.ts';
import { testDatabase } from '../testing/database.ts';
import { actorOf, furnishSamples, startEngine, tenant } from '../testing/sample.ts';
import { defineBehaviour, type StoredRow } from './behaviour.ts';
import { commitChange } from './commit.ts';
import { openCredential } from './credentials.ts';
import { lockRow } from './lock.ts';

const states = dictionary(
  'serviceState',
  ['状态', 'State'],
  [
    ['0', '停用', 'Off'],
    ['1', '启用', 'On'],
  ],
);
const key = f.text(['密钥', 'Key']);

/** A service with a key that it is told, and a token that its behaviour makes. */
const service = defineResource({
  key: 'service',
  label: ['服务', 'Service'],
  path: 'test/service',
  title: 'host',
  fields: {
    host: f.text(['主机', 'Host']).required(),
    key: key.credential({
      as: 'sealed',
      use: 'service',
      toldTo: ['host'],
      again: ['请重新输入密钥', 'Type the key again'],
    }),
    token: f.text(['令牌', 'Token']).computed().credential({ as: 'digest' }),
    status: f.dict(['状态', 'State'], states).computed().initial('0'),
  },
  states: { field: 'status', initial: '0', editable: ['0', '1'] },
  actions: {
    renew: { label: ['更换', 'Renew'], from: ['0'], by: everyone(), form: { key } },
    reset: {
      label: ['重置', 'Reset'],
      from: ['0'],
      by: everyone(),
      set: () => ({ key: 'of an action', token: 'of an action' }),
    },
  },
  views: {
    all: {
      label: ['服务', 'Services'],
      code: 'service',
      path: '/service',
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'renew', 'reset'],
    },
  },
  list: { columns: ['host'], filters: [], sort: 'host' },
  form: [{ key: 'all', title: ['内容', 'Content'], fields: ['host', 'key'] }],
  access: { read: everyone(), write: everyone() },
});
const resource = untypedResource(service);

/** Values with which the behaviour was to ask a service before a save. */
const asked: (string | null)[] = [];
const making = defineBehaviour(service, {
  complete: async () => ({ token: 'of the kind' }),
  ahead: {
    save: async (row) => {
      asked.push(row.key);
    },
  },
});

const database = await testDatabase();
const engine = startEngine(database, 1, { resources: [resource], behaviours: [making] });
beforeAll(() => furnishSamples(database, engine, [resource]));
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});
const actor = { ...actorOf('31'), permissions: new Set(permissionsOf(resource)) };
const writer = engine.as(actor);

/** Stored values of a record, its key opened. */
const stored = async (id: string) => {
  const [row] = await database.query<{ key: string; token: string; whole: string }>(
    `select key, token, to_jsonb(s)::text
         || (select string_agg(changes::text, '') from history h where h.business_id = s.id) as whole
       from service s where id = ${id}`,
  );
  if (!row) throw new Error(`${id} is not stored`);
  expect(row.whole).not.toMatch(/typed|of an action|of the kind|of the program/);
  const opened = openCredential(engine.secrets, service.fields.key as never, tenant, row.key);
  return { key: opened, token: row.token };
};

test('no secret is stored as it came, whoever writes it', async () => {
  const { id, version } = await writer.save(service, { host: 'a', key: 'typed' });
  expect(await stored(id)).toEqual({ key: 'typed', token: hashSecret('of the kind') });

  await writer.perform(service, 'renew', id, { version, key: 'typed again' });
  expect((await stored(id)).key).toBe('typed again');

  await writer.perform(service, 'reset', id);
  const reset = { key: 'of an action', token: hashSecret('of an action') };
  expect(await stored(id)).toEqual(reset);

  await engine.database.transaction(tenant, async (tx) => {
    const transaction = behaviourTransaction({ engine, actor }, tx);
    const before = await lockRow(transaction, resource, id);
    const after = { ...before, key: 'of the program' } as StoredRow;
    await commitChange(transaction, { resource, before, after, action: 'follow' });
  });
  expect((await stored(id)).key).toBe('of the program');
});

test('what is asked before a save gets the sealed key, and none for another address', async () => {
  const { id, version } = await writer.save(service, { host: 'a', key: 'typed' });
  const { row } = await writer.read(service, id);
  asked.length = 0;
  const elsewhere = writer.save(service, { id, version, host: 'b', key: row.key });
  await expect(elsewhere).rejects.toThrow(Invalid);
  expect(asked).toEqual([]);
  await writer.save(service, { id, version, host: 'b', key: 'typed again' });
  expect(asked).toEqual([expect.stringMatching(/^sealed:/)]);
});
