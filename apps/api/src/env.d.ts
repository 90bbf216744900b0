import { Failure } from './failure.ts';
/** Where uploaded files are kept. */
export type FileStoreSettings =
  | {
      readonly kind: 'disk';
      readonly folder: string;
    }
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
  /** True outside production: the demo university is seeded and its accounts are shown. */
  readonly demo: boolean;
  readonly host: string;
  readonly port: number;
  /** Absolute path. */
  readonly dataDir: string;
  /** Unset: the embedded PostgreSQL under `dataDir`. */
  readonly databaseUrl?: string;
  /** Login of the application's role on `databaseUrl`; unset: derived from `databaseUrl`. */
  readonly databaseAppUrl?: string;
  readonly databaseConnections: number;
  readonly files: FileStoreSettings;
  readonly logLevel: string;
  /** Signs sign-in tokens; unset: `tokenSecret` keeps one in `dataDir`. */
  readonly tokenSecret?: string;
  /** Proxies in front whose `X-Forwarded-For` is believed. */
  readonly trustProxy: boolean | string;
}
/** Every fault of the configuration at once, one line each. */
export declare class BadConfiguration extends Failure {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]);
}
/**
 * Every variable that the process reads, with its default and meaning. The README's table is
 * printed from here (`npm run explain -- env`).
 */
export declare const variables: {
  readonly NODE_ENV: readonly [
    'development',
    '`production` turns demo mode off: no demo data, no default accounts.',
  ];
  readonly HOST: readonly [
    '127.0.0.1',
    'Address to listen on; `0.0.0.0` for every network interface.',
  ];
  readonly PORT: readonly ['8080', 'Port of the page and the API.'];
  readonly DATA_DIR: readonly [
    './data',
    'Folder of the database, uploaded files and secrets of this installation.',
  ];
  readonly DATABASE_URL: readonly [
    '',
    'Your own PostgreSQL, as the role that owns the schema; empty: embedded.',
  ];
  readonly DATABASE_APP_URL: readonly [
    '',
    "Login of the application's role, when DATABASE_URL may not create it.",
  ];
  readonly DATABASE_CONNECTIONS: readonly ['10', 'Connections that this process holds at most.'];
  readonly S3_BUCKET: readonly [
    '',
    'Keep uploaded files in this S3 bucket; empty: on disk under DATA_DIR.',
  ];
  readonly S3_REGION: readonly ['us-east-1', 'Region of the bucket.'];
  readonly S3_ENDPOINT: readonly ['', 'Address of an S3-compatible service; empty: Amazon S3.'];
  readonly S3_ACCESS_KEY_ID: readonly ['', 'Key of the S3 account.'];
  readonly S3_SECRET_ACCESS_KEY: readonly ['', 'Secret of the S3 account.'];
  readonly S3_FORCE_PATH_STYLE: readonly [
    'true',
    'Bucket in the path and not in the host name: `true` or `false`.',
  ];
  readonly TOKEN_SECRET: readonly [
    '',
    'Signs sign-in tokens (32 characters or more); empty: made once in DATA_DIR.',
  ];
  readonly TRUST_PROXY: readonly [
    '',
    'Proxies whose X-Forwarded-For is believed: `true`, or addresses with commas.',
  ];
  readonly LOG_LEVEL: readonly ['info', `One of ${string}.`];
};
/**
 * Reads the configuration, touching nothing. An unset or empty variable takes its default.
 *
 * @param source usually `process.env`.
 * @param root folder against which a relative `DATA_DIR` counts.
 * @throws BadConfiguration with every fault found.
 */
export declare function readEnv(
  source: Readonly<Record<string, string | undefined>>,
  root: string,
): Env;
/** The key that signs sign-in tokens: the configured one, or this installation's own. */
export declare const tokenSecret: (env: Env) => Uint8Array;
/**
 * A random secret of this installation: made at the first start, then read from `DATA_DIR`, where
 * only the account of the process may read it.
 */
export declare function keptSecret(dataDir: string, name: string): string;
/**
 * Makes the data folder when it is missing. Other accounts may pass through it (a database that root
 * starts runs as one of them) and see nothing.
 */
export declare function makeDataDir(dataDir: string): void;
//# sourceMappingURL=env.d.ts.map
