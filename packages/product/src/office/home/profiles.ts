import type { RoleAlias } from '../../shared/roles.ts';

/** Profile of a reader, which determines figures and widgets of the home page. */
export type Profile =
  | 'leader'
  | 'office'
  | 'department'
  | 'finance'
  | 'researcher'
  | 'expert'
  | 'cosigner'
  | 'admin';

/** Profiles by descending rank, with their roles; the first that applies is used. */
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

/** Profiles of an account with the given roles, highest rank first; without any, researcher. */
export const readerProfilesOf = (roles: readonly string[]): readonly [Profile, ...Profile[]] => {
  const [first = 'researcher', ...others] = profileRoles
    .filter(([, aliases]) => aliases.some((alias) => roles.includes(alias)))
    .map(([profile]) => profile);
  return [first, ...others];
};
