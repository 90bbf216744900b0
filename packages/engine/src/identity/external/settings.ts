import { tenantIdShape } from '@keyan/kernel/values/tenant.ts';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';

const address = Type.String({ pattern: '^https?://[^\\s]+$', maxLength: 500 });
const text = Type.String({ minLength: 1, maxLength: 500 });

const common = {
  /** Name of the provider in addresses and parameters: `cas`, `oidc`, `wecom`. */
  source: Type.String({ pattern: '^[a-z][a-z\\d_-]{0,30}$' }),
  /** Text of the button, in Chinese and English. */
  label: Type.Tuple([text, text]),
  /** Tenant whose people the provider signs in. */
  tenantId: Type.Optional(Type.String({ pattern: tenantIdShape.source })),
  /**
   * How an account is found if none is linked yet: by staff number (`code`) or name (`account`). If unset, people link
   * an account themselves or apply for one.
   */
  match: Type.Optional(Type.Union([Type.Literal('code'), Type.Literal('account')])),
  /** Attribute of the provider that `match` compares; by default `subject`. */
  claim: Type.Optional(text),
};

const client = { clientId: text, clientSecret: text, scope: Type.Optional(text) };

const cas = Type.Object({ kind: Type.Literal('cas'), ...common, server: address });
const oidc = Type.Object({ kind: Type.Literal('oidc'), ...common, ...client, issuer: address });
const oauth2 = Type.Object({
  kind: Type.Literal('oauth2'),
  ...common,
  ...client,
  authorizeUrl: address,
  tokenUrl: address,
  userInfoUrl: address,
  /** Attribute of the provider that identifies a person and never changes. */
  subject: Type.Optional(text),
});

const settings = Type.Object({
  /** Address of this site in browsers: `https://ky.x.edu.cn`. */
  site: address,
  providers: Type.Array(Type.Union([cas, oidc, oauth2]), { maxItems: 20 }),
});

export type CasSettings = Static<typeof cas>;
export type OidcSettings = Static<typeof oidc>;
export type OAuthSettings = Static<typeof oauth2>;
export type ProviderSettings = CasSettings | OidcSettings | OAuthSettings;
export type ExternalSettings = Static<typeof settings>;

const check = Compile(settings);

/**
 * Parses the operator's file of sign-in services.
 * @param insecure true to accept addresses without TLS, for trials
 * @throws Error that names the fault and no secret.
 */
export const readExternalSettings = (json: string, insecure: boolean): ExternalSettings => {
  const given: unknown = JSON.parse(json);
  if (!check.Check(given)) {
    const [fault] = check.Errors(given);
    throw new Error(`${fault?.instancePath || '/'} ${fault?.message ?? 'is malformed'}`);
  }
  const sources = given.providers.map(({ source }) => source);
  const twice = sources.find((source, at) => sources.indexOf(source) !== at);
  if (twice !== undefined) throw new Error(`the source ${twice} stands twice`);
  if (!insecure && /"http:\/\//i.test(json)) throw new Error('addresses must begin with https://');
  return given;
};
