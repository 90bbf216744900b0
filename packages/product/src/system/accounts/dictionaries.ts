import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** Side of the product that an account is for. */
export const userType = dictionary(
  'userType',
  ['用户平台', 'User type'],
  [
    ['1', '管理端', 'Administration'],
    ['2', '科研人员', 'Researcher'],
    ['3', '专家', 'Expert reviewer'],
    ['4', '校外专家', 'External expert'],
  ],
);

/** The type of accounts by which experts from outside judge: nobody signs in by one, and no picker names one. */
export const outsideExpertType = '4';
/** The types of accounts of people of the university. */
export const ownAccountTypes: readonly string[] = userType.entries
  .map(({ code }) => code)
  .filter((code) => code !== outsideExpertType);
