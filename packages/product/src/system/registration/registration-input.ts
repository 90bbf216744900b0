import { passwordFault } from '@keyan/kernel/access/password.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { personNameFault } from '@keyan/kernel/values/pattern.ts';
import { faultIfNot } from '../../shared/mechanisms/fault.ts';
import { accountFormat } from '../accounts/account-name.ts';

/** Input of an applicant. */
export interface RegistrationInput {
  readonly tenantId: string;
  /** How the person is really called; left out, it is the account. */
  readonly name: string;
  readonly account: string;
  /** Password as typed: registration is one of the calls that check a password's strength (ruling 19). */
  readonly password: string;
  readonly password2: string;
  /**
   * Values that the office asks beside the spec's fields: the department and, if there is one, the staff number.
   * Empty if the form asked and nothing was chosen, undefined from clients that do not ask; those need not give a
   * name either.
   */
  readonly deptId?: string | undefined;
  readonly jobNum?: string;
}

/** The field that is wrong, and what to do about it. */
export interface RegistrationFault {
  readonly path: keyof RegistrationInput;
  readonly message: Label;
}

/** Longest name of a person, in characters. */
export const longestName = 30;
/** Longest staff number, in characters (the personnel form). */
export const longestJobNum = 20;

type Check = (given: RegistrationInput) => Label | null;

/** In the order of the form's fields, then what would make the account useless to its owner. */
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

/** The first thing that is wrong with a registration, the same in the dialog and on the server. */
export const registrationFault = (given: RegistrationInput): RegistrationFault | null => {
  for (const [path, check] of checks) {
    const message = check(given);
    if (message) return { path, message };
  }
  return null;
};

/** Decisions that an administrator may take; the calls have these names. */
export type RegistrationVerdict = 'accept' | 'refuse';
