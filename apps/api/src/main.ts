import { composeApp } from './app.ts';
import { openMigrated, root, run, say } from './commands/command.ts';
import { readEnv } from './env.ts';
import { onStop } from './lifecycle.ts';

/** The server: configuration, database, migrations, demo data on the first run, then listening. */
await run(async () => {
  const env = readEnv(process.env, root);
  const database = await openMigrated(env, true);
  try {
    const app = await composeApp(env, database);
    try {
      await app.seed(say);
      const address = await app.server.listen({ host: env.host, port: env.port });
      onStop(async () => {
        await app.close();
        await database.close();
      }, say);
      say(app.greeting(address));
    } catch (error) {
      await app.close();
      throw error;
    }
  } catch (error) {
    await database.close();
    throw error;
  }
});
