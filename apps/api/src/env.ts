import { createHmac, randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import {
  type ExternalSettings,
  readExternalSettings,
} from '@keyan/engine/identity/external/settings.ts';
import { SealedPasswords } from '@keyan/engine/identity/sealed-password.ts';
import { readHosts, readReplicaUrls, readTrustProxy, splitList } from './env-lists.ts';
import { Failure } from './failure.ts';

/** Settings of the store of uploaded files. */
export type FileStoreSettings =
  | { readonly kind: 'disk'; readonly folder: string }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      readonly region: string;
      readonly endpoint?: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      readonly forcePathStyle: boolean;
    };

/** The configuration of one process, read and checked once at start. */
export interface Env {
  /** True outside production: writes the demo university and lists its accounts for sign-in. */
  readonly demo: boolean;
  readonly host: string;
  readonly port: number;
  /** Absolute path of the data folder. */
  readonly dataDir: string;
  /** Absolute path of the archive of the embedded database; unset: no archiving. */
  readonly archiveDir?: string;
  /** Address of an external PostgreSQL; unset: the embedded PostgreSQL under `dataDir`. */
  readonly databaseUrl?: string;
  /** Login of the application's role on `databaseUrl`; unset: derived from `databaseUrl`. */
  readonly databaseAppUrl?: string;
  readonly databaseConnections: number;
  /** Addresses without login of replicas of `databaseUrl`, for heavy reads; empty: no replicas. */
  readonly databaseReplicaUrls: readonly string[];
  /** Maximum number of connections to each data source with tenants. */
  readonly datasourceConnections: number;
  readonly files: FileStoreSettings;
  readonly logLevel: string;
  /** Key that signs sign-in tokens; unset: `tokenSecret` stores a random one in `dataDir`. */
  readonly tokenSecret?: string;
  /** Private keys that decrypt SM2 passwords; empty: one derived from the token secret. */
  readonly sm2PrivateKeys: readonly string[];
  /** Absolute path of the file with the settings of external sign-in services (CAS, OAuth 2.0). */
  readonly signInFile?: string;
  /** Reverse proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: boolean | string;
  /** Hosts whose pages may be embedded: `x.edu.cn`, `*.edu.cn`, each optionally with a port. */
  readonly embedHosts: readonly string[];
  /** Hosts in private networks that outgoing connections may reach, in lower case. */
  readonly serviceHosts: readonly string[];
  /** True if administrators of the platform may connect to other databases and write definitions. */
  readonly develop: boolean;
  /** True if this process does background work, such as exports and checks by the clock. */
  readonly jobs: boolean;
  /** True if visitors must read characters from a picture before they sign in or register. */
  readonly captcha: boolean;
  /** Maximum requests per minute of a signed-in user; an IP address may send ten times as many. */
  readonly requestsPerMinute: number;
  /** Address at which metrics are served; unset: no metrics. */
  readonly metrics?: { readonly host: string; readonly port: number };
  /** Name of the service in traces; unset: no traces. */
  readonly traces?: { readonly service: string };
}

/** Failure with every fault of the configuration, one line each. */
export class BadConfiguration extends Failure {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`The configuration has ${faults.length} fault(s):\n  ${faults.join('\n  ')}`);
    this.faults = faults;
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/**
 * Every variable that the process reads, with its default and meaning. The table of the README is
 * generated from this list, and a test compares the two.
 */
