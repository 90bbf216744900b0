import type { ActionName, Resource } from '@keyan/kernel/definition/resource.ts';
import { wordsOf } from '@keyan/kernel/definition/words.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { achievements } from '../achievement/achievements.ts';
import type { RoleAlias } from '../shared/roles.ts';
import { dictPages } from '../system/dictionaries/dict-pages.ts';
import { errorLogCode, errorLogPath } from '../system/error-log/error-log.ts';
import { flowPages, processButtons, processManagers } from './flow-menu.ts';
import { actionLabels, everyAction, type MenuNode, type TopMenu, viewPage } from './menu-nodes.ts';
import { programMenu } from './program-menu.ts';
import { type ListedPage, type ListedResource, office, otherResources } from './resources.ts';

/**
 * Setting back to draft is not among these: a writer may do it on the own desk without a code, and
 * with the code it would reach records that are already approved.
 */
const registrant: readonly ActionName[] = [
  'add',
  'edit',
  'view',
  'delete',
  'submit',
  'recall',
  'copy',
  'import',
  'export',
  'print',
  'history',
];
const leader: readonly ActionName[] = ['view', 'audit', 'export', 'print', 'history'];

/** What each role may do on the pages of achievements that it has. */
const achievementVerbs: Partial<Record<RoleAlias, readonly ActionName[]>> = {
  rd_admin: everyAction,
  rd_achieve: everyAction,
  rd_leader: leader,
  dept_leader: leader,
  dept_secretary: [...registrant, 'audit', 'back', 'zip'],
  teacher: registrant,
  school_leader: ['view', 'export'],
};

const staff: readonly RoleAlias[] = [
  'rd_admin',
  'rd_project',
  'rd_achieve',
  'rd_fund',
  'rd_leader',
  'dept_secretary',
  'dept_leader',
  'finance',
  'legal',
  'intl',
  'propaganda',
];
const everybody: readonly RoleAlias[] = ['admin', ...staff, 'teacher', 'expert', 'school_leader'];

/** Roles that see figures beyond their own work. */
const overseers: readonly RoleAlias[] = [
  'admin',
  'rd_admin',
  'rd_project',
  'rd_achieve',
  'rd_fund',
  'rd_leader',
  'dept_secretary',
  'dept_leader',
  'school_leader',
];

/** Who works with achievements at all. */
const achievers: readonly RoleAlias[] = [
  'rd_admin',
  'rd_achieve',
  'rd_leader',
  'dept_secretary',
  'dept_leader',
  'teacher',
  'school_leader',
];

interface ViewGrant {
  readonly roles: readonly RoleAlias[];
  readonly verbs: Partial<Record<RoleAlias, readonly ActionName[]>>;
}

/** Which roles have the views of a kind of achievement, in the order of the menu. */
const achievementViews: Readonly<Record<string, ViewGrant>> = {
  register: {
    roles: ['rd_admin', 'rd_achieve', 'dept_secretary', 'dept_leader', 'teacher'],
    verbs: { ...achievementVerbs, dept_leader: registrant },
  },
  audit: { roles: ['rd_admin', 'rd_achieve', 'dept_secretary'], verbs: achievementVerbs },
  lib: { roles: achievers, verbs: achievementVerbs },
};

/** The group of a kind of achievement with a page for each of its views. */
const achievementGroup = (resource: Resource): MenuNode => {
  const { code = resource.key } = resource.views.register ?? {};
  return {
    code: `${code}g`,
    label: wordsOf(resource).plural,
    path: `/achievement/${code}`,
    icon: 'FileTextOutlined',
    roles: achievers,
    pages: Object.entries(achievementViews)
      .filter(([name]) => resource.views[name])
      .map(([name, { roles, verbs }]) => viewPage(resource, name, roles, verbs)),
  };
};

const officeMenu: TopMenu = {
  code: 'office',
  label: ['综合办公', 'Office'],
  path: '/office',
  icon: 'NotificationOutlined',
  roles: [...office, 'dept_secretary'],
  pages: [],
};

/** A page of the dictionaries; a right on one of the two is a right on the other. */
const dictPage = (
  { code, path }: { readonly code: string; readonly path: string },
  label: Label,
): MenuNode => ({
  code,
  label,
  path,
  icon: 'FileTextOutlined',
  roles: ['admin'],
  buttons: (['add', 'edit', 'delete'] as const).map((action) => ({
    code: `${code}_${action}`,
    label: actionLabels[action],
    roles: ['admin'],
  })),
});

const monitorMenu: TopMenu = {
  code: 'monitor',
  label: ['系统监控', 'Monitoring'],
  path: '/monitor',
  icon: 'BugOutlined',
  roles: ['admin'],
  pages: [
    {
      code: errorLogCode,
      label: ['错误日志', 'Error log'],
      path: errorLogPath,
      icon: 'BugOutlined',
      roles: ['admin'],
    },
  ],
};

