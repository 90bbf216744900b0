import type { Right } from '@keyan/kernel/access/grants.ts';
import { impersonateCode } from '@keyan/kernel/access/viewing.ts';

/** Permission codes for actions on other people's accounts apart from editing; the codes are BladeX's. */
export const accountRights = [
  { code: 'user_role', label: ['分配角色', 'Grant roles'], roles: ['admin'] },
  { code: 'user_reset', label: ['重置密码', 'Reset passwords'], roles: ['admin'] },
  { code: 'user_unlock', label: ['解除锁定', 'Unlock'], roles: ['admin'] },
  { code: 'user_stop', label: ['停用与启用', 'Disable and enable'], roles: ['admin'] },
  { code: impersonateCode, label: ['以他人身份查看', 'View as somebody'], roles: ['admin'] },
  {
    code: 'user_phone',
    label: ['查看完整手机与生日', 'View full mobile numbers and birthdays'],
    roles: ['admin'],
  },
] as const satisfies readonly Right[];
