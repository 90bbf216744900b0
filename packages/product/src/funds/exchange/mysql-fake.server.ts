import { createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

/** Identity of a test server: name, key and certificate as PEM. */
export interface ServerIdentity {
  readonly key: string;
  readonly cert: string;
}

/** Packet of the MySQL protocol: length, sequence number, content. */
const packet = (number: number, content: Buffer): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUIntLE(content.length, 0, 3);
  head[3] = number;
  return Buffer.concat([head, content]);
};

/** Capability flags: protocol 4.1, TLS, secure connection, plugins. */
const capabilities = 0x0200 | 0x0800 | 0x8000 | 0x0008_0000;

/** Greeting packet (protocol 10): version, scramble, and the TLS flag. */
const greeting = (): Buffer =>
  packet(
    0,
    Buffer.concat([
      Buffer.from([10]),
      Buffer.from('8.0.36\0'),
      Buffer.from([1, 0, 0, 0]),
      Buffer.from('12345678\0'),
      Buffer.from([capabilities & 0xff, (capabilities >> 8) & 0xff, 45, 2, 0]),
      Buffer.from([(capabilities >> 16) & 0xff, (capabilities >> 24) & 0xff, 21]),
      Buffer.alloc(10),
      Buffer.from('123456789012\0'),
      Buffer.from('mysql_native_password\0'),
    ]),
  );

const denied = (number: number): Buffer =>
  packet(
    number,
    Buffer.concat([Buffer.from([0xff, 0x15, 0x04]), Buffer.from('#28000Access denied here')]),
  );

/**
 * Fake MySQL server: sends its greeting, switches to TLS with its certificate, and denies every
 * login. A client that receives the denial has accepted the certificate.
 */
export const encryptingServer = async (
  identity: ServerIdentity,
): Promise<{ readonly port: number; close(): void }> => {
  const open = new Set<Socket>();
  const server: Server = createSocketServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.write(greeting());
    socket.once('data', (given: Buffer) => {
      // Short SSL request packet; the beginning of the TLS handshake may follow in the same chunk.
      socket.pause();
      socket.unshift(given.subarray(4 + given.readUIntLE(0, 3)));
      const secure = new TLSSocket(socket, {
        isServer: true,
        secureContext: createSecureContext(identity),
      });
      secure.on('error', () => undefined);
      secure.once('data', () => secure.end(denied(3)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
};
