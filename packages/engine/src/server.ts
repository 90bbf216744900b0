import type { Actor } from '@keyan/kernel/actor.ts';
import type { FastifyInstance } from 'fastify';
import type { Engine } from './engine.ts';
import type { Endpoint } from './wire/endpoint.ts';

export interface ServerOptions {
  readonly engine: Engine;
  /** Calls beside those that derive from the engine's resources. */
  readonly endpoints: readonly Endpoint[];
  /** Who holds this access token, or null when nobody does any more. */
  authenticate(token: string): Promise<Actor | null>;
  /** Is this a client of ours? (`Authorization: Basic`, spec §9) */
  knowsClient(id: string, secret: string): Promise<boolean>;
  /** Addresses whose `X-Forwarded-For` is believed. */
  readonly trustProxy?: string | boolean;
  /** Product name and version, for the description of the calls. */
  readonly title: string;
  readonly version: string;
  /** Requests per minute and address, and per signed-in user; more get 429. */
  readonly perMinute?: { readonly address: number; readonly user: number };
}

/**
 * The HTTP server, ready to `listen`. Whoever composes it may register more on it before that,
 * such as the page's files; requests outside `/api/` that nothing else answers go to
 * `decorators.page` when set, else get 404.
 */
export declare const createServer: (options: ServerOptions) => Promise<FastifyInstance>;
