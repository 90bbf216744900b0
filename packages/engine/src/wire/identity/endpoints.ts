import { type Language, say } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import type { Origin } from '../../identity/events.ts';
import type { ClientOrigin, Identity, SignedIn } from '../../identity/identity.ts';
import { SignInRefused } from '../../identity/refusal.ts';
import { basicClient, tokenIn } from '../credentials.ts';
import { type CallContext, type Endpoint, endpoint, RawAnswer } from '../endpoint.ts';
import { wrap } from '../envelope.ts';

/** Where a call comes from, for sessions and security events. */
export const originOf = (call: CallContext): Origin => ({
  address: call.ip,
  userAgent: call.header('user-agent') ?? '',
  clientId: basicClient(call.header('authorization'))?.id,
  requestId: call.requestId,
});

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
});

interface Asked {
  readonly [name: string]: string | undefined;
}

type Grant = (identity: Identity, asked: Asked, call: CallContext) => Promise<SignedIn>;

const clientOrigin = (call: CallContext): ClientOrigin => {
  const origin = originOf(call);
  return { ...origin, clientId: origin.clientId ?? '' };
};

const tenantOf = (asked: Asked, call: CallContext): string =>
  asked.tenantId ?? asked.tenant_id ?? call.header('tenant-id') ?? '';

const byPassword: Grant = (identity, asked, call) =>
  identity.signIn({
    tenantId: tenantOf(asked, call),
    account: asked.username ?? asked.account ?? '',
    password: asked.password ?? '',
    captcha: {
      key: call.header('captcha-key') ?? '',
      code: call.header('captcha-code') ?? '',
    },
    cookies: call.header('cookie'),
    origin: clientOrigin(call),
  });

const asGuest: Grant = (identity, asked, call) =>
  identity.guest({
    tenantId: tenantOf(asked, call),
    oauthId: asked.oauth_id ?? asked.oauthId ?? '',
    origin: clientOrigin(call),
  });

const byRefreshToken: Grant = (identity, asked, call) => {
  const wanted = call.header('role-id');
  return identity.refresh({
    refreshToken: asked.refresh_token ?? asked.refreshToken ?? '',
    // An empty header, or all of one's roles, is the switcher's 全部.
    roleIds: wanted?.split(',').filter((id) => /^\d{1,19}$/.test(id)),
    origin: clientOrigin(call),
  });
};

const grants: Readonly<Record<string, Grant>> = {
  password: byPassword,
  captcha: byPassword,
  refresh_token: byRefreshToken,
  register: asGuest,
};

const signIn = async (identity: Identity, asked: Asked, call: CallContext): Promise<SignedIn> => {
  const name = asked.grant_type ?? asked.grantType ?? 'password';
  const grant = Object.hasOwn(grants, name) ? grants[name] : undefined;
  if (!grant) throw new SignInRefused('unknownGrant');
  return grant(identity, asked, call);
};

/** Who somebody is, in the words of dialect B. */
const described = ({ person, oauthId = '' }: Pick<SignedIn, 'person' | 'oauthId'>) => ({
  tenant_id: person.actor.tenantId,
  tenant_name: person.tenantName,
  user_id: person.actor.id,
  dept_id: person.actor.departments.join(','),
  post_id: '',
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
});

/** Dialect B: a flat object without an envelope. */
const flat = (signedIn: SignedIn): object => ({
  ...described(signedIn),
  access_token: signedIn.accessToken,
  refresh_token: signedIn.refreshToken,
  token_type: 'bearer',
  expires_in: signedIn.expiresIn,
  detail: { type: 'web' },
  license: '',
});

/** What the browser keeps of a sign-in beside the tokens, which are the page's. */
const kept = ({ cookie, pictures }: SignedIn, { secure }: CallContext): RawAnswer['headers'] => ({
  'Set-Cookie': [cookie, pictures]
    .filter((one) => one !== undefined)
    .map((one) => (secure ? `${one}; Secure` : one)),
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
  return wrap(answer, language).body;
};

/** In which dialect a sign-in is answered where. */
const dialects = [
  ['blade-auth/oauth/token', ['登录、续期、切换角色', 'Sign in, refresh, switch roles'], flat],
  [
    'blade-auth/token',
    ['登录(开源客户端)', 'Sign in, for clients of the open-source line'],
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
const signInEndpoints = (identity: Identity): readonly Endpoint[] => [
  ...dialects.map(([path, summary, present]) =>
    endpoint({
      method: 'POST',
      path,
      auth: 'client',
      summary,
      input: tokenInput,
      // Counted by whom it concerns: see `Identity`.
      run: (input, call) =>
        signIn(identity, input, call).then(
          (signedIn) =>
            new RawAnswer(present(signedIn, call.language), {
              headers: kept(signedIn, call),
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
      const captcha = await identity.captchas.make();
      const msg = say(['操作成功', 'Done'], call.language);
      // Some clients read the body itself, others its `data`.
      return new RawAnswer({ code: 200, success: true, msg, ...captcha, data: captcha });
    },
  }),
];

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
export const identityEndpoints = (identity: Identity): readonly Endpoint[] => [
  ...signInEndpoints(identity),
  ...sessionEndpoints(identity),
];
