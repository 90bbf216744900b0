import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { Endpoint } from './endpoint.ts';
import { type MountedCall, mountedCall, type RouterContext } from './router.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Call below `/api/` for this request; null for any other address. */
    call: MountedCall | null;
  }
}

/** Address of calls whose path has no parameters: one route of the server for all. */
const anyCall = '/api/*';

const withoutParameters = (): undefined => undefined;

const parametersOf = ({ params }: FastifyRequest): unknown => params;

/** Calls by method and path below `/api/`, prepared at their first request: most of several thousand are never used. */
class CallTable {
  readonly #context: RouterContext;
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #mounted = new Map<Endpoint, MountedCall>();

  constructor(context: RouterContext) {
    this.#context = context;
  }

  /** @throws Error for a second call of the same method and path. */
  add(path: string, endpoint: Endpoint): void {
    const key = `${endpoint.method} ${path}`;
    if (this.#endpoints.has(key)) throw new Error(`two calls answer ${key}`);
    this.#endpoints.set(key, endpoint);
  }

  /** Returns the call for a request; HEAD is handled as GET. */
  find(method: string, path: string): MountedCall | null {
    const endpoint = this.#endpoints.get(`${method === 'HEAD' ? 'GET' : method} ${path}`);
    if (!endpoint) return null;
    const made = this.#mounted.get(endpoint);
    if (made) return made;
    const mounted = mountedCall(this.#context, endpoint, withoutParameters);
    this.#mounted.set(endpoint, mounted);
    return mounted;
  }
}

const pathsOf = ({ path, aliases = [] }: Endpoint): readonly string[] => [path, ...aliases];

const hasParameters = (path: string): boolean => path.includes('/:');

/**
 * Returns a test for paths that need a separate route: those with parameters, and those that a path with parameters
 * would match.
 */
const needsRoute = (endpoints: readonly Endpoint[]): ((path: string) => boolean) => {
  const patterns = endpoints
    .flatMap(pathsOf)
    .filter(hasParameters)
    .map((path) => new RegExp(`^${path.replaceAll(/:[^/]+/g, '[^/]+')}$`));
  return (path) => hasParameters(path) || patterns.some((pattern) => pattern.test(path));
};

/** Returns the route of one address. */
const routeOf = (call: MountedCall, url: string): RouteOptions => ({
  method: call.endpoint.method,
  url,
  onRequest(request, _reply, done) {
    call.admitLength(request);
    done();
  },
  handler: call.handle,
});

/** Returns the address template of a request, for telemetry; empty if nothing handles it. */
export const routeNameOf = ({ call, routeOptions }: FastifyRequest): string =>
  call ? `/api/${call.endpoint.path}` : (routeOptions.url ?? '');

/**
 * Mounts calls below `/api/`, under their path and every alias. A Fastify route for each would take most of the
 * start-up time and stay in memory.
 */
export const mountCalls = (
  server: FastifyInstance,
  context: RouterContext,
  endpoints: readonly Endpoint[],
): void => {
  const table = new CallTable(context);
  const isRouted = needsRoute(endpoints);
  server.decorateRequest('call', null);
  for (const endpoint of endpoints) {
    const urls = [...(endpoint.addresses ?? [])];
    for (const path of pathsOf(endpoint)) {
      if (isRouted(path)) urls.push(`/api/${path}`);
      else table.add(path, endpoint);
    }
    if (urls.length === 0) continue;
    const call = mountedCall(context, endpoint, parametersOf);
    for (const url of urls) server.route(routeOf(call, url));
  }
  server.route<{ Params: { '*': string } }>({
    method: ['GET', 'POST'],
    url: anyCall,
    onRequest(request, reply, done) {
      request.call = table.find(request.method, request.params['*']);
      if (!request.call) {
        reply.callNotFound();
        return;
      }
      request.call.admitLength(request);
      done();
    },
    handler: (request, reply) => request.call?.handle(request, reply) ?? reply.callNotFound(),
  });
};
