import { type Language, say } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import type { ExternalSignIns } from '../../identity/external/external.ts';
import type { SignedIn } from '../../identity/grants.ts';
import type { Identity } from '../../identity/identity.ts';
import type { PhoneCodes } from '../../identity/phone-codes.ts';
import { SignInRefused } from '../../identity/refusal.ts';
import { receivedCookies, sentCookies } from '../cookies.ts';
import { tokenIn } from '../credentials.ts';
import { type CallContext, type Endpoint, endpoint, RawAnswer } from '../endpoint.ts';
import { wrapAnswer } from '../envelope.ts';
import { clientOrigin, originOf, type TokenCallParameters, tenantOfSignIn } from './origin.ts';
import { signInByPhone } from './phone.ts';

/** Path of the calls of `blade-auth`; cookies of signing in are sent below it. */
export const signInPath = '/api/blade-auth';

const text = Type.Optional(Type.String({ maxLength: 4000 }));

/** Parameters in both dialects: the first name is that of the console. */
const tokenInput = Type.Object({
  tenantId: text,
  tenant_id: text,
  username: text,
  account: text,
  password: text,
  grant_type: text,
  grantType: text,
  refresh_token: text,
  refreshToken: text,
  scope: text,
  type: text,
  oauth_id: text,
  oauthId: text,
  source: text,
  code: text,
  ticket: text,
  state: text,
  phone: text,
  id: text,
  value: text,
});

/** Services that sign people in. */
interface SignInParts {
  readonly identity: Identity;
  /** External services; left out if the operator configured none. */
  readonly external?: ExternalSignIns | undefined;
  /** Codes sent to phones; if left out, nobody signs in by phone. */
  readonly phoneCodes?: PhoneCodes | undefined;
}

type Grant = (
  parts: SignInParts,
  asked: TokenCallParameters,
  call: CallContext,
) => Promise<SignedIn>;

const withPassword =
  (needsCaptcha: boolean): Grant =>
  async ({ identity, external }, asked, call) => {
    const origin = clientOrigin(call);
    const signedIn = await identity.signIn({
      needsCaptcha,
      tenantId: tenantOfSignIn(asked, call),
      account: asked.username ?? asked.account ?? '',
      password: asked.password ?? '',
      captcha: {
        key: call.header('captcha-key') ?? '',
        code: call.header('captcha-code') ?? '',
      },
      cookies: receivedCookies(call.header('cookie'), call.secure),
      origin,
    });
    // A person who comes from an external service links the account to which they sign in.
    const ticket = asked.oauth_id ?? asked.oauthId;
    if (ticket) await external?.bind(signedIn, ticket, origin);
    return signedIn;
  };

/** Returns the parameters with which the browser returns from an external service. */
const fromOutside =
  (kind: 'social' | 'cas'): Grant =>
  async ({ external }, asked, call) => {
    if (!external) throw new SignInRefused('unknownService');
    return external.signIn({
      kind,
      tenantId: tenantOfSignIn(asked, call),
      source: asked.source ?? (kind === 'cas' ? kind : ''),
      code: asked.code ?? asked.ticket ?? '',
      state: asked.state ?? '',
      cookies: receivedCookies(call.header('cookie'), call.secure),
      origin: clientOrigin(call),
    });
  };

const asGuest: Grant = ({ identity }, asked, call) =>
  identity.guest({
    tenantId: tenantOfSignIn(asked, call),
    oauthId: asked.oauth_id ?? asked.oauthId ?? '',
    origin: clientOrigin(call),
  });

const byRefreshToken: Grant = ({ identity }, asked, call) => {
  const wanted = call.header('role-id');
  return identity.refresh({
    refreshToken: asked.refresh_token ?? asked.refreshToken ?? '',
    // An empty header, or all roles, is 全部 in the role switcher.
    roleIds: wanted?.split(',').filter((id) => /^\d{1,19}$/.test(id)),
    origin: clientOrigin(call),
  });
};

const byCode: Grant = ({ identity, phoneCodes }, asked, call) =>
  signInByPhone(identity, phoneCodes, asked, call);

const grants: Readonly<Record<string, Grant>> = {
  password: withPassword(false),
  captcha: withPassword(true),
  refresh_token: byRefreshToken,
  sms_code: byCode,
  // Parameter name in BladeX clients.
  phone: byCode,
  register: asGuest,
  social: fromOutside('social'),
  cas: fromOutside('cas'),
};

