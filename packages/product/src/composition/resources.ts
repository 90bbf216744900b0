import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { journal } from '../achievement/common/journal.ts';
import { download } from '../office/downloads/download.ts';
import { notice } from '../office/notices/notice.ts';
import { personnel } from '../people/personnel.ts';
import { checkReport } from '../project/check-report.ts';
import { project } from '../project/project.ts';
import type { RoleAlias } from '../shared/roles.ts';
import { user } from '../system/accounts/user.ts';
import { department } from '../system/departments/department.ts';
import { param } from '../system/parameters/param.ts';
import { registerGuest } from '../system/registration/registration.ts';

/** A button of a page, by the permission code `{page}_{action}` (ruling 3). */
export interface Button {
  readonly code: string;
  readonly label: Label;
  readonly roles: readonly RoleAlias[];
}

/** Where the pages of a resource are in the menus, and who has them. */
export interface ListedPage {
  /** The top menu that begins with its pages, in the order of the list. */
  readonly menu: 'office' | 'system';
  readonly icon: string;
  /** Roles that have its pages and all their actions by default. */
  readonly roles: readonly RoleAlias[];
  /** Further rights, granted with its first page. */
  readonly buttons?: readonly Button[];
  /** Its pages are written by hand and have their routes in `index.web.tsx`. */
  readonly ownRoutes?: true;
}

/** A resource that is no achievement. */
export interface ListedResource {
  readonly resource: Resource;
  /** Left out: it has calls, and no page. `placed`: its views say where they are and who has them. */
  readonly page?: ListedPage | 'placed';
}

/** Roles that publish notices. */
export const office: readonly RoleAlias[] = [
  'admin',
  'rd_admin',
  'rd_project',
  'rd_achieve',
  'rd_fund',
];

/**
 * What administrators read by other clients although it has no page here yet. The codes hang on a
 * page that they have, so that they can be granted like any other.
 */
const recordReaders: readonly Button[] = (
  [
    ['journal_read', ['查看期刊库', 'Read the journal catalogue']],
    ['programInfo_read', ['查看项目台账', 'Read the project ledger']],
    ['personnel_read', ['查看科研人员', 'Read the personnel records']],
    ['dept_read', ['查看部门', 'Read the departments']],
    ['user_read', ['查看用户', 'Read the accounts']],
  ] as const
).map(([code, label]) => ({ code, label, roles: ['admin'] }));

/**
 * Every resource that is no achievement. One entry here gives it its table, its calls and their
 * description, its dictionaries, its page in the menu and the routes of its pages.
 */
export const otherResources: readonly ListedResource[] = [
  { resource: journal },
  { resource: project, page: 'placed' },
  { resource: checkReport, page: 'placed' },
  { resource: personnel },
  { resource: department },
  { resource: user },
  {
    resource: registerGuest,
    page: { menu: 'system', icon: 'UserAddOutlined', roles: ['admin'], ownRoutes: true },
  },
  {
    resource: param,
    page: { menu: 'system', icon: 'ControlOutlined', roles: ['admin'], buttons: recordReaders },
  },
  {
    resource: notice,
    page: {
      menu: 'office',
      icon: 'NotificationOutlined',
      roles: [...office, 'dept_secretary'],
      buttons: [
        { code: 'notice_manage', label: ['管理全部公告', 'Manage all notices'], roles: office },
      ],
    },
  },
  { resource: download, page: { menu: 'office', icon: 'DownloadOutlined', roles: office } },
];
