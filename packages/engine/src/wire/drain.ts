import { Socket } from 'node:net';
import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Maximum number of bytes of a body that are read and discarded: more than any page sends at once. */
const maxDrainedBytes = 64 * 1024 * 1024;
/** Maximum milliseconds for discarding. */
const maxDrainMilliseconds = 30_000;

const bringsBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Discards the unread rest of a body. A sender that is still writing would find the connection reset, and lose the
 * answer; this way it reads the answer. A sender that goes on for too long is cut off. If called before the answer is
 * written, the connection remains open until then.
 */
export const drainBody = (request: FastifyRequest, reply: FastifyReply): void => {
  const { raw, server } = request;
  if (!bringsBody(request) || raw.readableEnded || raw.destroyed) return;
  const closes = !reply.raw.shouldKeepAlive || !server.server.listening;
  reply.removeHeader('connection');
  reply.raw.shouldKeepAlive = true;
  const timer = setTimeout(() => raw.destroy(), maxDrainMilliseconds).unref();
  let left = maxDrainedBytes;
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.destroy();
  });
  finished(raw, { writable: false }, () => {
    clearTimeout(timer);
    // Closes the connection after both request and answer have ended, if the sender or the end of the server asked for
    // that.
    if (closes) finished(reply.raw, () => raw.socket instanceof Socket && raw.socket.end());
  });
  raw.unpipe();
  raw.resume();
};
