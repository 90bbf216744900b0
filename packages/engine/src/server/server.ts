import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Denied } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { createLimiter } from '../base/rate-limit.ts';
import type { Engine } from '../engine.ts';
import { CallRates } from '../identity/rates.ts';
import { descriptionCalls } from '../openapi/calls.ts';
import { telemetryChannels } from '../telemetry/channels.ts';
import { drainBody } from '../wire/drain.ts';
import type { Endpoint } from '../wire/endpoint.ts';
import { failureAnswer, type WireFault, wireFaults } from '../wire/envelope.ts';
import { apiHeaders, pageHeaders, secureHeaders } from '../wire/headers.ts';
import { healthCall, livenessCall } from '../wire/health.ts';
import { mountCalls, routeNameOf } from '../wire/mount.ts';
import { resourceCalls } from '../wire/records/endpoints.ts';
import { type AttemptedCall, languageOf, type RouterContext } from '../wire/router.ts';

/** Answers requests outside `/api/` that no route takes. */
export type PageHandler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** A call that was answered: how, and how long that took. */
export interface AnsweredCall extends AttemptedCall {
  readonly summary: Label;
  readonly status: number;
  /** Until the last byte of the answer was sent. */
  readonly milliseconds: number;
}

export interface ServerOptions {
  readonly engine: Engine;
  /** Calls beside those that derive from the engine's resources; on the same path they win. */
  readonly endpoints: readonly Endpoint[];
  /** The actor of this access token, or null when it is not valid any more. */
  authenticate(token: string): Promise<Actor | null>;
  /** The actor whom these cookies let see pictures; nobody by default. */
  authenticatePicture?(cookies: string | undefined): Promise<Actor | null>;
  /** Is this a client of ours? (`Authorization: Basic`) */
  knowsClient(id: string, secret: string): Promise<boolean>;
  /** Was this token refused because the term of its tenant is over? By default none is. */
  isClosed?(token: string): Promise<boolean>;
  /** Called when an actor was refused. Must not throw. */
  onDenied?(actor: Actor, attempt: AttemptedCall): void;
  /** Called when a call failed through no fault of the caller's. Must not throw. */
  onFailure?(actor: Actor, attempt: AttemptedCall, error: unknown): void;
  /** Called after every answer to a signed-in actor. Must neither throw nor take long. */
  onAnswered?(actor: Actor, call: AnsweredCall): void;
  /** Called once the server is closed and every running call has its answer. */
  onClosed?(): Promise<void>;
  /** Registers the page's files on the server, and says what answers the browser's own routes. */
  page?(server: FastifyInstance): Promise<PageHandler>;
  /** Addresses whose `X-Forwarded-For` is trusted. */
  readonly trustProxy?: string | boolean;
  /** Product name and version, for the description of the calls. */
  readonly title: string;
  readonly version: string;
  /** May anybody read the description of the calls? For demonstrations; else only signed-in people. */
  readonly openDocs?: boolean;
  /** Requests per minute and address, and per signed-in user; more get 429. */
  readonly perMinute?: { readonly address: number; readonly user: number };
}

/** Bytes of a body that is no file: a long rich text and a thousand lines fit. */
const bodyLimit = 4 * 1024 * 1024;
/** Bytes of an uploaded file, a little above the limit of the file store, so that its message is seen. */
const fileLimit = 101 * 1024 * 1024;
/** Generous, because a whole campus may share one address. */
const usualLimits = { address: 30_000, user: 3_000 };

/** Fastify's own refusals in our words; anything else that it refuses is a malformed request. */
const transportFaults: Readonly<Record<number, () => WireFault>> = {
  404: wireFaults.noSuchPath,
  405: wireFaults.wrongMethod,
  413: wireFaults.tooLarge,
  415: wireFaults.wrongType,
};

const asFault = (error: unknown): unknown => {
  const { statusCode } = error as FastifyError;
  const isTransport = error instanceof Error && typeof statusCode === 'number' && statusCode < 500;
  if (!isTransport) return error;
  return (transportFaults[statusCode] ?? wireFaults.malformed)();
};

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? '';

const isApi = (request: FastifyRequest): boolean => /^\/api(\/|$)/.test(pathOf(request));

/** Derived calls give way to written ones of the same path. */
const withDerived = (engine: Engine, written: readonly Endpoint[]): readonly Endpoint[] => {
  const taken = new Set(
    written.flatMap((call) =>
      [call.path, ...(call.aliases ?? [])].map((path) => `${call.method} ${path}`),
    ),
  );
  const derived = [...engine.resources.values()]
    .flatMap(resourceCalls)
    .filter((call) => !taken.has(`${call.method} ${call.path}`));
  return [...written, ...derived];
};

/** Is it the first time within a minute that this is asked of a key? */
const firstInMinute = (): ((key: string) => boolean) => {
  const count = createLimiter();
  return (key) => {
    try {
      count(key, 1);
      return true;
    } catch {
      return false;
    }
  };
};

