import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** Type of an account (`userType`): administration, researcher, expert or outside expert. */
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

/** Code of accounts of outside experts: nobody signs in with them, and pickers do not list them. */
export const outsideExpertType = '4';
/** Codes of the account types for people of the university. */
export const ownAccountTypes: readonly string[] = userType.entries
  .map(({ code }) => code)
  .filter((code) => code !== outsideExpertType);