const signIn = async (
  parts: SignInParts,
  asked: TokenCallParameters,
  call: CallContext,
): Promise<SignedIn> => {
  const name = asked.grant_type ?? asked.grantType ?? 'password';
  const grant = Object.hasOwn(grants, name) ? grants[name] : undefined;
  if (!grant) throw new SignInRefused('unknownGrant');
  return grant(parts, asked, call);
};

/** Returns the description of a person, with the field names of dialect B. */
const described = ({ person, oauthId = '' }: Pick<SignedIn, 'person' | 'oauthId'>) => ({
  tenant_id: person.actor.tenantId,
  tenant_name: person.tenantName,
  user_id: person.actor.id,
  dept_id: person.actor.departments.join(','),
  post_id: person.posts.join(','),
  role_id: person.roleIds.join(','),
  oauth_id: oauthId,
  account: person.actor.account,
  user_name: person.name,
  nick_name: person.name,
  real_name: person.actor.name,
  role_name: person.actor.roles.join(','),
  avatar: person.avatar,
  /** True if only choosing a new password is allowed: see `whilePasswordDue`. */
  password_due: person.actor.passwordDue ?? false,
  /** Name of the administrator who views this person's pages: every change is refused. */
  viewed_by: person.actor.viewedBy ?? '',
});

/** Returns the answer in dialect B: a flat object without an envelope. */
export const flatAnswer = (signedIn: SignedIn): object => ({
  ...described(signedIn),
  access_token: signedIn.accessToken,
  refresh_token: signedIn.refreshToken,
  token_type: 'bearer',
  expires_in: signedIn.expiresIn,
  detail: { type: 'web' },
  license: '',
});

/** Returns the cookies of a sign-in; tokens are stored by the page. */
export const sessionCookies = (
  { cookie, pictures, ended }: SignedIn,
  { secure }: CallContext,
): RawAnswer['headers'] => ({
  'Set-Cookie': sentCookies(
    [cookie, pictures, ended].filter((one) => one !== undefined),
    secure,
  ),
});

/** Returns the answer in dialect A: camel case, inside the envelope. */
const wrapped = (signedIn: SignedIn, language: Language): object => {
  const { person, oauthId = '', accessToken, refreshToken, expiresIn } = signedIn;
  const answer = {
    tenantId: person.actor.tenantId,
    userId: person.actor.id,
    account: person.actor.account,
    userName: person.actor.name,
    authority: person.actor.roles.join(','),
    oauthId,
    avatar: person.avatar,
    accessToken,
    refreshToken,
    tokenType: 'bearer',
    expiresIn,
    passwordDue: person.actor.passwordDue ?? false,
    license: '',
  };
  return wrapAnswer(answer, language).body;
};

/** Dialects of sign-in answers, by address. */
const dialects = [
  [
    'blade-auth/oauth/token',
    ['登录、续期、切换角色', 'Sign in, refresh, switch roles'],
    flatAnswer,
  ],
  [
    'blade-auth/token',
    ['登录（开源客户端）', 'Sign in, for clients of the open-source line'],
    wrapped,
  ],
] as const;

/** Returns a refusal for both dialects: the fields of OAuth and of the envelope. */
const refused = (error: unknown, call: CallContext): RawAnswer => {
  if (!(error instanceof SignInRefused)) throw error;
  const { code, status } = error.refusal;
  const message = say(error.label, call.language);
  return new RawAnswer(
    {
      code: status,
      success: false,
      data: {},
      msg: message,
      error: code,
      error_code: code,
      error_description: message,
    },
    { status },
  );
};

/** Maximum number of captchas per minute and address; generous, because a whole campus may share one address. */
const maxCaptchasPerMinute = 300;

const tokenOf = (call: CallContext): string => tokenIn(call.header) ?? '';

/** Calls for signing in, refreshing, and captchas. */
const signInEndpoints = (parts: SignInParts): readonly Endpoint[] => [
  ...dialects.map(([path, summary, present]) =>
    endpoint({
      method: 'POST',
      path,
      auth: 'program',
      summary,
      input: tokenInput,
      // Limited inside `Identity`, by account and address.
      run: (input, call) =>
        signIn(parts, input, call).then(
          (signedIn) =>
            new RawAnswer(present(signedIn, call.language), {
              headers: sessionCookies(signedIn, call),
            }),
          (error: unknown) => refused(error, call),
        ),
    }),
  ),
  endpoint({
    method: 'GET',
    path: 'blade-auth/oauth/captcha',
    aliases: ['blade-auth/captcha'],
    auth: 'public',
    summary: ['验证码', 'Captcha'],
    input: Type.Object({}),
    perMinute: maxCaptchasPerMinute,
    run: async (_input, call) => {
      const captcha = await parts.identity.captchas.make();
      const msg = say(['操作成功', 'Done'], call.language);
      // Some clients read the body itself, others its `data`.
      return new RawAnswer({ code: 200, success: true, msg, ...captcha, data: captcha });
    },
  }),
];

