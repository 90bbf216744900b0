import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Secrets } from '@keyan/engine/base/secrets.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { createServer } from 'mysql2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encryptingServer } from './mysql-fake.server.ts';
import type { StoredFinanceSource } from './places.server.ts';
import { FinanceSources } from './tables.server.ts';

/**
 * The way to a MySQL server, with servers that speak its protocol and run no SQL: names of certificates, statements
 * that are sent, and answers that are read. `mysql.db.test.ts` runs the statements on a real server, where one is
 * installed.
 */
const sources = new FinanceSources({
  secrets: new Secrets(Buffer.alloc(32)),
  hosts: ['localhost', '127.0.0.1'],
  room: '/nowhere',
});
const at = (url: string): StoredFinanceSource => ({
  id: '1',
  name: '中间库',
  sourceKind: '2',
  url,
  username: 'finance',
  password: '',
  folder: null,
  tables: [],
  columns: [{ object: 'arrival', ours: 'payer', theirs: 'payer`s name' }],
});
const maker = { workers: { run: () => Promise.reject(new Error('no worker')) }, person: undefined };
const open = (url: string) => sources.open('000000', at(url), maker);

const pem = (name: string): string =>
  readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');
const identity = (name: string) => ({ key: pem(`${name}.key`), cert: pem(`${name}.pem`) });

describe('the certificate of an encrypted connection', () => {
  const usual = getCACertificates();
  beforeAll(() => setDefaultCACertificates([...usual, pem('ca.pem')]));
  afterAll(() => setDefaultCACertificates(usual));

  const refusal = async (name: string): Promise<string> => {
    const server = await encryptingServer(identity(name));
    try {
      const tables = await open(`mysql://localhost:${server.port}/finance?sslmode=require`);
      await tables.close();
      return 'opened';
    } catch (error) {
      return error instanceof Refused ? error.label[0] : String(error);
    } finally {
      server.close();
    }
  };

  test('of the named server is taken: the server itself answers', async () => {
    expect(await refusal('localhost')).toContain('Access denied');
  });
  test('of another server is refused, whoever signed it', async () => {
    expect(await refusal('finance.example')).toMatch(/does not match|altnames/i);
  });
});

describe('statements and answers', () => {
  const asked: string[] = [];
  const found = new Set<string>();
  const server = createServer((connection) => {
    connection.serverHandshake({
      protocolVersion: 10,
      serverVersion: '8.0.36',
      connectionId: 1,
      statusFlags: 2,
      characterSet: 45,
      capabilityFlags: 0xff_ff_ff,
      authCallback: (_given: unknown, done: (error: null) => void) => done(null),
    });
    connection.on('query', (sql: string) => {
      asked.push(sql);
      if (sql.startsWith('select')) {
        const column = (name: string) => ({
          catalog: 'def',
          schema: 'finance',
          table: 'kh_arrive',
          orgTable: 'kh_arrive',
          name,
          orgName: name,
          characterSet: 45,
          columnLength: 400,
          columnType: 253,
          flags: 0,
          decimals: 0,
        });
        const row = { voucher: 'V1', date: '2026-11-20', amount: '106000.00', payer: '甲方' };
        connection.writeTextResult([row], Object.keys(row).map(column));
        return;
      }
      const number = /'(H\d+)'$/.exec(sql)?.[1] ?? '';
      const isKnown = sql.startsWith('update') && found.has(number);
      connection.writeOk({ affectedRows: sql.startsWith('update') ? Number(isKnown) : 1 });
    });
    connection.on('error', () => undefined);
  });
  let port = 0;
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      server.listen(0);
      // The server of the library tells its port by its socket.
      const { _server: socket } = server as unknown as {
        readonly _server: {
          address(): { readonly port: number } | null;
          once(event: 'listening', done: () => void): void;
        };
      };
      socket.once('listening', () => {
        port = socket.address()?.port ?? 0;
        resolve();
      });
    });
  });
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

  test('rows come as texts behind their key, in the order of bytes; names are quoted', async () => {
    const tables = await open(`mysql://localhost:${port}/finance`);
    asked.length = 0;
    const rows = await tables.read('arrival', "V'0", 5);
    expect(rows).toMatchObject([{ voucher: 'V1', amount: '106000.00', payer: '甲方' }]);
    expect(asked[0]).toContain('cast(`payer``s name` as char character set utf8mb4)');
    expect(asked[0]).toContain("> ('V\\'0') order by");
    expect(asked[0]).toMatch(/limit 5$/);
    await tables.close();
  });
  test('a row that is there is changed, another one is inserted', async () => {
    const tables = await open(`mysql://localhost:${port}/finance`);
    asked.length = 0;
    found.add('H1');
    await tables.put('program', [
      { number: 'H1', name: '合同一' },
      { number: 'H2', name: '合同二' },
    ]);
    expect(asked).toEqual([
      "update `kh_program` set `name` = '合同一' where `program_num` = 'H1'",
      "update `kh_program` set `name` = '合同二' where `program_num` = 'H2'",
      "insert into `kh_program` (`name`, `program_num`) values ('合同二', 'H2')",
    ]);
    await tables.close();
  });
});
