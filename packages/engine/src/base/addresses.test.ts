import { expect, test } from 'vitest';
import { isClosedAddress, resolveAddress } from './addresses.ts';

test('addresses of closed networks are told from those of the open internet', () => {
  const closed = [
    '127.0.0.1',
    '10.2.3.4',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    'no address',
  ];
  expect(closed.filter((address) => !isClosedAddress(address))).toEqual([]);
  const open = ['8.8.8.8', '172.32.0.1', '2400:3200::1', '::ffff:8.8.8.8'];
  expect(open.filter(isClosedAddress)).toEqual([]);
});

test('a host in a closed network is called only where the operator opened it', async () => {
  await expect(resolveAddress('127.0.0.1', [])).rejects.toMatchObject({ reason: 'closed' });
  expect(await resolveAddress('127.0.0.1', ['127.0.0.1'])).toBe('127.0.0.1');
  await expect(resolveAddress('no-such-host.invalid', [])).rejects.toMatchObject({
    reason: 'unknown',
  });
});
