import { fill, type Label } from '@keyan/kernel/label.ts';

/** Texts of the lock screen. */
export const lockTexts = {
  lock: ['锁屏', 'Lock screen'],
  password: ['锁屏密码', 'Lock password'],
  empty: ['锁屏密码不能为空', 'Enter a lock password'],
  hint: [
    '离开时锁住页面，回来用这个密码解锁。密码只在本次浏览器会话内有效，忘记时可退出后重新登录。',
    'Lock the page while you are away and unlock it with this password. It is valid for this browser session; if you forget it, sign out and sign in again.',
  ],
  wrong: ['锁屏密码错误', 'Wrong lock password'],
  unlock: ['解锁', 'Unlock'],
  cancel: ['取消', 'Cancel'],
  signOut: ['退出登录', 'Sign out'],
} as const satisfies Record<string, Label>;

/** Returns the message of how long the user has to wait. */
export const lockWaitText = (seconds: number): Label =>
  fill(['请 {seconds} 秒后再试', 'Try again in {seconds} s'], { seconds: String(seconds) });
