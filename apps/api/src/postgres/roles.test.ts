import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assertOwnConnections, UnfitDatabase } from './roles.ts';

/** Message of the protocol of PostgreSQL: its letter, its length, its content. */
const message = (letter: string, ...content: readonly (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const short = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const long = (value: number): Buffer => Buffer.concat([short(value >> 16), short(value & 65_535)]);

const isReady = message('Z', 'I');
const welcome = Buffer.concat([message('R', long(0)), isReady]);

/** Answer to `select pg_backend_pid() as pid`: an integer as text. */
const answer = (pid: string): Buffer =>
  Buffer.concat([
    message('T', short(1), 'pid\0', long(0), short(0), long(23), short(4), long(-1), short(0)),
    message('D', short(1), long(pid.length), pid),
    message('C', 'SELECT 1\0'),
    isReady,
  ]);

/** Pooler that has one process of the server, and lends it to every session. */
const pooler = createServer((socket) => {
  socket.once('data', () => {
    socket.write(welcome);
    socket.on('data', (data) => {
      if (data.toString('latin1').startsWith('Q')) socket.write(answer('4711'));
    });
  });
  socket.on('error', () => undefined);
});
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
  url = `postgresql://maker@127.0.0.1:${(pooler.address() as AddressInfo).port}/own`;
});
afterAll(() => new Promise((resolve) => pooler.close(resolve)));

it('refuses a pooler that lends one connection to sessions in turns', async () => {
  const asserted = assertOwnConnections('DATABASE_URL', url);
  await expect(asserted).rejects.toThrow(UnfitDatabase);
  await expect(asserted).rejects.toThrow(
    /^DATABASE_URL leads to a pooler .*\(pool_mode = session\)/,
  );
});
