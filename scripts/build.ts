import { buildPage } from './page.ts';
import { buildServer } from './server.ts';

/** `node scripts/build.ts`: the built page and the bundled server, up to date. */
await Promise.all([buildPage(), buildServer()]);