/** Calls that redirect to an external service; each also under its own address, as in BladeX. */
const externalEndpoints = (external: ExternalSignIns | undefined): readonly Endpoint[] =>
  [undefined, ...(external?.sources ?? [])].map((named) =>
    endpoint({
      method: 'GET',
      path: `blade-auth/oauth/render${named === undefined ? '' : `/${named}`}`,
      auth: 'public',
      summary: ['前往认证服务', 'Go to a sign-in service'],
      input: Type.Object({ source: text }),
      perMinute: maxCaptchasPerMinute,
      run: async ({ source = '' }, call) => {
        try {
          if (!external) throw new SignInRefused('unknownService');
          const { url, cookie } = await external.begin(named ?? source);
          return new RawAnswer('', {
            status: 302,
            headers: { Location: url.href, 'Set-Cookie': sentCookies([cookie], call.secure) },
          });
        } catch (error) {
          return refused(error, call);
        }
      },
    }),
  );

/**
 * Calls to which a sign-in service (CAS, OpenID Connect, OAuth 2) sends the browser back. They redirect to the sign-in
 * page, which signs in with the ticket in the address.
 */
const returnEndpoints = (external: ExternalSignIns | undefined): readonly Endpoint[] =>
  (external?.sources ?? []).map((source) =>
    endpoint({
      method: 'GET',
      path: `blade-auth/oauth/callback/${source}`,
      auth: 'public',
      summary: ['从认证服务返回', 'Back from a sign-in service'],
      input: Type.Object({ code: text, state: text, error: text }),
      run: async ({ code = '', state = '' }) => {
        const query = new URLSearchParams({ source, code, state });
        return new RawAnswer('', { status: 302, headers: { Location: `/login?${query}` } });
      },
    }),
  );

/** Calls for signing out, and for the signed-in person. */
const sessionEndpoints = (identity: Identity): readonly Endpoint[] => [
  ...(['GET', 'POST'] as const).map((method) =>
    endpoint({
      method,
      path: method === 'GET' ? 'blade-auth/oauth/logout' : 'blade-auth/logout',
      auth: 'public',
      summary: ['退出登录', 'Sign out'],
      input: Type.Object({}),
      run: async (_input, call) => {
        await identity.signOut(tokenOf(call), originOf(call));
        return true;
      },
    }),
  ),
  endpoint({
    method: 'GET',
    path: 'blade-auth/oauth/user-info',
    auth: 'user',
    whilePasswordDue: true,
    summary: ['当前登录用户', 'Who is signed in'],
    input: Type.Object({}),
    run: async (_input, call) => {
      const { actor } = call;
      const presence = await identity.present(tokenOf(call));
      return {
        ...(presence ? described(presence) : {}),
        userId: actor.id,
        tenantId: actor.tenantId,
        account: actor.account,
        name: presence?.person.name ?? actor.name,
        realName: actor.name,
        avatar: presence?.person.avatar ?? '',
        deptId: actor.departments.join(','),
        roleId: presence?.person.roleIds.join(',') ?? '',
        roleName: actor.roles.join(','),
        roles: actor.roles,
        permissions: [...actor.permissions],
      };
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-auth/oauth/clear-cache',
    auth: 'public',
    summary: ['清除缓存', 'Clear the cache'],
    input: Type.Object({}),
    run: async (_input, call) => {
      if (call.actor) identity.forget(call.actor.tenantId, [call.actor.id]);
      return true;
    },
  }),
];

/** The calls of `blade-auth`. */
export const identityEndpoints = (
  identity: Identity,
  external?: ExternalSignIns,
  phoneCodes?: PhoneCodes,
): readonly Endpoint[] => [
  ...signInEndpoints({ identity, external, phoneCodes }),
  ...externalEndpoints(external),
  ...returnEndpoints(external),
  ...sessionEndpoints(identity),
];
