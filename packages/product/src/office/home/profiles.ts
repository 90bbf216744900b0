import type { RoleAlias } from '../../shared/roles.ts';

/** The kinds of reader of the home page: its figures and widgets follow from this. */
export type Profile =
  | 'leader'
  | 'office'
  | 'department'
  | 'finance'
  | 'researcher'
  | 'expert'
  | 'cosigner'
  | 'admin';

/** In the order of weight: an account with several roles has the first that applies. */
const profileRoles: readonly (readonly [Profile, readonly RoleAlias[]])[] = [
  ['leader', ['rd_leader', 'school_leader']],
  ['office', ['rd_admin', 'rd_project', 'rd_achieve', 'rd_fund']],
  ['department', ['dept_leader', 'dept_secretary']],
  ['finance', ['finance']],
  ['researcher', ['teacher']],
  ['expert', ['expert']],
  ['cosigner', ['legal', 'intl', 'propaganda', 'ethics']],
  ['admin', ['administrator', 'admin']],
];

/** Every profile that these roles make up, the weightiest first; an account without any is a researcher. */
export const readerProfilesOf = (roles: readonly string[]): readonly [Profile, ...Profile[]] => {
  const [first = 'researcher', ...others] = profileRoles
    .filter(([, aliases]) => aliases.some((alias) => roles.includes(alias)))
    .map(([profile]) => profile);
  return [first, ...others];
};
