import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  BadConfiguration,
  environmentVariables,
  makeDataDir,
  makePrivate,
  readEnv,
  sm2PrivateKeys,
  tokenSecret,
} from './env.ts';
import { describeError } from './failure.ts';
import { replicaAddress } from './postgres/replicas.ts';

const root = mkdtempSync(join(tmpdir(), 'keyan-env-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const faultsOf = (source: Record<string, string>): readonly string[] => {
  try {
    readEnv(source, root);
    return [];
  } catch (error) {
    if (error instanceof BadConfiguration) return error.faults;
    throw error;
  }
};

describe('readEnv', () => {
  it('serves the demo on the loopback address when nothing is set', () => {
    expect(readEnv({ PORT: '' }, root)).toMatchObject({
      demo: true,
      captcha: false,
      host: '127.0.0.1',
      port: 8080,
      dataDir: join(root, 'data'),
      files: { kind: 'disk', folder: join(root, 'data', 'files') },
    });
    expect(readEnv({ NODE_ENV: 'production' }, root).demo).toBe(false);
  });

  it('makes the token secret once and keeps it to the account', () => {
    const env = readEnv({}, root);
    expect(tokenSecret(env)).toEqual(tokenSecret(env));
    expect(statSync(join(root, 'data', 'secrets', 'token-secret')).mode & 0o777).toBe(0o600);
  });

  it('opens encrypted passwords with the configured keys, else with one that follows from the secret', () => {
    const key = 'ab'.repeat(32);
    expect(sm2PrivateKeys(readEnv({ SM2_PRIVATE_KEY: `${key}, 00${key}` }, root))).toEqual([
      key,
      `00${key}`,
    ]);
    const own = sm2PrivateKeys(readEnv({}, root));
    expect(own).toEqual([expect.stringMatching(/^[\da-f]{64}$/)]);
    expect(sm2PrivateKeys(readEnv({ TOKEN_SECRET: 'x'.repeat(32) }, root))).not.toEqual(own);
    expect(faultsOf({ SM2_PRIVATE_KEY: 'my secret' })).toEqual([
      'SM2_PRIVATE_KEY must be private keys of 32 bytes in hex, with commas.',
    ]);
  });

  it('closes a folder that others could look into', () => {
    const folder = join(root, 'open');
    mkdirSync(folder, { mode: 0o755 });
    makePrivate(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('says in one line that a folder cannot be written', () => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    const line = /^[^\n]+ cannot be used: [^\n]+$/;
    for (const make of [makeDataDir, makePrivate]) {
      try {
        make(join(file, 'data'));
        expect.unreachable();
      } catch (error) {
        expect(describeError(error)).toMatch(line);
      }
    }
    const error = Object.assign(new Error('EROFS: read-only file system, mkdir'), {
      code: 'EROFS',
    });
    expect(describeError(error)).toBe('Error: EROFS: read-only file system, mkdir');
  });

  it('names every bad value at once, and touches nothing', () => {
    const faults = faultsOf({
      DATA_DIR: 'bad',
      PORT: '99999',
      LOG_LEVEL: 'loud',
      NODE_ENV: 'prod',
      DATABASE_CONNECTIONS: 'many',
      TOKEN_SECRET: 'short',
      S3_BUCKET: 'b',
      EMBED_HOSTS: "x.edu.cn, 'unsafe-inline'",
      CAPTCHA: 'yes',
      TRUST_PROXY: '192.0.2.0/24, banana',
    });
    expect(faults).toEqual([
      'NODE_ENV must be one of development, production, test (it is "prod").',
      'TOKEN_SECRET must have 32 characters or more.',
      'PORT must be a whole number from 0 to 65535 (it is "99999").',
      'DATABASE_CONNECTIONS must be a whole number from 2 to 1000 (it is "many").',
      'S3_ACCESS_KEY_ID must be given with S3_BUCKET.',
      'S3_SECRET_ACCESS_KEY must be given with S3_BUCKET.',
      expect.stringContaining('LOG_LEVEL must be one of'),
      'TRUST_PROXY must be true, false, or addresses and networks with commas (it is "192.0.2.0/24, banana").',
      `EMBED_HOSTS must be host names with commas, without https:// and paths (it is "x.edu.cn, 'unsafe-inline'").`,
      'CAPTCHA must be one of on, off (it is "yes").',
    ]);
    expect(existsSync(join(root, 'bad'))).toBe(false);
  });

  it('takes replicas of DATABASE_URL, and their login from nobody', () => {
    const own = { DATABASE_URL: 'postgresql://owner:a@main/keyan' };
    const two = 'postgresql://one, postgres://two:5433/other?sslmode=require';
    const { databaseReplicaUrls } = readEnv({ ...own, DATABASE_REPLICA_URLS: two }, root);
    expect(databaseReplicaUrls).toEqual(two.split(', '));
    const appUrl = 'postgresql://keyan_app:p%40ss@main:5432/keyan?sslmode=verify-full';
    expect(databaseReplicaUrls.map((url) => replicaAddress(appUrl, url))).toEqual([
      'postgresql://keyan_app:p%40ss@one/keyan',
      'postgres://keyan_app:p%40ss@two:5433/other?sslmode=require',
    ]);
    for (const bad of [
      'postgresql://postgres:geheim@one',
      'https://one',
      'one:5432',
      'postgresql:///keyan',
    ]) {
      const [fault, ...others] = faultsOf({ ...own, DATABASE_REPLICA_URLS: bad });
      expect(fault).toMatch(/^DATABASE_REPLICA_URLS must be /);
      expect([others, fault?.includes('geheim')]).toEqual([[], false]);
    }
    expect(faultsOf({ DATABASE_REPLICA_URLS: 'postgresql://one' })).toEqual([
      'DATABASE_REPLICA_URLS has no meaning without DATABASE_URL.',
    ]);
  });

  it('reads what it has no use for yet, too', () => {
    expect(faultsOf({ S3_FORCE_PATH_STYLE: 'maybe' })).toEqual([
      'S3_FORCE_PATH_STYLE must be one of true, false (it is "maybe").',
    ]);
    for (const TRUST_PROXY of ['true', '10.1.2.3', 'loopback, 2001:db8::/32']) {
      expect(readEnv({ TRUST_PROXY }, root).trustProxy).toBe(TRUST_PROXY === 'true' || TRUST_PROXY);
    }
  });

  it('never prints the password of an address', () => {
    const faults = faultsOf({ DATABASE_URL: 'mysql://user:geheim@host/db' });
    expect(faults).toEqual([
      'DATABASE_URL must be an address that starts with postgres:// or postgresql://.',
    ]);
  });

  it('wants one token secret for all processes of a production database', () => {
    const own = { NODE_ENV: 'production', DATABASE_URL: 'postgres://u:p@host/db' };
    expect(faultsOf(own)).toEqual([expect.stringContaining('TOKEN_SECRET must be given')]);
    expect(faultsOf({ ...own, TOKEN_SECRET: 'x'.repeat(32) })).toEqual([]);
  });
});

describe('the README', () => {
  it('lists every variable as the program knows it', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
    for (const [name, [fallback, meaning]] of Object.entries(environmentVariables)) {
      expect(readme).toContain(`| \`${name}\` | ${fallback && `\`${fallback}\``} | ${meaning} |`);
    }
  });
});
