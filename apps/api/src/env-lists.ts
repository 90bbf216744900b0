import { isIP } from 'node:net';

/** Splits a list of values at commas. */
export const splitList = (value: string): readonly string[] =>
  value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

/**
 * Pattern of hosts that a content security policy accepts; excludes characters that could widen the
 * policy.
 */
const hostPattern = /^(\*\.)?[a-z\d]([a-z\d.-]*[a-z\d])?(:\d{1,5})?$/i;

/** Reads the list of hosts whose pages may be embedded; calls `fault` for an invalid one. */
export function readHosts(value: string, fault: () => void): readonly string[] {
  const hosts = splitList(value);
  if (!hosts.every((each) => hostPattern.test(each))) fault();
  return hosts;
}

/** Names that the proxy library accepts in place of network addresses. */
const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];

const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/');
  const most = isIP(address) === 4 ? 32 : 128;
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  return isIP(address) !== 0 && fits && rest.length === 0;
};

/**
 * Reads the proxies whose headers are trusted: all, none, or a list of networks; calls `fault` for
 * an invalid list.
 */
export function readTrustProxy(value: string, fault: () => void): boolean | string {
  if (['', 'false'].includes(value)) return false;
  if (value === 'true') return true;
  const all = value.split(',').map((each) => each.trim());
  if (!all.every((each) => namedNetworks.includes(each) || isNetwork(each))) fault();
  return value;
}

/** Addresses of replicas. A login in one is a fault: it could pass by the policies of rows. */
export function readReplicaUrls(value: string, fault: () => void): readonly string[] {
  const urls = splitList(value);
  const fits = (url: string): boolean => {
    if (!URL.canParse(url)) return false;
    const { protocol, hostname, username, password } = new URL(url);
    const isPostgres = ['postgres:', 'postgresql:'].includes(protocol) && hostname !== '';
    return isPostgres && username === '' && password === '';
  };
  if (!urls.every(fits)) fault();
  return urls;
}
