import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** Side of the product that an account is for. */
export const userType = dictionary(
  'userType',
  ['用户平台', 'User type'],
  [
    ['1', '管理端', 'Administration'],
    ['2', '科研人员', 'Researcher'],
    ['3', '专家', 'Reviewer'],
  ],
);

/** The type of accounts by which experts judge who are nobody else here. */
export const reviewers = '3';
