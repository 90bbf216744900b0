import { programKind } from '../project/common/dictionaries.ts';
import { openCallsCode, openCallsPath } from '../project/declaration/open-calls.ts';
import { eligibleCode, eligiblePath } from '../project/eligible/eligible.ts';
import type { RoleAlias } from '../shared/roles.ts';
import type { TopDraft } from './places.ts';

/**
 * 项目管理: a group for each kind of project, and the open calls for proposals.
 * @param declarers roles that see the calls for proposals
 */
export const projectMenu = (declarers: readonly RoleAlias[]): TopDraft => ({
  code: 'project',
  label: ['项目管理', 'Projects'],
  path: '/program',
  icon: 'ProjectOutlined',
  groups: programKind.entries.map(({ code, label }) => ({
    code,
    label,
    path: `/program/${code}`,
    icon: 'ProjectOutlined',
  })),
  pages: [
    {
      code: openCallsCode,
      label: ['申报大厅', 'Open calls'],
      path: openCallsPath,
      icon: 'FlagOutlined',
      roles: declarers,
    },
    {
      code: eligibleCode,
      label: ['申报资格', 'Eligibility'],
      path: eligiblePath,
      icon: 'TeamOutlined',
      roles: ['rd_admin', 'rd_project', 'dept_secretary', 'dept_leader'],
    },
  ],
});
