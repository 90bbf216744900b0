import type { FastifyReply, FastifyRequest } from 'fastify';
import { telemetryChannels } from '../telemetry/channels.ts';
import type { Endpoint } from './endpoint.ts';

/** Handles the requests of one call. */
export type CallHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Wraps a handler so that its work is published, under the trace of its caller (W3C). */
export const withTelemetry = (endpoint: Endpoint, handle: CallHandler): CallHandler => {
  const call = `${endpoint.method} ${endpoint.path}`;
  return (request, reply) => {
    const { traceparent } = request.headers;
    return telemetryChannels.call.tracePromise(() => handle(request, reply), {
      call,
      requestId: request.id,
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    });
  };
};
