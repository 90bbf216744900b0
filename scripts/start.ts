import { buildPage } from './page.ts';

/** `npm start`: the page built, then the server in this very process. */
try {
  await buildPage();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
await import('@keyan/api/main.ts');
