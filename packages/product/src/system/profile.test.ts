import { expect, test } from 'vitest';
import { profileFaults } from './profile.ts';

test('phone numbers are refused in the words of the specification', () => {
  const told = (phone: string) => profileFaults({ phone })[0]?.message[1];
  expect(told('')).toBe('phone number cannot be empty');
  expect(told('1380000')).toBe('phone number length is not 11');
  expect(told('23800001111')).toBe('phone number format is incorrect');
  expect(told('13800001111')).toBeUndefined();
});

test('what is left out is not asked about, and every fault is told', () => {
  expect(profileFaults({})).toEqual([]);
  const faults = profileFaults({ realName: ' ', name: '名'.repeat(31), email: 'a@b', phone: '1' });
  expect(faults.map(({ path }) => path)).toEqual(['realName', 'name', 'phone', 'email']);
});

test('an e-mail address may be taken away', () => {
  expect(profileFaults({ email: ' ' })).toEqual([]);
});
