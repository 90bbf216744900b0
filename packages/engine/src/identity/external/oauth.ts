import * as openid from 'openid-client';
import {
  type ExternalPerson,
  type SignInFlow,
  type SignInProvider,
  serviceTimeout,
} from './provider.ts';
import type { OAuthSettings, OidcSettings } from './settings.ts';

type Made = Omit<SignInProvider, 'tenantId'>;

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const outsider = (subject: string, attributes: ExternalPerson['attributes']): ExternalPerson => {
  if (subject === '') throw new Error('the answer names nobody');
  return { subject, name: textOf(attributes.name), attributes };
};

/** Returns the request parameters that both protocols send through the browser. */
const request = async (flow: SignInFlow, redirectUri: string, scope: string | undefined) => ({
  redirect_uri: redirectUri,
  response_type: 'code',
  state: flow.state,
  code_challenge: await openid.calculatePKCECodeChallenge(flow.verifier),
  code_challenge_method: 'S256',
  ...(scope === undefined ? {} : { scope }),
});

const answered = (redirectUri: string, flow: SignInFlow, code: string, issuer?: string): URL => {
  const url = new URL(redirectUri);
  url.searchParams.set('code', code);
  url.searchParams.set('state', flow.state);
  // BladeX clients do not pass `iss` on. Every service has its own return address, which also prevents a mix-up (RFC
  // 9700 §2.1).
  if (issuer !== undefined) url.searchParams.set('iss', issuer);
  return url;
};

/** Creates a provider for OpenID Connect; addresses and keys are read from its discovery document. */
export const oidcProvider = (settings: OidcSettings, redirectUri: string): Made => {
  const insecure = settings.issuer.startsWith('http:');
  let found: Promise<openid.Configuration> | undefined;
  const configuration = (): Promise<openid.Configuration> => {
    found ??= openid
      .discovery(new URL(settings.issuer), settings.clientId, settings.clientSecret, undefined, {
        timeout: serviceTimeout / 1000,
        execute: insecure ? [openid.allowInsecureRequests] : [],
      })
      .catch((error: unknown) => {
        found = undefined;
        throw error;
      });
    return found;
  };
  return {
    ...settings,
    match: settings.match,
    claim: settings.claim,
    begin: async (flow) =>
      openid.buildAuthorizationUrl(await configuration(), {
        ...(await request(flow, redirectUri, settings.scope ?? 'openid profile')),
        nonce: flow.nonce,
      }),
    finish: async (flow, code) => {
      const service = await configuration();
      const meta = service.serverMetadata();
      const issuer = meta.authorization_response_iss_parameter_supported ? meta.issuer : undefined;
      const tokens = await openid.authorizationCodeGrant(
        service,
        answered(redirectUri, flow, code, issuer),
        {
          pkceCodeVerifier: flow.verifier,
          expectedState: flow.state,
          expectedNonce: flow.nonce,
          idTokenExpected: true,
        },
      );
      const claims = tokens.claims();
      const subject = claims?.sub ?? '';
      const more = meta.userinfo_endpoint
        ? await openid.fetchUserInfo(service, tokens.access_token, subject)
        : {};
      return outsider(subject, { ...claims, ...more });
    },
  };
};

/** Creates a provider for plain OAuth 2.0: a separate call returns the identity. */
export const oauthProvider = (settings: OAuthSettings, redirectUri: string): Made => {
  const service = new openid.Configuration(
    {
      issuer: new URL(settings.tokenUrl).origin,
      authorization_endpoint: settings.authorizeUrl,
      token_endpoint: settings.tokenUrl,
    },
    settings.clientId,
    settings.clientSecret,
  );
  service.timeout = serviceTimeout / 1000;
  if (settings.tokenUrl.startsWith('http:')) openid.allowInsecureRequests(service);
  return {
    ...settings,
    match: settings.match,
    claim: settings.claim,
    begin: async (flow) =>
      openid.buildAuthorizationUrl(service, await request(flow, redirectUri, settings.scope)),
    finish: async (flow, code) => {
      const tokens = await openid.authorizationCodeGrant(
        service,
        answered(redirectUri, flow, code),
        { pkceCodeVerifier: flow.verifier, expectedState: flow.state },
      );
      const answer = await openid.fetchProtectedResource(
        service,
        tokens.access_token,
        new URL(settings.userInfoUrl),
        'GET',
      );
      const attributes = (await answer.json()) as Record<string, unknown>;
      return outsider(textOf(attributes[settings.subject ?? 'id']), attributes);
    },
  };
};
