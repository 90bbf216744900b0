import { fill, type Label } from '../label.ts';

const minPasswordLength = 8;
const maxPasswordLength = 64;

/** Patterns of character classes; a password needs three of the four. */
const kindsOfCharacters = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/] as const;

/** Passwords that satisfy the other rules and that attackers try first. */
const commonPasswords = new Set(
  [
    'Passw0rd Password1 Password123 Password@123 P@ssw0rd P@ssword1 P@ssw0rd123 Admin123 Admin@123',
    'Admin123456 Admin@123456 Abc12345 Abc123456 Abcd1234 Abc@1234 Abc@123456 Abcd@1234 Aa123456',
    'Aa12345678 Aa@123456 Aa123456! Qwer1234 Qwer@1234 Qwe123456 1qaz@WSX 1qaz2wsx 1qazXSW@ !QAZ2wsx',
    'Test1234 Test@1234 User1234 User@1234 Welcome1 Welcome@123 Changeme1 Huawei@123 Root@123',
  ]
    .join(' ')
    .toLowerCase()
    .split(' '),
);

/** Message for a password on the list of common passwords. */
export const commonPassword: Label = [
  '密码过于常见，请换一个',
  'This password is too common; choose another',
];

/**
 * Returns the fault of a new password, or null. Called in the browser before the password is
 * hashed, and by the server wherever it receives an unhashed password (ruling 19).
 */
export const passwordFault = (password: string, account: string): Label | null => {
  const length = [...password].length;
  if (length < minPasswordLength || length > maxPasswordLength) {
    return fill(
      [
        '密码长度应为 {shortest} 到 {longest} 个字符',
        'A password needs {shortest} to {longest} characters',
      ],
      { shortest: minPasswordLength, longest: maxPasswordLength },
    );
  }
  if (/[\s\p{C}]/u.test(password)) {
    return ['密码不能包含空格', 'A password must not contain spaces'];
  }
  if (kindsOfCharacters.filter((kind) => kind.test(password)).length < 3) {
    return [
      '密码应包含大写字母、小写字母、数字、符号中的至少三种',
      'A password needs three of: capital letters, small letters, digits, symbols',
    ];
  }
  const lower = password.toLowerCase();
  if (account.length >= 3 && lower.includes(account.toLowerCase())) {
    return ['密码不能包含账号', 'A password must not contain the account'];
  }
  return commonPasswords.has(lower) ? commonPassword : null;
};
