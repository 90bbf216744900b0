import type { Label } from '@keyan/kernel/label.ts';

/** Texts of the sign-in page. */
export const signInTexts = {
  title: ['登录', 'Sign in'],
  hint: ['使用学校统一分配的账号', 'Use your university account'],
  headline: ['一次登记，处处可用', 'Enter once, use everywhere'],
  sentence: [
    '项目、经费、成果、评审与考核在一处办理；每一步由谁办、停在哪、为什么，都看得见。',
    'Projects, funding, achievements, reviews and assessment in one place, with the owner, the state and the reason of every step in view.',
  ],
  tenant: ['租户编号', 'Tenant number'],
  account: ['账号', 'Account'],
  password: ['密码', 'Password'],
  show: ['显示密码', 'Show password'],
  hide: ['隐藏密码', 'Hide password'],
  capsLock: ['大写锁定已打开', 'Caps Lock is on'],
  remember: ['记住账号', 'Remember my account'],
  signIn: ['登录', 'Sign in'],
  signingIn: ['正在登录', 'Signing in'],
  expired: [
    '登录已失效，请重新登录；未提交的内容保存在本机',
    'Your session has ended. Sign in again; unsaved input is kept on this computer',
  ],
  needTenant: ['请输入租户编号', 'Enter your tenant number'],
  needAccount: ['请输入账号', 'Enter your account'],
  needPassword: ['请输入密码', 'Enter your password'],
  needCaptcha: ['请输入验证码', 'Enter the captcha'],
  demo: ['演示账号', 'Demo accounts'],
  demoHint: ['点击即可登录，密码均为', 'Click to sign in; the password is'],
  byPhone: ['手机验证码登录', 'Sign in by phone'],
  services: ['其他登录方式', 'Other ways to sign in'],
  unbound: [
    '认证成功，但还没有绑定本系统的账号：登录一次即可绑定，没有账号请注册',
    'You were authenticated, but no account is linked yet: sign in once to link yours, or request one',
  ],
  register: ['注册账号', 'Request an account'],
  cancel: ['取消', 'Cancel'],
  notices: ['公告', 'Notices'],
  secret: ['本系统不处理涉密信息', 'Not for classified information'],
} as const satisfies Record<string, Label>;

/** Steps of a record in the panel. */
export const recordSteps: readonly {
  label: Label;
  note: Label;
  state: 'approved' | 'inApproval' | 'draft';
}[] = [
  {
    label: ['本人登记', 'Registered'],
    note: ['粘贴题录即可填好', 'Paste a citation'],
    state: 'approved',
  },
  {
    label: ['院系审核', 'College'],
    note: ['2 个工作日内', 'Within 2 working days'],
    state: 'approved',
  },
  {
    label: ['科研处认定', 'Research office'],
    note: ['级别与收录', 'Level and indexing'],
    state: 'inApproval',
  },
  {
    label: ['入库共用', 'In the library'],
    note: ['统计、考核、职称', 'Statistics, assessment'],
    state: 'draft',
  },
];
