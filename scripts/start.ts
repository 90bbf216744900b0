import { pathToFileURL } from 'node:url';
import { buildUncompressed, compressPage } from './page.ts';
import { buildServer } from './server.ts';

/**
 * `npm start`: the server is bundled first, in about a second. The page is built by a process of its own while this one
 * brings the database up to date, and compressed by another one while this one serves.
 */
const page = buildUncompressed();
// A failed build ends the start where the server waits for the page.
page.catch(() => undefined);
const { serve } = await buildServer();
const { runServer } = (await import(
  pathToFileURL(serve).href
)) as typeof import('@keyan/api/serve.ts');
await runServer(page, compressPage);
