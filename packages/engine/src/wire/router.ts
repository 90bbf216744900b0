import { Readable } from 'node:stream';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { isCallClosed } from '@keyan/kernel/access/closed.ts';
import { Denied } from '@keyan/kernel/errors.ts';
import { type Language, languageHeader } from '@keyan/kernel/label.ts';
import { dictionariesAsDefined } from '@keyan/kernel/values/dictionary.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readIn } from '../base/reading.ts';
import type { Engine } from '../engine.ts';
import { fileTooLarge } from '../files/intake.ts';
import type { RateLimitedCall } from '../identity/rates.ts';
import { bodyOf, isBroken, type Room } from './body.ts';
import { receivedCookies } from './cookies.ts';
import { basicClient, bearerToken, tokenIn } from './credentials.ts';
import { drainBody } from './drain.ts';
import {
  type CallContext,
  type Endpoint,
  type EndpointAuth,
  RawAnswer,
  Reply,
} from './endpoint.ts';
import { failureAnswer, wireFaults, wrapAnswer } from './envelope.ts';
import { type CallHandler, withTelemetry } from './observed.ts';
import { mergeParameters, type Parameters, readerOf } from './parameters.ts';

/** Call that an actor attempted, and its origin. */
export interface AttemptedCall {
  /** Method and path: `POST kh-edu-research/papers/remove`. */
  readonly call: string;
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: string;
}

/** Services for answering calls. */
export interface RouterContext {
  readonly engine: Engine;
  authenticate(token: string): Promise<Actor | null>;
  /** Returns the person of the picture cookie, or null. */
  authenticatePicture(cookies: string | undefined): Promise<Actor | null>;
  knowsClient(id: string, secret: string): Promise<boolean>;
  /** True if this token was refused because the term of its tenant is over. */
  isClosed(token: string): Promise<boolean>;
  /**
   * Counts a call, over all processes.
   * @throws TooManyCalls
   */
  limit(share: RateLimitedCall): Promise<void>;
  readonly perMinute: { readonly address: number; readonly user: number };
  /** Maximum size in bytes of a body without files, and of one with files. */
  readonly mostBytes: { readonly body: number; readonly files: number };
  /** Called for every refused actor (ASVS 16.3.2). */
  denied(actor: Actor, attempt: AttemptedCall): void;
  /** Called for every call of a signed-in actor that failed otherwise. */
  failed(actor: Actor, attempt: AttemptedCall, error: unknown): void;
  /** Called for every call of a signed-in actor before it runs; its answer may come much later. */
  begun(request: FastifyRequest, actor: Actor, attempt: AttemptedCall, endpoint: Endpoint): void;
  /** Streams being sent, to be ended when the server closes. */
  readonly streams: Set<Readable>;
}

const headerOf =
  (request: FastifyRequest) =>
  (name: string): string | undefined => {
    const value = request.headers[name];
    return Array.isArray(value) ? value[0] : value;
  };

/**
 * Returns the language that the client requests; Chinese by default. `Accept-Language` is ignored, because Chinese
 * readers of BladeX clients use English browsers.
 */
export const languageOf = (request: FastifyRequest): Language =>
  /^en\b/i.test(headerOf(request)(languageHeader) ?? '') ? 'en' : 'zh';

/** Returns the token in the address of a link, in the spellings of BladeX, and bare. */
const linkToken = (request: FastifyRequest): string | undefined => {
  const query = request.query as Parameters;
  const text = (name: string): string | undefined =>
    typeof query[name] === 'string' ? query[name] : undefined;
  return bearerToken(text('blade-auth')) ?? text('blade-auth') ?? text('token');
};

/** Returns the token of `Blade-Auth`; for linked calls also that in the address. */
const tokenOf = (endpoint: Endpoint, request: FastifyRequest): string | undefined =>
  tokenIn(headerOf(request)) ?? (endpoint.linked ? linkToken(request) : undefined);

