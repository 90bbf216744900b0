import type { Format } from '@keyan/kernel/definition/field/format.ts';

/** Format of account names, with which people sign in. */
export const accountFormat: Format = {
  test: (value) => /^\w{4,50}$/.test(value),
  message: [
    '【账号】应为 4 到 50 位字母、数字或下划线',
    'Account takes 4 to 50 letters, digits or underscores',
  ],
};
