import { expect, test } from 'vitest';
import { guessableFault } from './guessable.ts';
import { toWire } from './password.ts';

const person = {
  account: 'teacher',
  code: '20140326',
  phone: '19900004321',
  birthday: '1985-03-17',
  name: '晓岚',
  realName: '林晓岚',
  email: 'xiaolan.lin@jiangling.example',
};

const told = async (password: string): Promise<string | undefined> =>
  (await guessableFault(toWire(password), person))?.[0];

test.each([
  ['a'],
  ['123456'],
  ['password'],
  ['PASSWORD'],
  ['Password1'],
  ['Qwerty123'],
  ['ka12rm12'],
  ['Password@1985'],
  ['Admin_2026!'],
  ['qwer1234'],
  ['8888'],
  ['#1'],
  ['20010911'],
  ['010911'],
])('%s is too common for anybody', async (password) => {
  expect(await told(password)).toBe('密码过于常见，请换一个');
});

test.each([
  ['teacher'],
  ['Teacher123'],
  ['Teacher@2026'],
  ['teacher@123!'],
  ['20140326'],
  ['abc20140326'],
  ['19900004321'],
  ['004321'],
  ['林晓岚@1985'],
  ['Teacher@850317'],
  ['xiaolan.lin#1234'],
])('%s is known of the person', async (password) => {
  const expected = /^(密码过于常见|密码不能由账号)/;
  expect(await told(password)).toMatch(expected);
});

test.each([['Tanyuan-2026'], ['Keyan@2026'], ['correct horse battery staple'], ['Z8#kqLw2']])(
  '%s is taken',
  async (password) => expect(await told(password)).toBeUndefined(),
);

test('whoever is known by an account alone is asked about that', async () => {
  const alone = (password: string) => guessableFault(toWire(password), { account: 'newcomer' });
  expect(await alone('Newcomer@123')).toBeDefined();
  expect(await alone('Tanyuan-2026')).toBeUndefined();
});
