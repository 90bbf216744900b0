import { commonActions } from '@keyan/kernel/definition/life/common-actions.ts';
import { resourceTextsOf } from '@keyan/kernel/definition/page/words.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { achievements, kindFamilies } from '../achievement/achievements.ts';
import {
  exportCode,
  mergeCode,
  qualityCode,
  qualityPath,
  settleFindingsCode,
} from '../achievement/quality/quality.ts';
import { activityAttended } from '../activity/attended.ts';
import { activityHeld } from '../activity/held.ts';
import { activityGroup } from '../activity/views.ts';
import { spiderGroup } from '../collecting/service.ts';
import { statisticsPages } from '../figures/statistics-pages.ts';
import { statisticsPaths } from '../figures/statistics-paths.ts';
import { movingPath } from '../moving/moving-path.ts';
import { movingCode } from '../moving/paths.ts';
import { scholarCode, scholarPath } from '../people/scholar-page.ts';
import { hookLogCode, hookLogPath, replayCode } from '../publishing/open/hook-log.ts';
import { profileCode, profilePath } from '../publishing/profile/profile.ts';
import { publishingCode, publishingEditCode, publishingPath } from '../publishing/publishing.ts';
import type { RoleAlias } from '../shared/roles.ts';
import { dictCode, dictPage, dictPaths } from '../system/dictionaries/dict-pages.ts';
import { explainCode, explainPath } from '../system/explaining/explain.ts';
import {
  attachCode,
  attachPath,
  removeAttachCode,
  renameAttachCode,
} from '../system/storage/attach.ts';
import { flowPages } from './flow-menu.ts';
import { fundsPages } from './funds-menu.ts';
import type { MenuNode, TopMenu } from './menu-nodes.ts';
import { everybody, staff } from './menu-roles.ts';
import { monitorMenu } from './monitor-menu.ts';
import { type GroupDraft, menusWithPages, type TopDraft } from './places.ts';
import { projectMenu } from './project-menu.ts';
import { otherResources } from './resources.ts';
import { scoreMenu } from './score-menu.ts';
import { workMenu } from './work-menu.ts';

/** Roles that see figures beyond their own work. */
const overseerRoles: readonly RoleAlias[] = [
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

/**
 * Menu group of a kind of achievement, with a code that ends in `g`; `paperg` has the path
 * `…/paperGroup`.
 */
const groupOf = (resource: Resource): GroupDraft => {
  const [code = resource.key] = resource.views.register?.menu ?? [];
  return {
    code,
    label: resourceTextsOf(resource).plural,
    path: `/achievement/${code.replace(/g$/, 'Group')}`,
    icon: 'FileTextOutlined',
  };
};

/** Menu groups of kinds of achievements; kinds of one family share the family’s group. */
const achievementGroups = (kinds: readonly Resource[]): readonly GroupDraft[] => {
  const related = new Set(kindFamilies.flatMap((family) => family.kinds));
  return [
    ...kinds.filter((kind) => !related.has(kind)).map(groupOf),
    ...kindFamilies.map(({ kinds: members, ...family }) => ({
      ...family,
      icon: 'FolderOutlined',
      groups: members.filter((kind) => kinds.includes(kind)).map(groupOf),
    })),
  ];
};

const homeMenu: TopDraft = {
  code: 'home',
  label: ['首页', 'Home'],
  path: '/wel',
  icon: 'HomeOutlined',
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
      roles: overseerRoles,
    },
    {
      code: 'info',
      label: ['个人信息', 'Profile'],
      path: '/info',
      icon: 'UserOutlined',
      // Hidden from the menu for all but the platform administrator, who has every entry; other
      // roles open the page from the account menu.
      roles: [],
      buttons: [{ code: 'info_state', label: ['系统状态', 'System status'], roles: [] }],
    },
  ],
};

/** Roles that maintain the library of achievements. */
const curatorRoles: readonly RoleAlias[] = ['rd_admin', 'rd_achieve'];

const qualityPage: MenuNode = {
  code: qualityCode,
  label: ['数据质量', 'Data quality'],
  path: qualityPath,
  icon: 'CheckSquareOutlined',
  roles: curatorRoles,
  buttons: [
    { code: mergeCode, label: ['合并', 'Merge'], roles: curatorRoles },
    { code: settleFindingsCode, label: ['处理', 'Resolve'], roles: curatorRoles },
    { code: exportCode, label: ['导出', 'Export'], roles: curatorRoles },
  ],
};

/** Group with retraction lists, the cases that they start, and reversals. */
const integrityGroup: GroupDraft = {
  code: 'integrity',
  label: ['科研诚信', 'Integrity'],
  path: '/achievement/integrity',
  icon: 'FlagOutlined',
};

const flowMenu: TopDraft = {
  code: 'flow',
  label: ['流程管理', 'Processes'],
  path: '/flow',
  icon: 'CarryOutOutlined',
  pages: flowPages,
};

