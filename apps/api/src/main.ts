import { createApp } from './app.ts';
import { openMigrated, root, run, say } from './commands/command.ts';
import { readEnv } from './env.ts';
import { greeting } from './greeting.ts';
import { startJobs } from './jobs.ts';
import { onStop } from './lifecycle.ts';
import { openParts } from './parts.ts';
import { demoSite, seedDemo } from './seed.ts';
import { furnishTenants } from './tenants.ts';

/** The server: configuration, database, migrations, demo data on the first run, then listening. */
await run(async () => {
  const env = readEnv(process.env, root);
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.reverse()) await closer();
  };
  try {
    const database = await openMigrated(env, true);
    closers.push(() => database.close());
    const parts = await openParts(env, database);
    closers.push(() => parts.close());
    if (env.demo) await seedDemo(parts, say);
    await furnishTenants(parts.engine);

    const site = env.demo ? demoSite : { tenantId: demoSite.tenantId };
    const server = await createApp(env, parts, site);
    closers.push(async () => server.close());
    const address = await server.listen({ host: env.host, port: env.port });
    onStop(close, say);
    say(greeting(address, site));
    // After the first answer can be given: the queue opens connections of its own.
    await startJobs(parts);
  } catch (error) {
    await close();
    throw error;
  }
});