const homeMenu: TopMenu = {
  code: 'home',
  label: ['首页', 'Home'],
  path: '/wel',
  icon: 'HomeOutlined',
  roles: everybody,
  pages: [
    {
      code: 'wel',
      label: ['首页', 'Home'],
      path: '/wel/index',
      icon: 'HomeOutlined',
      roles: everybody,
    },
    {
      code: 'welDashboard',
      label: ['数据看板', 'Dashboard'],
      path: '/wel/dashboard',
      icon: 'BarChartOutlined',
      roles: overseers,
    },
    {
      code: 'info',
      label: ['个人信息', 'Profile'],
      path: '/info',
      icon: 'UserOutlined',
      // Of the platform's administrator, who has everything; others have it behind their name.
      roles: [],
      buttons: [{ code: 'info_state', label: ['系统状态', 'System state'], roles: [] }],
    },
  ],
};

const workMenu: TopMenu = {
  code: 'work',
  label: ['办事中心', 'My work'],
  path: '/mywork',
  icon: 'CarryOutOutlined',
  roles: everybody,
  pages: [
    {
      code: 'todo',
      label: ['待办事务', 'To-do'],
      path: '/mywork/todo',
      icon: 'CarryOutOutlined',
      roles: everybody.filter((role) => role !== 'school_leader'),
      buttons: processButtons,
    },
    {
      code: 'claim',
      label: ['待签收', 'To claim'],
      path: '/mywork/claim',
      icon: 'InboxOutlined',
      roles: staff,
    },
    {
      code: 'done',
      label: ['已办事务', 'Done'],
      path: '/mywork/done',
      icon: 'CheckSquareOutlined',
      roles: ['admin', ...staff, 'expert'],
    },
    {
      code: 'send',
      label: ['我发起的', 'Started by me'],
      path: '/mywork/send',
      icon: 'SendOutlined',
      roles: [...staff, 'teacher'],
    },
    {
      code: 'copy',
      label: ['抄送我的', 'Copied to me'],
      path: '/mywork/copy',
      icon: 'CopyOutlined',
      roles: [...staff, 'teacher'],
    },
    {
      code: 'mymsg',
      label: ['我的消息', 'Messages'],
      path: '/message/index',
      icon: 'MessageOutlined',
      roles: everybody,
    },
  ],
};

const flowMenu: TopMenu = {
  code: 'flow',
  label: ['流程管理', 'Processes'],
  path: '/flow',
  icon: 'CarryOutOutlined',
  roles: processManagers,
  pages: flowPages,
};

const systemMenu: TopMenu = {
  code: 'system',
  label: ['系统管理', 'System'],
  path: '/system',
  icon: 'SettingOutlined',
  roles: ['admin'],
  pages: [
    dictPage(dictPages.horizontal, ['字典管理(横向)', 'Dictionaries (side by side)']),
    dictPage(dictPages.vertical, ['字典管理(纵向)', 'Dictionaries (stacked)']),
  ],
};

/** The pages of a resource in a menu: a role that has them has all their actions. */
const pagesOf = (resource: Resource, { icon, roles, buttons = [] }: ListedPage): MenuNode[] => {
  const verbs = Object.fromEntries(roles.map((role) => [role, everyAction]));
  return Object.keys(resource.views).map((name, index) => {
    const page = viewPage(resource, name, roles, verbs);
    return index === 0
      ? { ...page, icon, buttons: [...(page.buttons ?? []), ...buttons] }
      : { ...page, icon };
  });
};

/** A top menu that begins with the pages of the resources that are listed for it. */
const withListed = (menu: TopMenu, others: readonly ListedResource[]): TopMenu => ({
  ...menu,
  pages: [
    ...others.flatMap(({ resource, page }) =>
      page && page !== 'placed' && page.menu === menu.code ? pagesOf(resource, page) : [],
    ),
    ...menu.pages,
  ],
});

/** Top menu and side menus for these resources: the pages that exist. */
export const menusOf = (
  kinds: readonly Resource[],
  others: readonly ListedResource[] = otherResources,
): readonly TopMenu[] => [
  homeMenu,
  workMenu,
  {
    code: 'achieve',
    label: ['科研成果', 'Achievements'],
    path: '/achievement',
    icon: 'TrophyOutlined',
    roles: achievers,
    pages: kinds.map(achievementGroup),
  },
  programMenu(others),
  withListed(officeMenu, others),
  flowMenu,
  withListed(systemMenu, others),
  monitorMenu,
];

/** The menus as they are shipped. */
export const menus = menusOf(achievements);