export const environmentVariables = {
  NODE_ENV: ['development', '`production` turns demo mode off: no demo data, no default accounts.'],
  HOST: ['127.0.0.1', 'Address to listen on; `0.0.0.0` for every network interface.'],
  PORT: ['8080', 'Port of the page and the API.'],
  DATA_DIR: ['./data', 'Folder of the database, uploaded files and secrets of this installation.'],
  ARCHIVE_DIR: [
    '',
    'Folder on another disk that takes every change, for restores to any moment (docs/operations.md); empty: none.',
  ],
  DATABASE_URL: ['', 'Your own PostgreSQL, as the role that owns the schema; empty: embedded.'],
  DATABASE_APP_URL: ['', "Login of the application's role, when DATABASE_URL may not create it."],
  DATABASE_CONNECTIONS: ['10', 'Connections that this process holds at most.'],
  DATABASE_REPLICA_URLS: [
    '',
    'Streaming replicas of DATABASE_URL for lists, searches and sums, without a login, with commas; empty: none.',
  ],
  DATASOURCE_CONNECTIONS: [
    '5',
    'Connections that this process holds at most to each data source that has tenants.',
  ],
  S3_BUCKET: [
    '',
    'Keep uploaded files in this S3 bucket, of this installation alone; empty: on disk under DATA_DIR.',
  ],
  S3_REGION: ['us-east-1', 'Region of the bucket.'],
  S3_ENDPOINT: ['', 'Address of an S3-compatible service; empty: Amazon S3.'],
  S3_ACCESS_KEY_ID: ['', 'Key of the S3 account.'],
  S3_SECRET_ACCESS_KEY: ['', 'Secret of the S3 account.'],
  S3_FORCE_PATH_STYLE: ['true', 'Bucket in the path and not in the host name: `true` or `false`.'],
  TOKEN_SECRET: ['', 'Signs sign-in tokens (32 characters or more); empty: made once in DATA_DIR.'],
  SM2_PRIVATE_KEY: [
    '',
    'Opens SM2-encrypted passwords: hex, several with commas, the newest first; empty: from TOKEN_SECRET.',
  ],
  SIGN_IN_FILE: [
    '',
    'JSON file that names CAS, OpenID Connect and OAuth 2.0 services (docs/sign-in.md); empty: none.',
  ],
  TRUST_PROXY: ['', 'Proxies whose X-Forwarded-For is believed: `true`, or addresses with commas.'],
  EMBED_HOSTS: [
    '',
    'Sites that every tenant may embed, with commas: `jwc.x.edu.cn`, `*.x.edu.cn`; empty: none.',
  ],
  SERVICE_HOSTS: [
    '',
    'Servers (mail, object stores, databases) in the internal network that administrators may name, with commas; empty: none.',
  ],
  DEVELOP: ['auto', 'Data sources and code generation: `on`, `off`, or `auto`: in demo mode only.'],
  JOBS: ['on', 'Do background work in this process: `on`, or `off` where another one does it.'],
  CAPTCHA: ['off', 'Ask for a captcha at sign-in and registration: `on` or `off`.'],
  REQUESTS_PER_MINUTE: [
    '3000',
    'Requests of one signed-in user; an address may send ten times as many.',
  ],
  METRICS_PORT: [
    '',
    'Port of `GET /metrics` in the format of Prometheus, for operators alone; empty: none.',
  ],
  METRICS_HOST: ['127.0.0.1', 'Address of METRICS_PORT.'],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    '',
    'OpenTelemetry collector (OTLP over HTTP) that receives traces; empty: none.',
  ],
  OTEL_SERVICE_NAME: ['keyan', 'Name of this service in traces.'],
  LOG_LEVEL: ['info', `One of ${logLevels.join(', ')}.`],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>;

type Name = keyof typeof environmentVariables;

/**
 * Reads the configuration without side effects. An unset or empty variable takes its default.
 *
 * @param source usually `process.env`.
 * @param root folder against which a relative `DATA_DIR` is resolved.
 * @throws BadConfiguration with every fault found.
 */
