/** How an address may be shown inside the console (`/myiframe/{routerPath}`, spec §2). */
export type Embedding =
  | {
      readonly kind: 'frame';
      readonly address: string;
      /** What the embedded page may do; everything else is taken from it. */
      readonly sandbox: string;
    }
  /** Not on the list of hosts, though a window of its own may show it. */
  | { readonly kind: 'foreign'; readonly address: string }
  /** No web address at all. */
  | { readonly kind: 'invalid' };

const common =
  'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads';

/**
 * A page of another host keeps its own origin, so that signing in works there. A page of ours must
 * not: with scripts and our origin it could take the sandbox off.
 */
const sandboxes = { own: common, other: `${common} allow-same-origin` } as const;

/** `x.edu.cn`, `*.edu.cn` (any host below it) and either with a port. */
const matches = (host: string, pattern: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;

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
 * @param hosts the site's list (`EMBED_HOSTS`), the same that the content security policy is made of
 */
export const judgeEmbedding = (
  asked: string,
  origin: string,
  hosts: readonly string[],
): Embedding => {
  if (!URL.canParse(asked, origin)) return { kind: 'invalid' };
  const url = new URL(asked, origin);
  const own = url.origin === new URL(origin).origin;
  const web = /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  // Our own pages stay out: the console inside the console has no end.
  if (!web || (own && !url.pathname.includes('html'))) return { kind: 'invalid' };
  const address = url.href;
  if (own) return { kind: 'frame', address, sandbox: sandboxes.own };
  // A page over http inside one over https is blocked by every browser.
  const mixed = url.protocol === 'http:' && origin.startsWith('https:');
  const listed = hosts.some((pattern) => matches(url.host, pattern.toLowerCase()));
  return listed && !mixed
    ? { kind: 'frame', address, sandbox: sandboxes.other }
    : { kind: 'foreign', address };
};
