import { request } from 'node:http';
import { connect as plainConnect, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { resolveAddress } from '../base/addresses.ts';
import { ServiceUnreached } from './faults.ts';

/** Address of an HTTP proxy (with CONNECT for TLS). */
export interface ProxyAddress {
  readonly host: string;
  readonly port: number;
  /** `user:password` in Base64. */
  readonly credentials?: string;
}

/**
 * Opens a connection to the service through the proxy.
 * @param patience maximum milliseconds
 * @throws ServiceUnavailable for a proxy that may not be called; ServiceUnreached
 */
export const throughProxy = async (
  url: URL,
  proxy: ProxyAddress,
  hosts: readonly string[],
  patience: number,
): Promise<Socket> => {
  const address = await resolveAddress(proxy.host, hosts);
  if (url.protocol === 'http:') return plainConnect({ host: address, port: proxy.port });
  const target = `${url.hostname}:${url.port || '443'}`;
  return new Promise((done, fail) => {
    const asked = request({
      host: address,
      port: proxy.port,
      method: 'CONNECT',
      path: target,
      agent: false,
      timeout: patience,
      headers: {
        host: target,
        ...(proxy.credentials ? { 'proxy-authorization': `Basic ${proxy.credentials}` } : {}),
      },
    });
    asked.on('connect', (answer, socket) => {
      if (answer.statusCode === 200) {
        done(tlsConnect({ socket, servername: url.hostname }));
        return;
      }
      socket.destroy();
      fail(new ServiceUnreached(`the proxy answers ${answer.statusCode}`));
    });
    asked.on('timeout', () => asked.destroy(new Error('the proxy does not answer')));
    asked.on('error', (error) => fail(new ServiceUnreached(error.message, { cause: error })));
    asked.end();
  });
};
