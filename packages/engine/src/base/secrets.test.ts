import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSealed, Secrets } from './secrets.ts';

const secrets = new Secrets(Buffer.alloc(32, 1));

test('a sealed text opens for its use and its key alone, and never looks like itself', () => {
  const elsewhere = new Secrets(Buffer.alloc(32, 2));
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 200 }), fc.string(), (text, use) => {
      const sealed = secrets.seal(text, use);
      expect(isSealed(sealed)).toBe(true);
      expect(sealed).not.toBe(secrets.seal(text, use));
      expect(secrets.open(sealed, use)).toBe(text.toWellFormed());
      expect(secrets.open(sealed, `${use} `)).toBeNull();
      expect(elsewhere.open(sealed, use)).toBeNull();
    }),
  );
});

test('what was changed or never sealed does not open', () => {
  const sealed = secrets.seal('a key', 'use');
  for (const wrong of [
    '',
    'a key',
    'sealed:',
    `${sealed}A`,
    sealed.replace(/.$/, '_-'.includes(sealed.at(-1) ?? '') ? 'A' : '_'),
  ]) {
    expect(secrets.open(wrong, 'use')).toBeNull();
  }
});