const actorOf = async (
  context: RouterContext,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Actor | null> => {
  const token = tokenOf(endpoint, request);
  if (token) return context.authenticate(token);
  if (!endpoint.pictured) return null;
  const cookies = receivedCookies(request.headers.cookie, request.protocol === 'https');
  return context.authenticatePicture(cookies);
};

type Check = (
  context: RouterContext,
  request: FastifyRequest,
  actor: Actor | null,
  endpoint: Endpoint,
) => Promise<void>;

/** Checks of callers, by the authentication of the call. */
const checks: Readonly<Record<EndpointAuth, Check>> = {
  public: async () => undefined,
  program: async (context, request) => {
    const client = basicClient(request.headers.authorization);
    if (!client || !(await context.knowsClient(client.id, client.secret))) {
      throw wireFaults.unknownClient();
    }
  },
  user: async (context, request, actor, endpoint) => {
    if (actor) return;
    const token = tokenOf(endpoint, request);
    throw token && (await context.isClosed(token))
      ? wireFaults.tenantClosed()
      : wireFaults.notSignedIn();
  },
};

/**
 * Treats a person who must choose a password first as not signed in: public calls answer as to anybody (ASVS 6.4.1).
 * @throws WireFault 403 for calls of signed-in people.
 */
const admit = (endpoint: Endpoint, actor: Actor | null): Actor | null => {
  if (!actor?.passwordDue || endpoint.whilePasswordDue) return actor;
  if (endpoint.auth === 'user') throw wireFaults.passwordDue();
  return null;
};

/** @throws WireFault 403 if an administrator who views somebody's pages would change something. */
const refuseChange = (endpoint: Endpoint, actor: Actor | null): void => {
  const { method, auth, onlyReads = false, writes = false, summary } = endpoint;
  if (actor?.viewedBy === undefined || auth !== 'user') return;
  if (method === 'GET' ? writes : !onlyReads) throw wireFaults.onlyLooking(summary);
};

/** @throws Denied for a call that, by any of its paths, only other roles may make. */
const assertCallOpen = ({ path, aliases = [] }: Endpoint, closed: readonly string[]): void => {
  if (![path, ...aliases].some((one) => isCallClosed(one, closed))) return;
  throw new Denied([
    '没有该接口的权限，请联系管理员',
    'Your roles may not call this; contact an administrator',
  ]);
};

const requirePermission = (endpoint: Endpoint, actor: Actor | null): void => {
  const { permissions } = endpoint;
  if (permissions && !permissions.some((permission) => actor?.permissions.has(permission)))
    throw new Denied();
  if (actor?.closed && endpoint.auth === 'user') assertCallOpen(endpoint, actor.closed);
};

const attemptOf = (endpoint: Endpoint, request: FastifyRequest): AttemptedCall => ({
  call: `${endpoint.method} ${endpoint.path}`,
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  requestId: request.id,
});

const countCall = async (
  { limit, perMinute }: RouterContext,
  { path, perMinute: most }: Endpoint,
  request: FastifyRequest,
  actor: Actor | null,
): Promise<void> => {
  if (actor) await limit({ of: ['user', actor.tenantId, actor.id], most: perMinute.user });
  if (most !== undefined) {
    await limit({ of: ['call', path, actor?.tenantId ?? '', actor?.id ?? request.ip], most });
  }
};

/** Returns a listener for answers that are cut off, after which nobody waits for the end. */
const hearBreaking =
  (context: RouterContext, attempt: AttemptedCall, actor: Actor | null) =>
  (error: Error): void => {
    const { call, requestId } = attempt;
    if (!failureAnswer(error, 'zh', requestId).bug) return;
    context.engine.log.error({ requestId, call, err: error }, 'an answer broke off');
    if (actor) context.failed(actor, attempt, error);
  };

/**
 * Sends an answer.
 * @param hears creates the listener for a stream that is cut off
 */
const send = (
  context: RouterContext,
  reply: FastifyReply,
  language: Language,
  value: unknown,
  hears: () => (error: Error) => void,
): FastifyReply => {
  if (value instanceof RawAnswer) {
    const { body } = value;
    if (body instanceof Readable) {
      context.streams.add(body);
      body.once('error', hears());
      body.once('close', () => context.streams.delete(body));
    }
    return reply
      .code(value.status)
      .headers({ ...value.headers })
      .send(body);
  }
  const answer =
    value instanceof Reply
      ? wrapAnswer(value.data, language, value.message)
      : wrapAnswer(value, language);
  return reply.code(answer.status).send(answer.body);
};

/** Call that can answer requests. */
export interface MountedCall {
  readonly endpoint: Endpoint;
  /**
   * Refuses a body by its declared length before reading it.
   * @throws WireFault 413, or the refusal of the file store
   */
  admitLength(request: FastifyRequest): void;
  readonly handle: CallHandler;
}

/**
 * Prepares a call for requests.
 * @param pathParameters names of parameters in the path
 */
export const mountedCall = (
  context: RouterContext,
  endpoint: Endpoint,
  pathParameters: (request: FastifyRequest) => unknown,
): MountedCall => {
  const understand = readerOf(endpoint.input);
  const room: Room = {
    body: context.mostBytes[endpoint.files ? 'files' : 'body'],
    fields: context.mostBytes.body,
    fault: endpoint.files ? fileTooLarge : wireFaults.tooLarge,
  };
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    actor: Actor | null,
  ): Promise<FastifyReply> => {
    requirePermission(endpoint, actor);
    const body = await bodyOf(request, endpoint.files ?? false, room);
    const input = understand(mergeParameters(request.query, pathParameters(request), body.fields));
    const call: CallContext = {
      engine: context.engine,
      ip: request.ip,
      secure: request.protocol === 'https',
      language: languageOf(request),
      dictionaries: actor
        ? await context.engine.dictionaries.of(actor.tenantId)
        : dictionariesAsDefined,
      requestId: request.id,
      present: async () => (await actorOf(context, endpoint, request)) !== null,
      header: headerOf(request),
      query: request.query as Parameters,
    };
    // `auth` guarantees the actor if the type of the endpoint promises one.
    const value = await readIn(call.language, () =>
      endpoint.run(input, {
        ...call,
        actor: actor as Actor,
        files: body.files,
        sent: body.fields,
      }),
    );
    return send(context, reply, call.language, value, () =>
      hearBreaking(context, attemptOf(endpoint, request), actor),
    );
  };
  const handle: CallHandler = async (request, reply) => {
    await context.limit({ of: ['address', request.ip], most: context.perMinute.address });
    const actor = admit(endpoint, await actorOf(context, endpoint, request));
    await checks[endpoint.auth](context, request, actor, endpoint);
    refuseChange(endpoint, actor);
    await countCall(context, endpoint, request, actor);
    if (actor) context.begun(request, actor, attemptOf(endpoint, request), endpoint);
    try {
      await answer(request, reply, actor);
      drainBody(request, reply);
      return reply;
    } catch (thrown) {
      const error = isBroken(thrown) ? wireFaults.malformed() : thrown;
      const attempt = attemptOf(endpoint, request);
      if (actor && error instanceof Denied) context.denied(actor, attempt);
      else if (actor) context.failed(actor, attempt, error);
      throw error;
    }
  };
  return {
    endpoint,
    admitLength({ headers }) {
      if (Number(headers['content-length'] ?? 0) > room.body) throw room.fault();
    },
    handle: withTelemetry(endpoint, handle),
  };
};
