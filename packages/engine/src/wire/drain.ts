import { Socket } from 'node:net';
import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Bytes of a body that flow away beside its answer: more than any page sends at once. */
const most = 64 * 1024 * 1024;
/** Milliseconds that it may take. */
const longest = 30_000;

const bringsBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Lets flow away what nobody read of a body. A sender that is still at it would find the connection
 * reset, and lose the answer that is there already; this way it comes to reading it. Whoever goes on
 * sending for too long is cut off.
 *
 * Called before the answer is written, it keeps the connection open for as long as that takes.
 */
export const drainBody = (request: FastifyRequest, reply: FastifyReply): void => {
  const { raw, server } = request;
  if (!bringsBody(request) || raw.readableEnded || raw.destroyed) return;
  const closes = !reply.raw.shouldKeepAlive || !server.server.listening;
  reply.removeHeader('connection');
  reply.raw.shouldKeepAlive = true;
  const timer = setTimeout(() => raw.destroy(), longest).unref();
  let left = most;
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.destroy();
  });
  finished(raw, { writable: false }, () => {
    clearTimeout(timer);
    // Both are through: what the sender, or the end of the server, asked for.
    if (closes) finished(reply.raw, () => raw.socket instanceof Socket && raw.socket.end());
  });
  raw.unpipe();
  raw.resume();
};
