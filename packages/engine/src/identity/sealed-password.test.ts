import fc from 'fast-check';
import { sm2 } from 'sm-crypto';
import { expect, test } from 'vitest';
import { toWire } from './password.ts';
import { isSealed, SealedPasswords } from './sealed-password.ts';

const mine = sm2.generateKeyPairHex();
const old = sm2.generateKeyPairHex();
const sealed = new SealedPasswords([mine.privateKey, old.privateKey]);

test('opens what the library of the clients sealed, in both orders, with and without 04', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 64 }),
      fc.constantFrom(0, 1),
      fc.constantFrom('', '04'),
      fc.constantFrom(mine, old),
      (typed, mode, prefix, { publicKey }) => {
        const sent = prefix + sm2.doEncrypt(typed, publicKey, mode as 0 | 1);
        expect(isSealed(sent)).toBe(true);
        expect(sealed.open(sent)).toBe(typed);
        expect(sealed.open(sent.toUpperCase())).toBe(typed);
      },
    ),
    { numRuns: 10 },
  );
});

test('leaves typed passwords and digests alone', () => {
  expect(sealed.open('Keyan@2026')).toBe('Keyan@2026');
  expect(sealed.open(toWire('Keyan@2026'))).toBe(toWire('Keyan@2026'));
});

test('opens nothing that another key sealed or that was changed', () => {
  const sent = sm2.doEncrypt('Keyan@2026', sm2.generateKeyPairHex().publicKey, 0);
  expect(sealed.open(sent)).toBeNull();
  const changed = sm2
    .doEncrypt('Keyan@2026', mine.publicKey, 0)
    .replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  expect(sealed.open(changed)).toBeNull();
  expect(new SealedPasswords().open(sent)).toBeNull();
});

test('tells clients its public key, and takes no key that is none', () => {
  expect(sealed.publicKey).toBe(mine.publicKey);
  expect(new SealedPasswords([`00${mine.privateKey}`]).publicKey).toBe(mine.publicKey);
  expect(new SealedPasswords().publicKey).toBeUndefined();
  expect(() => new SealedPasswords(['xyz'])).toThrow('32 bytes');
  expect(() => new SealedPasswords(['f'.repeat(64)])).toThrow();
});