export function readEnv(source: Readonly<Record<string, string | undefined>>, root: string): Env {
  const faults: string[] = [];
  const text = (name: Name): string => source[name]?.trim() || environmentVariables[name][0];
  const fault = (name: Name, rule: string): undefined => {
    faults.push(`${name} ${rule} (it is "${text(name)}").`);
  };
  const integer = (name: Name, least: number, most: number): number => {
    const value = Number(text(name));
    if (!Number.isInteger(value) || value < least || value > most) {
      fault(name, `must be a whole number from ${least} to ${most}`);
    }
    return value;
  };
  const oneOf = (name: Name, allowed: readonly string[]): string => {
    if (!allowed.includes(text(name))) fault(name, `must be one of ${allowed.join(', ')}`);
    return text(name);
  };
  const url = (name: Name, protocols: readonly string[]): string | undefined => {
    const value = text(name);
    if (value === '') return undefined;
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
      // The value may contain a password: the message names the variable only.
      faults.push(
        `${name} must be an address that starts with ${protocols.map((one) => `${one}//`).join(' or ')}.`,
      );
    }
    return value;
  };

  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const databaseAppUrl = url('DATABASE_APP_URL', ['postgres:', 'postgresql:']);
  const mode = oneOf('NODE_ENV', ['development', 'production', 'test']);
  const dataDir = isAbsolute(text('DATA_DIR')) ? text('DATA_DIR') : resolve(root, text('DATA_DIR'));
  const secret = text('TOKEN_SECRET');
  faults.push(...databaseFaults(text, mode));

  const env: Env = {
    demo: mode !== 'production',
    host: text('HOST'),
    port: integer('PORT', 0, 65_535),
    dataDir,
    ...(text('ARCHIVE_DIR') && { archiveDir: resolve(root, text('ARCHIVE_DIR')) }),
    ...(databaseUrl && { databaseUrl }),
    ...(databaseAppUrl && { databaseAppUrl }),
    databaseConnections: integer('DATABASE_CONNECTIONS', 2, 1000),
    databaseReplicaUrls: readReplicaUrls(text('DATABASE_REPLICA_URLS'), () =>
      // The value may hold a password: name the variable, never print it.
      faults.push(
        'DATABASE_REPLICA_URLS must be addresses such as postgresql://host:5432 with commas, without a login.',
      ),
    ),
    datasourceConnections: integer('DATASOURCE_CONNECTIONS', 2, 1000),
    ...(secret && { tokenSecret: secret }),
    files: readFileStore(text, oneOf, url, faults, dataDir),
    logLevel: oneOf('LOG_LEVEL', logLevels),
    ...(text('SIGN_IN_FILE') && { signInFile: resolve(root, text('SIGN_IN_FILE')) }),
    sm2PrivateKeys: readKeys(text('SM2_PRIVATE_KEY'), () =>
      // The value is secret: the message names the variable only.
      faults.push('SM2_PRIVATE_KEY must be private keys of 32 bytes in hex, with commas.'),
    ),
    trustProxy: readTrustProxy(text('TRUST_PROXY'), () =>
      fault('TRUST_PROXY', 'must be true, false, or addresses and networks with commas'),
    ),
    embedHosts: readHosts(text('EMBED_HOSTS'), () =>
      fault('EMBED_HOSTS', 'must be host names with commas, without https:// and paths'),
    ),
    serviceHosts: splitList(text('SERVICE_HOSTS')).map((each) => each.toLowerCase()),
    develop: isDeveloping(oneOf('DEVELOP', ['auto', 'on', 'off']), mode),
    jobs: oneOf('JOBS', ['on', 'off']) === 'on',
    captcha: oneOf('CAPTCHA', ['on', 'off']) === 'on',
    requestsPerMinute: integer('REQUESTS_PER_MINUTE', 60, 10_000_000),
    ...readTelemetry(text, integer, url),
  };
  if (faults.length > 0) throw new BadConfiguration(faults);
  return env;
}

/** Faults in combinations of settings: the database, and the secret of several processes. */
const databaseFaults = (text: (name: Name) => string, mode: string): readonly string[] => {
  const isOwn = text('DATABASE_URL') !== '';
  const secret = text('TOKEN_SECRET');
  const rules: readonly (readonly [isBroken: boolean, fault: string])[] = [
    [
      !isOwn && text('DATABASE_APP_URL') !== '',
      'DATABASE_APP_URL has no meaning without DATABASE_URL.',
    ],
    [
      !isOwn && text('DATABASE_REPLICA_URLS') !== '',
      'DATABASE_REPLICA_URLS has no meaning without DATABASE_URL.',
    ],
    [
      isOwn && text('ARCHIVE_DIR') !== '',
      'ARCHIVE_DIR is for the embedded database; archive DATABASE_URL with its own tools.',
    ],
    [secret !== '' && secret.length < 32, 'TOKEN_SECRET must have 32 characters or more.'],
    [
      isOwn && secret === '' && mode === 'production',
      'TOKEN_SECRET must be given with DATABASE_URL in production: processes that share a database must sign alike.',
    ],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, fault]) => fault);
};

