import type { RoleAlias } from '../../shared/roles.ts';

/** Who looks at the home page: its figures and blocks follow from this (domain §10.1). */
export type Profile =
  | 'leader'
  | 'office'
  | 'department'
  | 'finance'
  | 'researcher'
  | 'expert'
  | 'cosigner'
  | 'admin';

/** In the order in which somebody with several roles is taken for one. */
const profileRoles: readonly (readonly [Profile, readonly RoleAlias[]])[] = [
  ['leader', ['rd_leader', 'school_leader']],
  ['office', ['rd_admin', 'rd_project', 'rd_achieve', 'rd_fund']],
  ['department', ['dept_leader', 'dept_secretary']],
  ['finance', ['finance']],
  ['researcher', ['teacher']],
  ['expert', ['expert']],
  ['cosigner', ['legal', 'intl', 'propaganda']],
  ['admin', ['administrator', 'admin']],
];

/** Every profile that these roles make up, the weightiest first; somebody without one researches. */
export const profilesOf = (roles: readonly string[]): readonly [Profile, ...Profile[]] => {
  const [first = 'researcher', ...others] = profileRoles
    .filter(([, aliases]) => aliases.some((alias) => roles.includes(alias)))
    .map(([profile]) => profile);
  return [first, ...others];
};
