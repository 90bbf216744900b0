import { everyone } from '@keyan/kernel/access/scope.ts';
import { type Field, f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource, type Resource } from '@keyan/kernel/definition/resource.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { expect, test } from 'vitest';
import { hashSecret, Secrets } from '../base/secrets.ts';
import { openCredential, withKeptCredentials } from './credentials.ts';

const secrets = new Secrets(Buffer.alloc(32, 3));
const tenantId = '100001';
const purpose = `mail ${tenantId}`;
const service = defineResource({
  key: 'service',
  label: ['服务', 'Service'],
  path: 'test/services',
  title: 'host',
  fields: {
    host: f.text(['主机', 'Host']),
    port: f.integer(['端口', 'Port']),
    key: f.text(['密钥', 'Key']).credential({
      as: 'sealed',
      use: 'mail',
      toldTo: ['host', 'port'],
      again: ['请重新输入', 'Type it again'],
    }),
    token: f.text(['令牌', 'Token']).credential({ as: 'digest' }),
  },
  list: { columns: [], filters: [], sort: 'createTime' },
  form: [],
  access: { read: everyone(), write: everyone() },
}) as unknown as Resource;

const stored = { host: 'a', port: 25, key: secrets.seal('secret', purpose) };
type Row = Readonly<Record<'host' | 'port' | 'key', string | number | null>>;
const transaction = { engine: { secrets }, tx: { tenantId } };
const store = (row: Row, before: Row | null) =>
  withKeptCredentials(transaction, service, row, before).key;

test('what is typed is sealed, what is empty stays empty', () => {
  const typed = String(store({ ...stored, key: 'new' }, stored));
  expect(secrets.open(typed, purpose)).toBe('new');
  expect(store({ ...stored, host: 'b', key: null }, stored)).toBeNull();
});

test('what is sealed opens by its field, in its university', () => {
  const { key, token } = service.fields as Record<'key' | 'token', Field<unknown>>;
  expect(openCredential(secrets, key, tenantId, stored.key)).toBe('secret');
  expect(openCredential(secrets, key, '100002', stored.key)).toBeNull();
  expect(() => openCredential(secrets, token, tenantId, stored.key)).toThrow(
    'Token is no sealed credential',
  );
});

test('a sealed secret stays with its row and its address', () => {
  expect(store(stored, stored)).toBe(stored.key);
  expect(() => store({ ...stored, host: 'b' }, stored)).toThrow(Invalid);
  expect(() => store({ ...stored, port: 26 }, stored)).toThrow(Invalid);
  expect(store({ ...stored, host: 'b', key: 'new' }, stored)).toMatch(/^sealed:/);
});

test('a sealed secret of another row is good for no row', () => {
  expect(() => store(stored, null)).toThrow(Invalid);
  expect(() => store(stored, { ...stored, key: secrets.seal('other', purpose) })).toThrow(Invalid);
  // Sealed with no key of ours: an example, which opens nowhere.
  const example = `sealed:${'0'.repeat(48)}`;
  expect(store({ ...stored, key: example }, null)).toBe(example);
});

test('of what is only compared the digest is kept, once', () => {
  const kept = (token: string) => withKeptCredentials(transaction, service, { token }, null);
  expect(kept('abc')).toEqual({ token: hashSecret('abc') });
  expect(kept(hashSecret('abc'))).toEqual({ token: hashSecret('abc') });
});
