import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tenantIdShape, tokenOfTenant } from './tenant.ts';

test('a token names its tenant again, whatever its id and its secret hold', () => {
  const tenants = fc.stringMatching(tenantIdShape);
  const secrets = fc.stringMatching(/^[\w-]{22}$/);
  fc.assert(
    fc.property(tenants, secrets, (tenant, secret) => {
      const [, readTenant, readSecret] = tokenOfTenant(22).exec(`${tenant}-${secret}`) ?? [];
      expect([readTenant, readSecret]).toEqual([tenant, secret]);
    }),
  );
});

test('a token with too much in it names no tenant', () => {
  expect(tokenOfTenant(22).test(`${'a'.repeat(13)}-${'b'.repeat(22)}`)).toBe(false);
  expect(tokenOfTenant(22).test(`000000-${'b'.repeat(21)}`)).toBe(false);
});
