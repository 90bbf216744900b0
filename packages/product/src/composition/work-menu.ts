import { calendarCode, calendarPath } from '../calendar/calendar.ts';
import {
  missingCode,
  missingFillCode,
  missingRemindCode,
  ownMissingCode,
} from '../missing/missing.ts';
import { missingPath, ownMissingPath } from '../missing/paths.ts';
import type { RoleAlias } from '../shared/roles.ts';
import { processButtons } from './flow-menu.ts';
import { everybody, staff } from './menu-roles.ts';
import type { TopDraft } from './places.ts';

/** Roles that request or fill in missing data of records. */
const fillers: readonly RoleAlias[] = ['rd_admin', 'rd_project', 'rd_achieve', 'dept_secretary'];

/** 办事中心: tasks of the reader, and processes that the reader started. */
export const workMenu: TopDraft = {
  code: 'work',
  label: ['办事中心', 'My work'],
  path: '/mywork',
  icon: 'CarryOutOutlined',
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
      label: ['待签收', 'Unclaimed'],
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
      label: ['我发起的', 'Submitted by me'],
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
      code: 'watch',
      label: ['我的关注', 'Followed by me'],
      path: '/mywork/watch',
      icon: 'FlagOutlined',
      roles: ['admin', ...staff, 'teacher'],
    },
    {
      code: missingCode,
      label: ['部门缺项', 'Missing by department'],
      path: missingPath,
      icon: 'CheckSquareOutlined',
      roles: [...fillers, 'rd_fund', 'rd_leader', 'dept_leader'],
      buttons: [
        { code: missingRemindCode, label: ['提醒', 'Remind'], roles: fillers },
        { code: missingFillCode, label: ['补填缺项', 'Fill in what is missing'], roles: fillers },
      ],
    },
    {
      code: ownMissingCode,
      label: ['待我补全', 'Missing in my records'],
      path: ownMissingPath,
      icon: 'IdcardOutlined',
      roles: [...staff, 'teacher'],
    },
    {
      code: calendarCode,
      label: ['科研日历', 'Calendar'],
      path: calendarPath,
      icon: 'ClockCircleOutlined',
      roles: everybody,
    },
    {
      code: 'absence',
      label: ['代理设置', 'Proxies'],
      path: '/mywork/absence',
      icon: 'UserAddOutlined',
      roles: ['admin', ...staff],
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
