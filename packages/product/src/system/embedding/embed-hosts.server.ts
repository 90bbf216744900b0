import type { Label } from '@keyan/kernel/label.ts';
import { getDomain } from 'tldts';
import { noHostsValue } from '../parameters/embed-param.ts';

/** A host name, `*.` before it for every host below it, a port behind it. */
const pattern =
  /^(?:\*\.)?(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z\d](?:[a-z\d-]*[a-z\d])?(?::\d{1,5})?$/;

/** The entries of a list, as they are written between commas, blanks or lines. */
export const readHosts = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[\s,，;；、]+/)
    .filter((each) => each !== '' && each !== noHostsValue);

/**
 * Does everything below the host belong to one owner? `x.edu.cn` and everything below it does,
 * `edu.cn` does not, and neither does a place where strangers put their pages (`github.io`).
 */
const isOwned = (host: string): boolean => getDomain(host, { allowPrivateDomains: true }) !== null;

/** Why an entry is none, or undefined for one that is good. */
export const hostFault = (entry: string): Label | undefined => {
  if (!pattern.test(entry)) {
    return [
      `【${entry}】不是主机名，应如 jwc.x.edu.cn 或 *.x.edu.cn，不带 https:// 和路径`,
      `“${entry}” is not a host name; write jwc.x.edu.cn or *.x.edu.cn, without https:// and paths`,
    ];
  }
  if (entry.startsWith('*.') && !isOwned(entry.slice(2).replace(/:\d+$/, ''))) {
    return [
      `【${entry}】范围过大，通配符只能用于一个单位自己的域名，如 *.x.edu.cn`,
      `“${entry}” is too broad; a wildcard can only be used with an institution’s own domain, such as *.x.edu.cn`,
    ];
  }
  return undefined;
};

/** Sites that a tenant may embed. */
export interface EmbedHosts {
  /** The operator's: over https, and over http where the page itself comes over http. */
  readonly open: readonly string[];
  /** The tenant's own: over https only. */
  readonly secure: readonly string[];
}

/**
 * @param environment the operator's list (`EMBED_HOSTS`)
 * @param parameter what the tenant's administrators wrote
 * @param entries the outside addresses of the tenant's menu: each allows its own host
 */
export const embedHosts = (
  environment: readonly string[],
  parameter: string,
  entries: readonly string[],
): EmbedHosts => {
  const linked = entries.flatMap((address) => {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    return url?.protocol === 'https:' ? [url.host] : [];
  });
  const given = [...readHosts(parameter), ...linked];
  return {
    open: environment.map((each) => each.toLowerCase()),
    // Rows may be older than the rule, or come from elsewhere: what breaks it is left out.
    secure: [...new Set(given)].filter((entry) => hostFault(entry) === undefined),
  };
};

/** `x.edu.cn`, `*.edu.cn` (any host below it) and either with a port. */
const matches = (host: string, entry: string): boolean =>
  entry.startsWith('*.') ? host.endsWith(entry.slice(1)) : host === entry;

/** May the address be shown inside a page that itself came over `https` or not? */
export const mayEmbed = (address: string, hosts: EmbedHosts, isSecure: boolean): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  const open = hosts.open.some((entry) => matches(host, entry));
  // A page over http inside one over https is blocked by every browser.
  if (protocol === 'http:') return open && !isSecure;
  return protocol === 'https:' && (open || hosts.secure.some((entry) => matches(host, entry)));
};

/** Embedded hosts as sources of a content security policy: an embedded page may lead to others. */
export const frameSources = (hosts: EmbedHosts, isSecure: boolean): readonly string[] => [
  ...hosts.open.flatMap((entry) =>
    isSecure ? [`https://${entry}`] : [`https://${entry}`, `http://${entry}`],
  ),
  ...hosts.secure.map((entry) => `https://${entry}`),
];
