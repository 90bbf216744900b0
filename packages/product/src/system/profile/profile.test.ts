import { expect, test } from 'vitest';
import { profileFaults, realNameFault } from '../accounts/profile.ts';
import { registrationFault } from '../registration/registration-input.ts';

test('phone numbers are refused in the words of the specification', () => {
  const told = (phone: string) => profileFaults({ phone })[0]?.message[1];
  expect(told('')).toBe('phone number cannot be empty');
  expect(told('1380000')).toBe('phone number length is not 11');
  expect(told('23800001111')).toBe('phone number format is incorrect');
  expect(told('13800001111')).toBeUndefined();
});

test('what is left out is not asked about, and every fault is told', () => {
  expect(profileFaults({})).toEqual([]);
  const faults = profileFaults({ name: '名'.repeat(31), email: 'a@b', phone: '1' });
  expect(faults.map(({ path }) => path)).toEqual(['name', 'phone', 'email']);
});

test('what the office asks of an applicant comes after what the specification asks', () => {
  const empty = { tenantId: '1', account: '', password: '', password2: '', name: '', deptId: '' };
  const steps: readonly (readonly [object, string | undefined])[] = [
    [{}, '请先输入账号名称'],
    [{ account: 'newcomer', password: 'Tanyuan-26' }, '请先输入密码'],
    [{ password2: 'Tanyuan-27' }, '两次密码输入不一致'],
    [{ password2: 'Tanyuan-26' }, '请输入姓名'],
    [{ name: '王芳', jobNum: '1'.repeat(21) }, '请选择部门'],
    [{ deptId: '310' }, '【工号】长度不能超过 20 个字符'],
    [{ jobNum: '20260001' }, undefined],
  ];
  let filled = empty;
  for (const [step, message] of steps) {
    filled = { ...filled, ...step };
    expect(registrationFault(filled)?.message[0]).toBe(message);
  }
  // Clients of the family ask for neither.
  expect(registrationFault({ ...filled, deptId: undefined, name: '' })).toBeNull();
});

test('names have nothing that is not seen', () => {
  const told = '【姓名】不能包含不可见字符';
  expect(profileFaults({ name: '\u202eadmin' })[0]?.message[0]).toBe('【昵称】不能包含不可见字符');
  const asked = { tenantId: '1', account: 'abcd', password: 'Tanyuan-26', password2: 'Tanyuan-26' };
  expect(registrationFault({ ...asked, name: '王\u200b芳' })?.message[0]).toBe(told);
  expect(realNameFault('王\u200b芳')?.[0]).toBe(told);
  expect([realNameFault(' '), realNameFault('阿依古丽·买买提')]).toEqual([
    ['请输入姓名', 'Enter the name'],
    undefined,
  ]);
});

test('an e-mail address may be taken away', () => {
  expect(profileFaults({ email: ' ' })).toEqual([]);
});
