import { runServer } from '@keyan/api/serve.ts';
import { buildUncompressed, compressPage } from './page.ts';

/**
 * `npm start`: the page is built by a process of its own while this one brings the database up to date, and compressed
 * by another one while this one serves.
 */
await runServer(buildUncompressed(), compressPage);