/** Faults in the reader's language; bugs go to the log with the request's id, never out. */
const teller = (engine: Engine) => {
  const isFirst = firstInMinute();
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const fault = asFault(error);
    const answer = failureAnswer(fault, languageOf(request), request.id);
    drainBody(request, reply);
    const where = { requestId: request.id, method: request.method, path: pathOf(request) };
    if (answer.bug) engine.log.error({ ...where, err: error }, 'request failed');
    else if (fault instanceof Denied) engine.log.warn({ ...where, ip: request.ip }, 'denied');
    // A flood fills no log: a line a minute tells where it comes from (ASVS 16.3.3).
    else if (answer.status === 429 && isFirst(request.ip))
      engine.log.warn({ ...where, ip: request.ip }, 'over a limit');
    else if (answer.body.code === 503) engine.log.error({ ...where, err: error }, 'unavailable');
    return reply
      .code(answer.status)
      .headers(answer.headers ?? {})
      .type('application/json; charset=utf-8')
      .send(answer.body);
  };
};

const setHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
  reply.headers(isApi(request) ? apiHeaders : pageHeaders);
  if (request.protocol === 'https') reply.headers(secureHeaders);
  reply.header('x-request-id', request.id);
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Tells of the answer when it is sent. */
    answered: ((reply: FastifyReply) => void) | null;
  }
}

/** Sees to it that the answer to a request is told of. */
const answerTeller =
  ({ onAnswered }: ServerOptions): RouterContext['begun'] =>
  (request, actor, attempt, { summary }) => {
    if (!onAnswered) return;
    request.answered = ({ statusCode: status, elapsedTime: milliseconds }) =>
      onAnswered(actor, { ...attempt, summary, status, milliseconds });
  };

/** Sets the headers of every answer, and tells of it: a promise would cost more than what these two do. */
const watchRequests = (server: FastifyInstance): void => {
  server.decorateRequest('answered', null);
  server.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply);
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    request.answered?.(reply);
    if (telemetryChannels.answer.hasSubscribers) {
      const { method } = request;
      const { statusCode: status, elapsedTime: milliseconds } = reply;
      telemetryChannels.answer.publish({
        method,
        route: routeNameOf(request),
        status,
        milliseconds,
      });
    }
    done();
  });
};

/**
 * The HTTP server, ready to `listen`: written calls, calls that derive from the resources, their
 * description at `/api/docs`, and the page. `close()` lets running requests finish and ends
 * streams.
 */
export const createServer = async (options: ServerOptions): Promise<FastifyInstance> => {
  const { engine } = options;
  const tellError = teller(engine);
  const server = Fastify({
    // A request with an unreadable address does not reach hooks and handlers.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply);
      tellError(error, request, reply);
    },
    // No request log: addresses may carry tokens in their query. Failures are logged where they occur.
    logger: false,
    trustProxy: options.trustProxy ?? false,
    bodyLimit,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: 'idle',
    // A client that sends too slowly does not hold a connection for ever.
    requestTimeout: 300_000,
    keepAliveTimeout: 65_000,
  });
  const streams = new Set<Readable>();
  // Rate limits use the clock of the machine: an engine may have another clock.
  const rates = new CallRates(engine.database, () => new Date(), engine.log);
  const context: RouterContext = {
    engine,
    authenticate: (token) => options.authenticate(token),
    authenticatePicture: async (cookies) => (await options.authenticatePicture?.(cookies)) ?? null,
    knowsClient: (id, secret) => options.knowsClient(id, secret),
    isClosed: async (token) => (await options.isClosed?.(token)) ?? false,
    denied: (actor, attempt) => options.onDenied?.(actor, attempt),
    failed(actor, attempt, error) {
      const { bug } = failureAnswer(asFault(error), 'zh', attempt.requestId);
      if (bug) options.onFailure?.(actor, attempt, error);
    },
    begun: answerTeller(options),
    limit: (share) => rates.countLoosely(share),
    perMinute: options.perMinute ?? usualLimits,
    mostBytes: { body: bodyLimit, files: fileLimit + bodyLimit },
    streams,
  };

  watchRequests(server);
  server.addHook('onClose', async () => options.onClosed?.());
  server.setErrorHandler(tellError);
  await server.register(formbody, { bodyLimit });
  await server.register(multipart, {
    limits: { fileSize: fileLimit, files: 1000, fields: 200, fieldSize: bodyLimit, parts: 1200 },
  });
  // Older clients post an empty body with the content type of JSON.
  server.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string', bodyLimit },
    (request, body, done) => {
      if (body === '') done(null, {});
      else server.getDefaultJsonParser('error', 'error')(request, body, done);
    },
  );
  server.addHook('preClose', async () => {
    for (const stream of streams) stream.destroy();
  });

  const calls = withDerived(engine, options.endpoints);
  const described = descriptionCalls(calls, options, options.openDocs ? 'public' : 'user');
  const mounted = [...calls, ...described, healthCall, livenessCall];
  mountCalls(server, context, mounted);

  const page = await options.page?.(server);
  const paths = new Set(
    mounted.flatMap((call) => [call.path, ...(call.aliases ?? [])].map((path) => `/api/${path}`)),
  );
  server.setNotFoundHandler((request, reply) => {
    if (!isApi(request) && page) return page(request, reply);
    throw paths.has(pathOf(request)) ? wireFaults.wrongMethod() : wireFaults.noSuchPath();
  });
  return server;
};
