import Fastify, { type FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/**
 * Serves `GET /metrics` on a separate address, which must be reachable inside the machine or the
 * cluster only: metrics name calls and jobs.
 * @throws the error of `listen`, such as EADDRINUSE
 */
export const serveMetrics = async (
  metrics: Metrics,
  where: { readonly host: string; readonly port: number },
): Promise<FastifyInstance> => {
  const server = Fastify({ logger: false, forceCloseConnections: true });
  server.get('/metrics', async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  );
  await server.listen(where);
  return server;
};
