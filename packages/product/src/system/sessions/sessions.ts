import type { Label } from '@keyan/kernel/label.ts';

/** The page of who is signed in, and the right to end a session. */
export const sessionsCode = 'session';
export const sessionsPath = '/monitor/session';
export const endSessionCode = 'session_end';

/** State of a session: usable or ended. */
export type SessionState = 'open' | 'ended';

export const sessionStates: Readonly<Record<SessionState, Label>> = {
  open: ['登录中', 'Signed in'],
  ended: ['已结束', 'Ended'],
};

/** Why a session is over, by the reason in the table; one without a reason ran out. */
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

/** Viewer of the pages of the session's person, and the reason. */
export const viewingText = ({
  viewer,
  viewReason,
}: Pick<SessionRow, 'viewer' | 'viewReason'>): Label => [
  `${viewer}以此身份查看：${viewReason}`,
  `${viewer} viewed as this person: ${viewReason}`,
];

/** A session as the lists answer it; times in Asia/Shanghai, empty where there is none. */
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
  /** A key of `endReasons`. */
  readonly reason: string;
  /** Whoever looks at the person's pages in it, and why; empty where it is the person. */
  readonly viewer: string;
  readonly viewReason: string;
  /** The one that asks. */
  readonly current: boolean;
}
