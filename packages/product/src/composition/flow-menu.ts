import type { Label } from '@keyan/kernel/label.ts';
import type { RoleAlias } from '../shared/roles.ts';
import type { MenuButton } from './menu-nodes.ts';

/** Buttons of process administration: managing running processes and their routes. */
export const processButtons: readonly MenuButton[] = [
  {
    code: 'flow_follow_delete',
    label: ['管理全部流程', 'Manage all processes'],
    roles: ['admin', 'rd_admin'],
  },
  {
    code: 'flow_follow_office',
    label: ['管理本科室流程', 'Manage the processes of one’s office'],
    roles: ['rd_project', 'rd_achieve', 'rd_fund'],
  },
  {
    code: 'flow_manager_state',
    label: ['部署与启停流程', 'Deploy and suspend routes'],
    roles: ['admin', 'rd_admin'],
  },
  {
    code: 'flow_manager_remove',
    label: ['删除流程部署', 'Delete deployments'],
    roles: ['admin', 'rd_admin'],
  },
];

/** Roles that manage processes, of the university or of their office. */
const processManagers: readonly RoleAlias[] = [
  'admin',
  'rd_admin',
  'rd_project',
  'rd_achieve',
  'rd_fund',
];

/** Pages of process administration. */
export const flowPages: readonly {
  readonly code: string;
  readonly label: Label;
  readonly path: string;
  readonly icon: string;
  readonly roles: readonly RoleAlias[];
}[] = [
  {
    code: 'follow',
    label: ['流程跟踪', 'Running processes'],
    path: '/flow/follow',
    icon: 'CarryOutOutlined',
    roles: processManagers,
  },
  {
    code: 'flowTrouble',
    label: ['流程异常', 'Process problems'],
    path: '/flow/trouble',
    icon: 'BugOutlined',
    roles: processManagers,
  },
  {
    code: 'flowModel',
    label: ['流程模型', 'Process models'],
    path: '/flow/model',
    icon: 'ApartmentOutlined',
    roles: ['admin', 'rd_admin'],
  },
  {
    code: 'flowRoutes',
    label: ['流程部署', 'Deployed processes'],
    path: '/flow/manager',
    icon: 'FileTextOutlined',
    roles: ['admin', 'rd_admin'],
  },
];
