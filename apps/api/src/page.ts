import { basename, join } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Path of files with a hash of their content in their names: such files never change. */
const hashedPath = '/assets/';

/**
 * Serves the built page: its files as compressed at build time, and `index.html` for every address
 * of the browser's router.
 *
 * @param dist folder that `vite build` wrote.
 * @returns handler for requests that no route matches.
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
      // SVG is XML: the library names the charset of text types only.
      if (path.includes('.svg')) reply.header('content-type', 'image/svg+xml; charset=utf-8');
    },
  };
  // Files are looked up at each request: a build beside a running server adds new names.
  await server.register(fastifyStatic, {
    ...common,
    root: join(dist, hashedPath),
    prefix: hashedPath,
    decorateReply: false,
  });
  // A route for each existing file: requests for other paths reach the handler below.
  await server.register(fastifyStatic, {
    ...common,
    wildcard: false,
    globIgnore: [`${hashedPath.slice(1)}**`],
  });
  return (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    // An address of the page may end like a file name: a browser asks for pages with `Accept:
    // text/html`.
    const isPage = !basename(path).includes('.') || request.headers.accept?.includes('text/html');
    const navigates = ['GET', 'HEAD'].includes(request.method) && isPage;
    // Answering a chunk of an older build with the page would make the browser run HTML as a
    // script.
    if (!navigates) return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
    return reply.sendFile('index.html');
  };
}

/** Browsers request the icon again at every change of address. */
const iconPath = '/favicon.svg';

const cacheOf = (path: string): string => {
  if (path.includes(hashedPath)) return 'public, max-age=31536000, immutable';
  return path.includes(iconPath) ? 'public, max-age=86400' : 'no-cache';
};
