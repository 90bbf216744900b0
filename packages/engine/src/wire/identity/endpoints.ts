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

/** Path of the calls of `blade-auth`, for the cookies that belong to signing in. */
export const signInPath = '/api/blade-auth';

const text = Type.Optional(Type.String({ maxLength: 4000 }));

/** The parameters of both dialects: the first name is that of our own page. */
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
  /** Services outside; none unless the operator configured some. */
  readonly external?: ExternalSignIns | undefined;
  /** Codes sent to phones; nobody signs in by phone without. */
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
    // Whoever comes from a service outside binds the account that they sign in to.
    const ticket = asked.oauth_id ?? asked.oauthId;
    if (ticket) await external?.bind(signedIn, ticket, origin);
    return signedIn;
  };

/** Answer of a service outside through the browser. */
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
    // An empty header, or all of one's roles, is the switcher's 全部.
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
  // Name that other clients of the family use for it.
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

/** Description of a person, with the field names of dialect B. */
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
  /** Nothing is open but choosing another one: see `whilePasswordDue`. */
  password_due: person.actor.passwordDue ?? false,
  /** An administrator looks at this person's pages: every change is refused. */
  viewed_by: person.actor.viewedBy ?? '',
});

/** Dialect B: a flat object without an envelope. */
export const flatAnswer = (signedIn: SignedIn): object => ({
  ...described(signedIn),
  access_token: signedIn.accessToken,
  refresh_token: signedIn.refreshToken,
  token_type: 'bearer',
  expires_in: signedIn.expiresIn,
  detail: { type: 'web' },
  license: '',
});

/** Values that the browser keeps of a sign-in beside the tokens, which are the page's. */
export const sessionCookies = (
  { cookie, pictures, ended }: SignedIn,
  { secure }: CallContext,
): RawAnswer['headers'] => ({
  'Set-Cookie': sentCookies(
    [cookie, pictures, ended].filter((one) => one !== undefined),
    secure,
  ),
});

/** Dialect A: camel case, inside the envelope. */
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

/** Dialects in which sign-ins are answered, by address. */
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

/** A refusal that both readings understand: OAuth's fields and the envelope's. */
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

/** Captchas a minute and address; generous, because a whole campus may stand behind it. */
const mostCaptchas = 300;

const tokenOf = (call: CallContext): string => tokenIn(call.header) ?? '';

/** Signing in and staying signed in, and the captcha. */
const signInEndpoints = (parts: SignInParts): readonly Endpoint[] => [
  ...dialects.map(([path, summary, present]) =>
    endpoint({
      method: 'POST',
      path,
      auth: 'program',
      summary,
      input: tokenInput,
      // Counted by whom it concerns: see `Identity`.
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
    perMinute: mostCaptchas,
    run: async (_input, call) => {
      const captcha = await parts.identity.captchas.make();
      const msg = say(['操作成功', 'Done'], call.language);
      // Some clients read the body itself, others its `data`.
      return new RawAnswer({ code: 200, success: true, msg, ...captcha, data: captcha });
    },
  }),
];

/** Leaves for a service outside; each also under an address of its own, as the family has it. */
const externalEndpoints = (external: ExternalSignIns | undefined): readonly Endpoint[] =>
  [undefined, ...(external?.sources ?? [])].map((named) =>
    endpoint({
      method: 'GET',
      path: `blade-auth/oauth/render${named === undefined ? '' : `/${named}`}`,
      auth: 'public',
      summary: ['前往认证服务', 'Go to a sign-in service'],
      input: Type.Object({ source: text }),
      perMinute: mostCaptchas,
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
 * The address to which a sign-in service (CAS, OpenID Connect, OAuth 2) sends the browser back. It
 * forwards to the sign-in page, which signs in with the ticket in the address.
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

/** Signing out, and who is signed in. */
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
