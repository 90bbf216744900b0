import { Secrets } from '@keyan/engine/base/secrets.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { expect, test } from 'vitest';
import { sealedSecret } from './sealing.server.ts';

const secrets = new Secrets(Buffer.alloc(32, 3));
const purpose = 'mail 100001';
const stored = { host: 'a', port: 25, key: secrets.seal('secret', purpose) };
type Row = Readonly<Record<'host' | 'port' | 'key', string | number | null>>;
const store = (row: Row, before: Row | null) =>
  sealedSecret(row, before, {
    secrets,
    purpose,
    field: 'key',
    toldTo: ['host', 'port'],
    again: ['请重新输入', 'Type it again'],
  });

test('what is typed is sealed, what is empty stays empty', () => {
  expect(secrets.open(store({ ...stored, key: 'new' }, stored) ?? '', purpose)).toBe('new');
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
