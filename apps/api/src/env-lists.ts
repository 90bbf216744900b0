import { isIP } from 'node:net';

/** Values with commas between them. */
export const listOf = (value: string): readonly string[] =>
  value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** Hosts that a content security policy accepts, and nothing that could widen the policy. */
const host = /^(\*\.)?[a-z\d]([a-z\d.-]*[a-z\d])?(:\d{1,5})?$/i;

/** Hosts whose pages may be embedded. */
export function readHosts(value: string, fault: () => void): readonly string[] {
  const hosts = listOf(value);
  if (!hosts.every((each) => host.test(each))) fault();
  return hosts;
}

/** Networks that need no number. */
const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];

const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/');
  const most = isIP(address) === 4 ? 32 : 128;
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  return isIP(address) !== 0 && fits && rest.length === 0;
};

/** Proxies to believe: all, none, or these. */
export function readTrustProxy(value: string, fault: () => void): boolean | string {
  if (['', 'false'].includes(value)) return false;
  if (value === 'true') return true;
  const all = value.split(',').map((each) => each.trim());
  if (!all.every((each) => namedNetworks.includes(each) || isNetwork(each))) fault();
  return value;
}

/** Addresses of replicas. A login in one is a fault: it could pass by the policies of rows. */
export function readReplicaUrls(value: string, fault: () => void): readonly string[] {
  const urls = listOf(value);
  const fits = (url: string): boolean => {
    if (!URL.canParse(url)) return false;
    const { protocol, hostname, username, password } = new URL(url);
    const isPostgres = ['postgres:', 'postgresql:'].includes(protocol) && hostname !== '';
    return isPostgres && username === '' && password === '';
  };
  if (!urls.every(fits)) fault();
  return urls;
}
