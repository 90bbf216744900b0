import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** Networks that contain no public services (IANA special-purpose registries). */
const closedNetworks: readonly (readonly [net: string, bits: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

const closed = new BlockList();
for (const [net, bits, family] of closedNetworks) closed.addSubnet(net, bits, family);

/** True if the address belongs to a private, local or otherwise non-public network. */
export const isClosedAddress = (address: string): boolean => {
  const family = isIP(address);
  return family === 0 || closed.check(address, family === 6 ? 'ipv6' : 'ipv4');
};

/**
 * Error for a service that cannot be called: its host has no address, or an address in a closed network that the
 * operator has not allowed.
 */
export class ServiceUnavailable extends Error {
  readonly reason: 'unknown' | 'closed';
  constructor(host: string, reason: 'unknown' | 'closed') {
    super(reason === 'unknown' ? `${host} has no address` : `${host} lies in a closed network`);
    this.reason = reason;
  }
}

/**
 * Returns the IP address of a host that an administrator typed. The caller connects to this address instead of the
 * name, because the name could resolve to another machine a moment later.
 * @param opened hosts in closed networks that the operator allows
 * @throws ServiceUnavailable if the host has no address, or a closed one that is not allowed
 */
export const resolveAddress = async (host: string, opened: readonly string[]): Promise<string> => {
  const found = await lookup(host, { all: true }).catch(() => []);
  const [first] = found;
  if (!first) throw new ServiceUnavailable(host, 'unknown');
  const isOpened = opened.includes(host.toLowerCase());
  if (!isOpened && found.some(({ address }) => isClosedAddress(address))) {
    throw new ServiceUnavailable(host, 'closed');
  }
  return first.address;
};
