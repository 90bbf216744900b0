import { buildPage } from './page.ts';
import { buildServer } from './server.ts';

/** `node scripts/build.ts`: builds the page and bundles the server, unless they are up to date. */
await Promise.all([buildPage(), buildServer()]);
