import { everyone } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field.ts';
import { defineResource, type Resource } from '@keyan/kernel/definition/resource.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { expect, test } from 'vitest';
import { keepSecret, Secrets } from '../base/secrets.ts';
import { keepingCredentials, keptCredentials } from './credentials.ts';

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
const store = (row: Row, before: Row | null) =>
  keptCredentials(service, secrets, { row, before, tenantId }).key ?? null;

test('what is typed is sealed, what is empty stays empty', () => {
  const typed = String(store({ ...stored, key: 'new' }, stored));
  expect(secrets.open(typed, purpose)).toBe('new');
  expect(store({ ...stored, host: 'b', key: null }, stored)).toBeNull();
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
  const kept = (token: string) =>
    keptCredentials(service, secrets, { row: { token }, before: null, tenantId });
  expect(kept('abc')).toEqual({ token: keepSecret('abc') });
  expect(kept(keepSecret('abc'))).toEqual({ token: keepSecret('abc') });
});

test('a kind without a behaviour, or with one that says nothing of it, keeps no typed secret', async () => {
  const own = { resource: service, complete: async () => ({ host: 'x' }) };
  for (const given of [[], [own]]) {
    const once = keepingCredentials([service], given, secrets);
    // As the demo's engine does, which begins with the behaviours of the server's.
    const [twice] = keepingCredentials([service], once, secrets);
    const transaction = { before: null, actor: { tenantId } } as never;
    const values = await twice?.complete?.({ ...stored, key: 'typed' } as never, transaction);
    expect(secrets.open(String(values?.key), purpose)).toBe('typed');
    expect(values?.host).toBe(given.length > 0 ? 'x' : undefined);
  }
});
