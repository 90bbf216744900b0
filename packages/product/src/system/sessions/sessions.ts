import type { Label } from '@keyan/kernel/label.ts';

/** Menu code of the sessions page, and permission code to end a session. */
export const sessionsCode = 'session';
export const sessionsPath = '/monitor/session';
export const endSessionCode = 'session_end';

/** State of a session: usable or ended. */
export type SessionState = 'open' | 'ended';

export const sessionStates: Readonly<Record<SessionState, Label>> = {
  open: ['登录中', 'Signed in'],
  ended: ['已结束', 'Ended'],
};

/** Labels of the reasons why a session ended; without a reason it expired. */
export const endReasons: Readonly<Record<string, Label>> = {
  signedOut: ['退出登录', 'Signed out'],
  reused: ['令牌被重复使用', 'Token reused'],
  passwordChanged: ['修改密码', 'Password changed'],
  passwordReset: ['重置密码', 'Password reset'],
  byAdministrator: ['管理员下线', 'Signed out by an administrator'],
  byOwner: ['本人下线', 'Signed out by the user'],
  viewEnded: ['结束查看', 'Viewing ended'],
  '': ['登录过期', 'Expired'],
};

/** Returns the text that names the viewer in 以其身份查看, and the reason. */
export const viewingText = ({
  viewer,
  viewReason,
}: Pick<SessionRow, 'viewer' | 'viewReason'>): Label => [
  `${viewer}以此身份查看：${viewReason}`,
  `${viewer} viewed as this person: ${viewReason}`,
];

/** Session as the lists return it; times in Asia/Shanghai, empty if missing. */
export interface SessionRow {
  readonly id: string;
  readonly userId: string;
  readonly account: string;
  readonly realName: string;
  readonly deptName: string;
  readonly clientId: string;
  readonly address: string;
  readonly userAgent: string;
  readonly state: SessionState;
  readonly startTime: string;
  readonly seenTime: string;
  readonly endTime: string;
  /** Key of `endReasons`. */
  readonly reason: string;
  /** Administrator who views the person's pages in this session, and the reason; empty for the person's own. */
  readonly viewer: string;
  readonly viewReason: string;
  /** True for the session of the request. */
  readonly current: boolean;
}
