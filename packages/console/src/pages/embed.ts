/** How an address may be shown inside the console (`/myiframe/{routerPath}`, spec §2). */
export type Embedding =
  /** A file of ours, or a page of another site that the server has to allow. */
  | {
      readonly kind: 'own' | 'foreign';
      readonly address: string;
      /** What the embedded page may do; everything else is taken from it. */
      readonly sandbox: string;
    }
  /** No web address at all. */
  | { readonly kind: 'invalid' };

const common =
  'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads';

/**
 * A page of another host keeps its own origin, so that signing in works there. A page of ours must
 * not: with scripts and our origin it could take the sandbox off.
 */
const sandboxes = { own: common, other: `${common} allow-same-origin` } as const;

/** The address behind the path parameter, as the menu encoded it. */
export const askedAddress = (parameter: string): string => {
  try {
    return decodeURIComponent(parameter);
  } catch {
    return parameter;
  }
};

/**
 * @param asked an absolute http(s) address, or a path of this site to an html file
 * @param origin of this page
 */
export const judgeEmbedding = (asked: string, origin: string): Embedding => {
  if (!URL.canParse(asked, origin)) return { kind: 'invalid' };
  const url = new URL(asked, origin);
  const own = url.origin === new URL(origin).origin;
  const web = /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  // Our own pages stay out: the console inside the console has no end.
  if (!web || (own && !url.pathname.includes('html'))) return { kind: 'invalid' };
  const address = url.href;
  return own
    ? { kind: 'own', address, sandbox: sandboxes.own }
    : { kind: 'foreign', address, sandbox: sandboxes.other };
};