const systemMenu: TopDraft = {
  code: 'system',
  label: ['系统管理', 'System'],
  path: '/system',
  icon: 'SettingOutlined',
  pages: [
    {
      code: dictPage,
      label: ['字典管理', 'Dictionaries'],
      path: dictPaths.horizontal,
      icon: 'FileTextOutlined',
      roles: ['admin'],
      buttons: (['add', 'edit', 'delete'] as const).map((action) => ({
        code: dictCode(action),
        label: commonActions[action],
        roles: ['admin'],
      })),
    },
    {
      code: attachCode,
      label: ['附件管理', 'Attachments'],
      path: attachPath,
      icon: 'DownloadOutlined',
      roles: ['admin'],
      buttons: [
        { code: removeAttachCode, label: commonActions.delete, roles: ['admin'] },
        { code: renameAttachCode, label: commonActions.edit, roles: ['admin'] },
      ],
    },
    {
      code: movingCode,
      label: ['系统迁入', 'Moving in'],
      path: movingPath,
      icon: 'InboxOutlined',
      roles: ['admin', 'rd_admin', 'rd_leader'],
    },
    {
      code: explainCode,
      label: ['权限追踪', 'Explain access'],
      path: explainPath,
      icon: 'ControlOutlined',
      roles: ['admin'],
    },
    {
      code: publishingCode,
      label: ['对外发布', 'Publishing'],
      path: publishingPath,
      icon: 'SendOutlined',
      roles: ['admin'],
      buttons: [{ code: publishingEditCode, label: commonActions.edit, roles: ['admin'] }],
    },
    {
      code: hookLogCode,
      label: ['状态推送记录', 'Webhook log'],
      path: hookLogPath,
      icon: 'SendOutlined',
      roles: ['admin'],
      buttons: [{ code: replayCode, label: ['重新推送', 'Resend'], roles: ['admin'] }],
    },
  ],
};

const platformMenu: TopDraft = {
  code: 'platform',
  label: ['平台管理', 'Platform'],
  path: '/platform',
  icon: 'ApartmentOutlined',
  ofPlatform: true,
};

const developMenu: TopDraft = {
  code: 'develop',
  label: ['开发', 'Development'],
  path: '/develop',
  icon: 'ApiOutlined',
};

const fundsMenu: TopDraft = {
  code: 'funds',
  label: ['经费管理', 'Funds'],
  path: '/funds',
  icon: 'MoneyCollectOutlined',
  pages: fundsPages,
};

const statisticsMenu: TopDraft = {
  code: 'stat',
  label: ['统计分析', 'Statistics'],
  path: '/statistics',
  icon: 'BarChartOutlined',
  pages: statisticsPages.map(({ code, roles }) => {
    const [path, label] = statisticsPaths[code];
    return { code, label, path, icon: 'BarChartOutlined', roles };
  }),
};

/** Top menus with side menus for the given resources; includes only pages that exist. */
export const menusOf = (
  kinds: readonly Resource[],
  others: readonly Resource[] = otherResources,
): readonly TopMenu[] =>
  menusWithPages(
    [
      homeMenu,
      workMenu,
      {
        code: 'achieve',
        label: ['科研成果', 'Achievements'],
        path: '/achievement',
        icon: 'TrophyOutlined',
        groups: [...achievementGroups(kinds), integrityGroup],
        pages: [qualityPage],
      },
      {
        code: 'activity',
        label: ['学术活动', 'Activities'],
        path: '/activity',
        icon: 'FlagOutlined',
        groups: [activityHeld, activityAttended].map(({ label, views }) => ({
          code: activityGroup(views.register?.code ?? ''),
          label,
          path: `${views.register?.path}Group`,
          icon: 'FlagOutlined',
        })),
      },
      projectMenu([...staff, 'teacher']),
      {
        code: 'review',
        label: ['专家评审', 'Review'],
        path: '/review',
        icon: 'CheckSquareOutlined',
      },
      fundsMenu,
      scoreMenu,
      statisticsMenu,
      {
        code: 'person',
        label: ['人员团队', 'Personnel'],
        path: '/person',
        icon: 'TeamOutlined',
        pages: [
          {
            code: scholarCode,
            label: ['学者主页', 'Scholar page'],
            path: scholarPath,
            icon: 'IdcardOutlined',
            roles: everybody,
          },
          {
            code: profileCode,
            label: ['公开主页', 'Public profile'],
            path: profilePath,
            icon: 'UserOutlined',
            roles: ['teacher', ...staff],
          },
        ],
      },
      {
        code: 'office',
        label: ['综合办公', 'Office'],
        path: '/office',
        icon: 'NotificationOutlined',
      },
      {
        code: spiderGroup,
        label: ['数据采集', 'Collection'],
        path: '/spider',
        icon: 'InboxOutlined',
      },
      flowMenu,
      systemMenu,
      monitorMenu,
      developMenu,
      platformMenu,
    ],
    [...kinds, ...others],
  );

/** Menus as shipped. */
export const menus = menusOf(achievements);
