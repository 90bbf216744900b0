import { buildPage } from './page.ts';

/** `node scripts/build-page.ts`: the built page, up to date. */
await buildPage();
