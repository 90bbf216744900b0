import { createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

/** Names, keys and certificates of servers in tests: PEM. */
export interface ServerIdentity {
  readonly key: string;
  readonly cert: string;
}

/** A packet of the protocol: length, number, content. */
const packet = (number: number, content: Buffer): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUIntLE(content.length, 0, 3);
  head[3] = number;
  return Buffer.concat([head, content]);
};

/** Flags of the server: protocol 4.1, TLS, secure connection, plugins. */
const capabilities = 0x0200 | 0x0800 | 0x8000 | 0x0008_0000;

/** The first packet of a server (protocol 10): its version, a scramble, and that it can encrypt. */
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
 * A server that speaks the beginning of the protocol of MySQL: it greets, encrypts with its certificate, and lets nobody
 * in. A client that comes as far as the refusal has taken the certificate.
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
      // A short packet asks for encryption; its beginning may have come with it.
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
