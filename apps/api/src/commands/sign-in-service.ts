import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { demoSite } from '@keyan/product/demo/site.server.ts';
import { readEnv } from '../env.ts';
import { Failure } from '../failure.ts';
import { demoSettings, demoSignIn } from '../sign-in/service.ts';
import { printLine, projectRoot, runCommand } from './command.ts';

/**
 * `npm run sign-in-service [-- --port 8090 --site http://127.0.0.1:8080]`: runs a sign-in service
 * for trying CAS and OAuth 2.0 with the demo until Ctrl-C, and writes the settings file that names
 * it.
 */
await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8090' },
      site: { type: 'string', default: 'http://127.0.0.1:8080' },
    },
  });
  const env = readEnv(process.env, projectRoot);
  if (!env.demo)
    throw new Failure('The sign-in service asks for no password: it is for demo mode.');
  const people = [...(demoSite().demo?.accounts ?? []), { account: 'newcomer', name: 'Newcomer' }];
  const server = demoSignIn(values.site, people);
  // The service lets anybody choose an account, so it listens on this machine only.
  server.listen(Number(values.port), '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const file = join(env.dataDir, 'sign-in.json');
  mkdirSync(env.dataDir, { recursive: true });
  const settings = demoSettings(values.site, `http://127.0.0.1:${port}`);
  writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  printLine(`Sign-in service at http://127.0.0.1:${port}. Start the demo beside it:`);
  printLine(`  SIGN_IN_FILE=${file} npm start`);
});
