/**
 * Decision on whether and how an address may be embedded in the console (`/myiframe/{routerPath}`).
 */
export type EmbeddingVerdict =
  /** A file of this site, or a page of another site that the server must allow. */
  | {
      readonly kind: 'own' | 'foreign';
      readonly address: string;
      /** Value of the `sandbox` attribute. */
      readonly sandbox: string;
    }
  /** Not a web address. */
  | { readonly kind: 'invalid' };

const commonPermissions =
  'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads';

/**
 * Values of `sandbox`. A page of another host keeps its origin, so that signing in works there. A
 * page of this host must not: with scripts and this origin it could remove the sandbox.
 */
const sandboxByOrigin = {
  own: commonPermissions,
  other: `${commonPermissions} allow-same-origin`,
} as const;

/** Returns the address in the path parameter, as the menu encoded it. */
export const addressParameter = (parameter: string): string => {
  try {
    return decodeURIComponent(parameter);
  } catch {
    return parameter;
  }
};

/**
 * Decides whether an address may be embedded.
 * @param asked absolute http(s) address, or path of this site to an html file
 * @param origin origin of this page
 */
export const judgeEmbedding = (asked: string, origin: string): EmbeddingVerdict => {
  if (!URL.canParse(asked, origin)) return { kind: 'invalid' };
  const url = new URL(asked, origin);
  const own = url.origin === new URL(origin).origin;
  const web = /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  // Pages of the console are refused: they would embed themselves without end.
  if (!web || (own && !url.pathname.includes('html'))) return { kind: 'invalid' };
  const address = url.href;
  return own
    ? { kind: 'own', address, sandbox: sandboxByOrigin.own }
    : { kind: 'foreign', address, sandbox: sandboxByOrigin.other };
};