/** Functions for developers are on by default outside production only. */
const isDeveloping = (choice: string, mode: string): boolean =>
  choice === 'auto' ? mode !== 'production' : choice === 'on';

/** Returns the key that signs sign-in tokens: the configured, or the stored one. */
export const tokenSecret = (env: Env): Uint8Array =>
  Buffer.from(env.tokenSecret ?? installationSecret(env.dataDir, 'token-secret'), 'utf8');

/**
 * Returns the keys that decrypt encrypted passwords: the configured ones, or one derived from the
 * token secret, so that processes with one token secret share it.
 */
export const sm2PrivateKeys = (env: Env): readonly string[] =>
  env.sm2PrivateKeys.length > 0
    ? env.sm2PrivateKeys
    : [createHmac('sha256', tokenSecret(env)).update('sm2 private key').digest('hex')];

/** Reads the settings of external sign-in services. @throws Failure for an invalid file. */
export function signInServices(env: Env): ExternalSettings | undefined {
  if (env.signInFile === undefined) return undefined;
  try {
    return readExternalSettings(readFileSync(env.signInFile, 'utf8'), env.demo);
  } catch (error) {
    throw new Failure(`SIGN_IN_FILE cannot be used: ${(error as Error).message}`, error);
  }
}

const readTelemetry = (
  text: (name: Name) => string,
  integer: (name: Name, least: number, most: number) => number,
  url: (name: Name, protocols: readonly string[]) => string | undefined,
): Pick<Env, 'metrics' | 'traces'> => ({
  ...(text('METRICS_PORT') && {
    metrics: { host: text('METRICS_HOST'), port: integer('METRICS_PORT', 0, 65_535) },
  }),
  ...(url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']) && {
    traces: { service: text('OTEL_SERVICE_NAME') },
  }),
});

function readFileStore(
  text: (name: Name) => string,
  oneOf: (name: Name, allowed: readonly string[]) => string,
  url: (name: Name, protocols: readonly string[]) => string | undefined,
  faults: string[],
  dataDir: string,
): FileStoreSettings {
  const bucket = text('S3_BUCKET');
  const endpoint = url('S3_ENDPOINT', ['http:', 'https:']);
  const forcePathStyle = oneOf('S3_FORCE_PATH_STYLE', ['true', 'false']) === 'true';
  if (bucket === '') return { kind: 'disk', folder: join(dataDir, 'files') };
  for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
    if (text(name) === '') faults.push(`${name} must be given with S3_BUCKET.`);
  }
  return {
    kind: 's3',
    bucket,
    region: text('S3_REGION'),
    ...(endpoint && { endpoint }),
    accessKeyId: text('S3_ACCESS_KEY_ID'),
    secretAccessKey: text('S3_SECRET_ACCESS_KEY'),
    forcePathStyle,
  };
}

function readKeys(value: string, fault: () => void): readonly string[] {
  const keys = splitList(value);
  try {
    new SealedPasswords(keys);
  } catch {
    fault();
  }
  return keys;
}

/**
 * Returns a random secret of this installation: generated at the first start, then read from a file
 * in `DATA_DIR` that only the account of the process may read.
 */
export function installationSecret(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  makeDataDir(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
    try {
      // Linking fails if the file exists: processes that start at the same time agree on one
      // secret.
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft);
    }
  }
  return readFileSync(file, 'utf8').trim();
}

/**
 * Makes the data folder if missing. Other accounts may traverse the folder (an embedded database
 * started by root runs as one of them) but not list it.
 */
export function makeDataDir(dataDir: string): void {
  try {
    if (mkdirSync(dataDir, { recursive: true })) chmodSync(dataDir, 0o711);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Failure(`DATA_DIR cannot be used: ${(error as Error).message}`, error);
  }
}

/** Makes a folder that only its owner can access; removes access of others to an existing one. */
export function makePrivate(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
  } catch (error) {
    throw new Failure(`${folder} cannot be used: ${(error as Error).message}`, error);
  }
}
