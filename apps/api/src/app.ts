import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Accounts } from '@keyan/engine/identity/accounts.ts';
import { createServer } from '@keyan/engine/server/server.ts';
import { draftEndpoints } from '@keyan/engine/wire/drafts/endpoints.ts';
import type { Endpoint } from '@keyan/engine/wire/endpoint.ts';
import { archiveEndpoints } from '@keyan/engine/wire/files/archive.ts';
import { fileEndpoints } from '@keyan/engine/wire/files/endpoints.ts';
import { messageEndpoints } from '@keyan/engine/wire/messages/endpoints.ts';
import { printEndpoints } from '@keyan/engine/wire/prints/endpoints.ts';
import { parseQuery } from '@keyan/engine/wire/query.ts';
import { viewEndpoints } from '@keyan/engine/wire/saved-views/endpoints.ts';
import { searchEndpoints } from '@keyan/engine/wire/search/endpoints.ts';
import { talkEndpoints } from '@keyan/engine/wire/talk/endpoints.ts';
import { workbookCalls } from '@keyan/engine/wire/workbooks/endpoints.ts';
import { approvalEndpoints } from '@keyan/engine/wire/workflow/approvals.ts';
import { workflowEndpoints } from '@keyan/engine/wire/workflow/endpoints.ts';
import { systemEndpoints } from '@keyan/product/composition/endpoints.server.ts';
import type { SiteInfo } from '@keyan/product/composition/tenant.server.ts';
import { hookLogEndpoints } from '@keyan/product/publishing/open/hook-log.endpoints.server.ts';
import { noteFailure } from '@keyan/product/system/error-log/error-log.server.ts';
import { ApiLog } from '@keyan/product/system/logs/api-log.server.ts';
import type { FastifyInstance } from 'fastify';
import type { Env } from './env.ts';
import { jobsOf } from './jobs.ts';
import { servePage } from './page.ts';
import type { Parts } from './parts.ts';

/** Folder into which `vite build` writes the page. */
const dist = join(import.meta.dirname, '../../web/dist');

/** Version of the product. */
export const { version } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
) as { version: string };

/** Endpoints of the server that no resource definition generates. */
export const serverEndpoints = (parts: Parts, site: SiteInfo): readonly Endpoint[] => [
  ...fileEndpoints(parts.files),
  ...archiveEndpoints(parts.engine.resources.values(), parts.files),
  ...messageEndpoints(parts.messages, parts.live),
  ...workflowEndpoints(parts.workflow),
  ...approvalEndpoints(parts.engine.resources.values(), parts.workflow),
  ...workbookCalls(parts.engine, parts.files, parseQuery).endpoints,
  ...viewEndpoints,
  ...printEndpoints,
  ...searchEndpoints,
  ...draftEndpoints(parts.actorOf),
  ...talkEndpoints(parts.actorOf),
  ...systemEndpoints({
    identity: parts.identity,
    external: parts.external,
    phoneCodes: parts.phoneCodes,
    texts: parts.texts,
    mail: parts.mail,
    im: parts.im,
    push: parts.push,
    robots: parts.robots,
    objectStores: parts.objectStores,
    dataSources: parts.dataSources,
    financeSources: parts.financeSources,
    collector: parts.collector,
    accounts: new Accounts({ ...parts.engine, identity: parts.identity }),
    dictionaries: parts.dictionaries,
    site,
    files: parts.files,
    jobs: jobsOf(parts),
    observer: parts.observer,
    version,
  }),
  ...hookLogEndpoints(parts.serviceHosts),
  ...parts.application.endpoints,
];

/**
 * Builds the HTTP server of a process: all endpoints, and the built page if the `dist` folder
 * exists.
 */
export const createApp = (env: Env, parts: Parts, site: SiteInfo): Promise<FastifyInstance> => {
  const calls = new ApiLog(parts.engine);
  return createServer({
    engine: parts.engine,
    endpoints: serverEndpoints(parts, site),
    authenticate: (token) => parts.identity.authenticate(token),
    authenticatePicture: (cookies) => parts.identity.authenticatePicture(cookies),
    knowsClient: (id, secret) => parts.identity.knowsClient(id, secret),
    isClosed: (token) => parts.identity.isClosed(token),
    onDenied: (actor, attempt) => parts.identity.denied(actor, attempt),
    onFailure: (...failure) => void noteFailure(parts.engine, ...failure),
    onAnswered: (...answer) => calls.note(...answer),
    onClosed: () => calls.flush(),
    ...(existsSync(dist) && { page: (server: FastifyInstance) => servePage(server, dist) }),
    trustProxy: env.trustProxy,
    perMinute: { user: env.requestsPerMinute, address: 10 * env.requestsPerMinute },
    openDocs: env.demo,
    title: 'Keyan 科研',
    version,
  });
};
