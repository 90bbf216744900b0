import { pathToFileURL } from 'node:url';
import { buildUncompressed, compressPage } from './page.ts';
import { buildServer } from './server.ts';

/**
 * `npm start`: bundles the server first, in about a second. A separate process builds the page
 * while this one migrates the database, and another compresses it while this one serves.
 */
const page = buildUncompressed();
// The server awaits the page later and fails there; this handler only prevents an unhandled
// rejection before.
page.catch(() => undefined);
const { serve } = await buildServer();
const { runServer } = (await import(
  pathToFileURL(serve).href
)) as typeof import('@keyan/api/serve.ts');
await runServer(page, compressPage);
