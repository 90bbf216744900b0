import { basename, join } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Files under this folder have a hash of their content in their name, so they never change. */
const hashed = '/assets/';

/**
 * Serves the built page: its files as they were compressed at build, and `index.html` for every
 * address that belongs to the browser's router.
 *
 * @param dist folder that `vite build` wrote.
 * @returns the answer to requests that no route takes.
 */
export async function servePage(
  server: FastifyInstance,
  dist: string,
): Promise<(request: FastifyRequest, reply: FastifyReply) => FastifyReply> {
  const common: FastifyStaticOptions = {
    root: dist,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheOf(path));
      // Types of XML say their encoding; the library names it for texts alone.
      if (path.includes('.svg')) reply.header('content-type', 'image/svg+xml; charset=utf-8');
    },
  };
  // Looked up at each request: a build beside a running server brings names that it has not seen.
  await server.register(fastifyStatic, {
    ...common,
    root: join(dist, hashed),
    prefix: hashed,
    decorateReply: false,
  });
  // A route for each file that is there: whatever else is asked for falls to the router below.
  await server.register(fastifyStatic, {
    ...common,
    wildcard: false,
    globIgnore: [`${hashed.slice(1)}**`],
  });
  return (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    // An address in the bar may end in a file's name, too: pages are asked for as such.
    const isPage = !basename(path).includes('.') || request.headers.accept?.includes('text/html');
    const navigates = ['GET', 'HEAD'].includes(request.method) && isPage;
    // A chunk of an older build must not be answered with a page: the browser would run it.
    if (!navigates) return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
    return reply.sendFile('index.html');
  };
}

/** A browser looks for the icon again with every address, which is every change of a tab. */
const icon = '/favicon.svg';

const cacheOf = (path: string): string => {
  if (path.includes(hashed)) return 'public, max-age=31536000, immutable';
  return path.includes(icon) ? 'public, max-age=86400' : 'no-cache';
};
