import { passwordFault } from '@keyan/kernel/access/password.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { personNameFault } from '@keyan/kernel/values/pattern.ts';
import { faultIfNot } from '../../shared/mechanisms/fault.ts';
import { accountFormat } from '../accounts/account-name.ts';

/** Input of an applicant. */
export interface RegistrationInput {
  readonly tenantId: string;
  /** Real name; if omitted, the account name. */
  readonly name: string;
  readonly account: string;
  /** Password in plain text, so that the call can check its strength (ruling 19). */
  readonly password: string;
  readonly password2: string;
  /**
   * Department, and staff number if there is one, which the office asks in addition to the spec. Empty if nothing was
   * chosen; undefined from clients that do not ask, which may omit the name as well.
   */
  readonly deptId?: string | undefined;
  readonly jobNum?: string;
}

/** Faulty field, and the message how to correct it. */
export interface RegistrationFault {
  readonly path: keyof RegistrationInput;
  readonly message: Label;
}

/** Maximum length of a name in characters. */
export const longestName = 30;
/** Maximum length of a staff number in characters. */
export const longestJobNum = 20;

type Check = (given: RegistrationInput) => Label | null;

/** Validators in the order of the form, then those of values that would make the account unusable. */
const checks: readonly (readonly [path: keyof RegistrationInput, check: Check])[] = [
  ['tenantId', ({ tenantId }) => faultIfNot(tenantId.trim() !== '', texts.tenant)],
  ['account', ({ account }) => faultIfNot(account.trim() !== '', texts.account)],
  ['password', ({ password }) => faultIfNot(password !== '', texts.password)],
  ['password2', ({ password2 }) => faultIfNot(password2 !== '', texts.password)],
  ['password2', ({ password, password2 }) => faultIfNot(password === password2, texts.mismatch)],
  ['name', ({ name }) => faultIfNot([...name.trim()].length <= longestName, texts.longName)],
  ['name', ({ name }) => personNameFault(name, texts.name) ?? null],
  [
    'account',
    ({ account }) => faultIfNot(accountFormat.test(account.trim()), accountFormat.message),
  ],
  ['password', ({ password, account }) => passwordFault(password, account.trim())],
  [
    'name',
    ({ name, deptId }) => faultIfNot(deptId === undefined || name.trim() !== '', texts.noName),
  ],
  ['deptId', ({ deptId }) => faultIfNot(deptId !== '', texts.department)],
  [
    'jobNum',
    ({ jobNum = '' }) => faultIfNot([...jobNum.trim()].length <= longestJobNum, texts.longNumber),
  ],
];

const texts = {
  tenant: ['请先输入租户编号', 'Enter the tenant number first'],
  account: ['请先输入账号名称', 'Enter the account name first'],
  password: ['请先输入密码', 'Enter the password first'],
  noName: ['请输入姓名', 'Enter your name'],
  department: ['请选择部门', 'Choose the department'],
  longNumber: [
    `【工号】长度不能超过 ${longestJobNum} 个字符`,
    `Staff no. takes at most ${longestJobNum} characters`,
  ],
  mismatch: ['两次密码输入不一致', 'The two passwords differ'],
  name: ['姓名', 'Name'],
  longName: [
    `【姓名】长度不能超过 ${longestName} 个字符`,
    `Name takes at most ${longestName} characters`,
  ],
} as const satisfies Record<string, Label>;

/** Returns the first fault of a registration, for dialog and server; undefined if there is none. */
export const registrationFault = (given: RegistrationInput): RegistrationFault | null => {
  for (const [path, check] of checks) {
    const message = check(given);
    if (message) return { path, message };
  }
  return null;
};

/** Decisions on an application; the calls have these names. */
export type RegistrationVerdict = 'accept' | 'refuse';
