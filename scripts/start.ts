import { runServer } from '@keyan/api/serve.ts';
import { buildPage } from './page.ts';

/** `npm start`: the page is built by a process of its own while this one brings the database up to date. */
await runServer(buildPage());
