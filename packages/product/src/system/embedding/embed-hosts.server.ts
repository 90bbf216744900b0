import type { Label } from '@keyan/kernel/label.ts';
import { getDomain } from 'tldts';
import { noHostsValue } from '../parameters/embed-param.ts';

/** Pattern of a host name, with an optional `*.` in front (all subdomains) and an optional port. */
const pattern =
  /^(?:\*\.)?(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z\d](?:[a-z\d-]*[a-z\d])?(?::\d{1,5})?$/;

/** Splits a list of hosts at commas, blanks and line breaks. */
export const readHosts = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[\s,，;；、]+/)
    .filter((each) => each !== '' && each !== noHostsValue);

/**
 * Returns whether all subdomains of a host belong to one owner: true for `x.edu.cn`; false for `edu.cn`, and for
 * hosting domains of many owners (`github.io`).
 */
const isOwned = (host: string): boolean => getDomain(host, { allowPrivateDomains: true }) !== null;

/** Returns the fault of a host entry, or undefined. */
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

/** Hosts whose pages a tenant may embed. */
export interface EmbedHosts {
  /** The operator's hosts: over https, and over http if the console itself is served over http. */
  readonly open: readonly string[];
  /** The tenant's hosts: over https only. */
  readonly secure: readonly string[];
}

/**
 * Combines all allowed hosts.
 * @param environment hosts of the operator (`EMBED_HOSTS`)
 * @param parameter hosts entered by the tenant's administrators
 * @param entries external URLs in the tenant's menus, each of which allows its host
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
    // Older rows may violate today's rules: invalid entries are ignored.
    secure: [...new Set(given)].filter((entry) => hostFault(entry) === undefined),
  };
};

/** Returns whether a host matches an entry `x.edu.cn` or `*.edu.cn` (any subdomain), each with an optional port. */
const matches = (host: string, entry: string): boolean =>
  entry.startsWith('*.') ? host.endsWith(entry.slice(1)) : host === entry;

/** Returns whether a URL may be embedded. @param isSecure whether the console is served over https */
export const mayEmbed = (address: string, hosts: EmbedHosts, isSecure: boolean): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  const open = hosts.open.some((entry) => matches(host, entry));
  // Browsers block http frames in https pages.
  if (protocol === 'http:') return open && !isSecure;
  return protocol === 'https:' && (open || hosts.secure.some((entry) => matches(host, entry)));
};

/**
 * Returns the hosts as sources of a content security policy, all of them, since an embedded page may link to another
 * allowed host.
 */
export const frameSources = (hosts: EmbedHosts, isSecure: boolean): readonly string[] => [
  ...hosts.open.flatMap((entry) =>
    isSecure ? [`https://${entry}`] : [`https://${entry}`, `http://${entry}`],
  ),
  ...hosts.secure.map((entry) => `https://${entry}`),
];
