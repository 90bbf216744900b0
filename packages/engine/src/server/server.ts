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

/** Handles requests outside `/api/` that no route handles. */
export type PageHandler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Answered call, with status and duration. */
export interface AnsweredCall extends AttemptedCall {
  readonly summary: Label;
  readonly status: number;
  /** Milliseconds until the last byte of the answer was sent. */
  readonly milliseconds: number;
}

export interface ServerOptions {
  readonly engine: Engine;
  /** Calls besides those derived from the resources; with the same path they replace a derived call. */
  readonly endpoints: readonly Endpoint[];
  /** Returns the actor of this access token, or null if it is no longer valid. */
  authenticate(token: string): Promise<Actor | null>;
  /** Returns the actor of the picture cookie; by default null. */
  authenticatePicture?(cookies: string | undefined): Promise<Actor | null>;
  /** True if the client exists and its secret matches (`Authorization: Basic`). */
  knowsClient(id: string, secret: string): Promise<boolean>;
  /** True if a token was refused because the term of its tenant is over; by default false. */
  isClosed?(token: string): Promise<boolean>;
  /** Called after the refusal of an actor. Must not throw. */
  onDenied?(actor: Actor, attempt: AttemptedCall): void;
  /** Called after a failure that the caller did not cause. Must not throw. */
  onFailure?(actor: Actor, attempt: AttemptedCall, error: unknown): void;
  /** Called after every answer to a signed-in actor. Must neither throw nor take long. */
  onAnswered?(actor: Actor, call: AnsweredCall): void;
  /** Called after the server is closed and every running call is answered. */
  onClosed?(): Promise<void>;
  /** Registers the files of the console on the server, and returns the handler of routes of the browser. */
  page?(server: FastifyInstance): Promise<PageHandler>;
  /** Addresses of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy?: string | boolean;
  /** Product name and version, for the description of the calls. */
  readonly title: string;
  readonly version: string;
  /** True if anybody may read the description of the calls, for demonstrations; else only signed-in people. */
  readonly openDocs?: boolean;
  /** Maximum requests per minute and address, and per signed-in user; further requests are answered with 429. */
  readonly perMinute?: { readonly address: number; readonly user: number };
}

/** Maximum size in bytes of a body that is no file: a long rich text and a thousand lines fit. */
const bodyLimit = 4 * 1024 * 1024;
/**
 * Maximum size in bytes of an uploaded file, slightly above the limit of the file store, so that the message of the
 * store is shown.
 */
const fileLimit = 101 * 1024 * 1024;
/** Default limits; generous, because a whole campus may share one address. */
const usualLimits = { address: 30_000, user: 3_000 };

/** Faults for refusals by Fastify; every other refusal is a malformed request. */
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

/** Adds derived calls to the written calls; a written call replaces a derived one of the same path. */
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

/** Returns a function that is true at the first call for a key within a minute. */
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

/** Creates the error handler: sends faults in the language of the reader, and logs bugs with the id of the request. */
const teller = (engine: Engine) => {
  const isFirst = firstInMinute();
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const fault = asFault(error);
    const answer = failureAnswer(fault, languageOf(request), request.id);
    drainBody(request, reply);
    const where = { requestId: request.id, method: request.method, path: pathOf(request) };
    if (answer.bug) engine.log.error({ ...where, err: error }, 'request failed');
    else if (fault instanceof Denied) engine.log.warn({ ...where, ip: request.ip }, 'denied');
    // A flood does not fill the log: one line a minute and address (ASVS 16.3.3).
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
    /** Called when the answer has been sent. */
    answered: ((reply: FastifyReply) => void) | null;
  }
}

/** Reports the answer to a request once it has been sent. */
const answerTeller =
  ({ onAnswered }: ServerOptions): RouterContext['begun'] =>
  (request, actor, attempt, { summary }) => {
    if (!onAnswered) return;
    request.answered = ({ statusCode: status, elapsedTime: milliseconds }) =>
      onAnswered(actor, { ...attempt, summary, status, milliseconds });
  };

/**
 * Sets the headers of every answer, and reports it. Callbacks instead of promises, which would cost more than the work
 * itself.
 */
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
 * Creates the HTTP server, ready to `listen`: written calls, calls derived from the resources, their description at
 * `/api/docs`, and the console. `close()` lets running requests finish and ends streams.
 */
export const createServer = async (options: ServerOptions): Promise<FastifyInstance> => {
  const { engine } = options;
  const tellError = teller(engine);
  const server = Fastify({
    // A request with a malformed address does not reach hooks and handlers.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply);
      tellError(error, request, reply);
    },
    // No request log: addresses may contain tokens. Failures are logged where they occur.
    logger: false,
    trustProxy: options.trustProxy ?? false,
    bodyLimit,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: 'idle',
    // A client that sends too slowly does not occupy a connection for ever.
    requestTimeout: 300_000,
    keepAliveTimeout: 65_000,
  });
  const streams = new Set<Readable>();
  // Rate limits use the clock of the machine: the clock of an engine may differ.
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
