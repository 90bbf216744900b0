import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './steps.ts';

/** Ways by which a server calls another machine. */
const leaving =
  /(?<![.\w])fetch\(|\bhttps?(?:\.request|\.get)\(|from 'node:(?:tls|https?)'|new S3Client\(|createTransport\(|from 'openid-client'/;

/** Files on the server that call another machine by themselves, and why; anything else asks the one client (decision 0475). */
const own: Readonly<Record<string, string>> = {
  'packages/engine/src/outgoing/ask.ts': 'the one client',
  'packages/engine/src/outgoing/proxy.ts': 'part of the one client',
  'packages/engine/src/files/s3.ts':
    'files of any size in signed parts; the addresses are judged by the same lookup, redirects are not followed',
  'packages/product/src/system/mail/mail.server.ts':
    'SMTP is no HTTP; the address is judged and pinned by resolveAddress',
  'packages/engine/src/identity/external/oauth.ts':
    'the operator names the services in a file, administrators cannot; the library proves answers by their keys',
  'packages/product/src/funds/exchange/mysql-fake.server.ts': 'a server of tests',
  'apps/api/src/sign-in/service.ts': 'a server to try the sign-in with',
};

/** Files of servers: what browsers load and what tests play has no addresses of administrators. */
const files = globSync('{packages/{engine,product}/src,apps/api/src}/**/*.ts', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.test\.ts$|\/testing[./]|testing\.ts$|\.web\.ts$/.test(file));

it('servers call other machines by the one client, but for the files that say why', () => {
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((file) => leaving.test(readFileSync(join(root, file), 'utf8')));
  expect(found.filter((file) => !Object.hasOwn(own, file))).toEqual([]);
  expect(Object.keys(own).filter((file) => !found.includes(file))).toEqual([]);
});
