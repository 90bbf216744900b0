import { Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { lockMilliseconds } from './attempts.ts';

const minute = 60_000;

interface Refusal {
  /** Error code of OAuth 2.0 (RFC 6749 §5.2), or a product code for locks. */
  readonly code: string;
  readonly status: 400 | 401;
  readonly label: Label;
}

/** Refusals of the token call, with the error codes of BladeX. */
export const signInRefusals = {
  /** Same answer for a wrong password and for an unknown account. */
  wrongPassword: {
    code: 'invalid_grant',
    status: 400,
    label: ['账号或密码错误', 'Wrong account or password'],
  },
  accountLocked: {
    code: 'account_locked',
    status: 400,
    label: ['用户登录失败次数过多', 'Too many failed sign-ins'],
  },
  /** Too many failures from this address: a browser unknown to the account must solve a captcha. */
  captchaNeeded: {
    code: 'invalid_captcha',
    status: 400,
    label: ['请输入验证码', 'Enter the captcha'],
  },
  /** Shown only to a person who knows the password. */
  disabled: {
    code: 'account_disabled',
    status: 400,
    label: ['该账号已停用，请联系管理员', 'This account is disabled; ask an administrator'],
  },
  /** Shown only to a person who knows the password: the term of the tenant is over, or it was closed. */
  tenantClosed: {
    code: 'tenant_closed',
    status: 400,
    label: [
      '本单位的使用期限已到或已停用，请联系平台管理员',
      'Your institution’s term has ended or it was closed; contact the platform administrator',
    ],
  },
  wrongCaptcha: {
    code: 'invalid_captcha',
    status: 400,
    label: ['验证码不正确', 'The captcha is wrong'],
  },
  unknownGrant: {
    code: 'unsupported_grant_type',
    status: 400,
    label: ['no grantType was found', 'no grantType was found'],
  },
  missingTenant: {
    code: 'invalid_request',
    status: 400,
    label: ['请输入租户编号', 'Enter the tenant number'],
  },
  missingAccount: {
    code: 'invalid_request',
    status: 400,
    label: ['请输入账号', 'Enter your account'],
  },
  missingPassword: {
    code: 'invalid_request',
    status: 400,
    label: ['请输入密码', 'Enter your password'],
  },
  unreadablePassword: {
    code: 'invalid_request',
    status: 400,
    label: [
      '密码无法解密，请检查客户端的 SM2 公钥',
      'The password cannot be decrypted; check the SM2 public key of the client',
    ],
  },
  missingPhone: {
    code: 'invalid_request',
    status: 400,
    label: ['手机号码不能为空', 'phone number cannot be empty'],
  },
  /** Same answer for a wrong, used or expired code and for a phone without an account. */
  wrongCode: {
    code: 'invalid_grant',
    status: 400,
    label: ['验证码错误或已失效', 'The code is wrong or no longer valid'],
  },
  unknownService: {
    code: 'invalid_request',
    status: 400,
    label: ['未配置该登录方式', 'This sign-in service is not configured'],
  },
  strayAnswer: {
    code: 'invalid_request',
    status: 400,
    label: [
      '登录已超时，或不是在本浏览器发起，请重新登录',
      'This sign-in timed out or began in another browser; start again',
    ],
  },
  notConfirmed: {
    code: 'access_denied',
    status: 400,
    label: ['认证服务未确认您的身份，请重试', 'The sign-in service did not confirm you; try again'],
  },
  sessionOver: {
    code: 'invalid_token',
    status: 401,
    label: ['登录已过期，请重新登录', 'Your sign-in has expired; sign in again'],
  },
  foreignRole: {
    code: 'invalid_scope',
    status: 400,
    label: ['您没有该角色', 'You do not have this role'],
  },
} as const satisfies Record<string, Refusal>;

const withTries = ([zh, en]: Label, left: number): Label =>
  left > 0
    ? [`${zh}，还可再试 ${left} 次`, `${en}; ${left} ${left === 1 ? 'try' : 'tries'} left`]
    : [
        `${zh}，请 ${lockMilliseconds / minute} 分钟后再试`,
        `${en}; try again in ${lockMilliseconds / minute} minutes`,
      ];

/** Refusal of a sign-in or of a refresh. */
export class SignInRefused extends Refused {
  readonly refusal: Refusal;
  /** @param left number of attempts left; the same for existing and unknown accounts */
  constructor(reason: keyof typeof signInRefusals, left?: number) {
    const { label } = signInRefusals[reason];
    super(left === undefined ? label : withTries(label, left));
    this.refusal = signInRefusals[reason];
  }
}
