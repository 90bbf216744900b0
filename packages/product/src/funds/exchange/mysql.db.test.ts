import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Secrets } from '@keyan/engine/base/secrets.ts';
import { createConnection } from 'mysql2/promise';
import { afterAll, expect, test } from 'vitest';
import type { StoredFinanceSource } from './places.server.ts';
import { FinanceSources } from './tables.server.ts';

/** The server of MySQL or MariaDB that is installed here; MYSQL_SERVER names another one. */
const installed = (): string | null => {
  const names = ['mariadbd', 'mysqld'];
  const places = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const all = [
    ...(process.env.MYSQL_SERVER ? [process.env.MYSQL_SERVER] : []),
    ...places.flatMap((place) => names.map((name) => join(place, name))),
  ];
  return (
    all.find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    }) ?? null
  );
};

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const server = installed();
const folder = mkdtempSync(join(tmpdir(), 'keyan-mysql-'));
let child: ChildProcess | undefined;
afterAll(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const start = async (program: string, port: number): Promise<void> => {
  child = spawn(
    program,
    [
      '--no-defaults',
      `--datadir=${folder}`,
      '--skip-grant-tables',
      '--skip-networking=0',
      '--bind-address=127.0.0.1',
      `--port=${port}`,
      `--socket=${join(folder, 's')}`,
      ...(process.getuid?.() === 0 ? ['--user=root'] : []),
    ],
    { stdio: 'ignore' },
  );
};

/** Asks until the server answers. */
const connected = async (port: number, database?: string) => {
  for (let tries = 0; ; tries += 1) {
    try {
      return await createConnection({
        host: '127.0.0.1',
        port,
        user: 'finance',
        ...(database ? { database } : {}),
        multipleStatements: true,
      });
    } catch (error) {
      if (tries > 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
};

const name = server
  ? 'a MySQL or MariaDB server is read in the order of keys and written by key'
  : 'no MySQL or MariaDB server is installed here: only the address of one is checked';

test(name, async () => {
  const secrets = new Secrets(Buffer.from('secret of the test'));
  const sources = new FinanceSources({ secrets, hosts: ['127.0.0.1'], room: folder });
  const port = await freePort();
  const source: StoredFinanceSource = {
    id: '1',
    name: '中间库',
    sourceKind: '2',
    url: `mysql://127.0.0.1:${port}/finance`,
    username: 'finance',
    password: secrets.seal('secret', 'finance source 000000'),
    folder: null,
    tables: [{ object: 'arrival', tableName: '到账' }],
    columns: [{ object: 'arrival', ours: 'voucher', theirs: '凭证号' }],
  };
  const maker = {
    workers: { run: () => Promise.reject(new Error('no worker')) },
    person: undefined,
  };
  if (!server) {
    const wrong = { ...source, sourceKind: '1' };
    await expect(sources.open('000000', wrong, maker)).rejects.toMatchObject({
      label: [expect.stringContaining('连接地址与对接方式不符'), expect.anything()],
    });
    return;
  }
  await start(server, port);
  const own = await connected(port);
  await own.query('create database finance character set utf8mb4');
  await own.query('use finance');
  await own.query(
    `create table 到账 (凭证号 varchar(50), arrive_date date, amount decimal(18,2), payer varchar(100), payer_account varchar(40), memo varchar(200));
     insert into 到账 values ('b2', '2026-03-02', 0.30, '江陵仪器', null, null), ('A1', '2026-03-01', 9999999999.99, '江陵电力 ''甲''', '622', '首期款'), ('a1', '2026-03-03', 7, 'x', null, null);
     create table kh_program (program_num varchar(50) primary key, name varchar(200), leader_no varchar(20), dept_code varchar(30),
       kind varchar(20), start_date date, end_date date, funds decimal(18,2), state varchar(10), card_no varchar(30));`,
  );
  const tables = await sources.open('000000', source, maker);
  const rows = await tables.read('arrival', '', 2);
  expect(rows).toEqual([
    {
      voucher: 'A1',
      date: '2026-03-01',
      amount: '9999999999.99',
      payer: "江陵电力 '甲'",
      account: '622',
      memo: '首期款',
    },
    expect.objectContaining({ voucher: 'a1', amount: '7.00' }),
  ]);
  expect(await tables.read('arrival', 'a1', 10)).toMatchObject([{ voucher: 'b2', amount: '0.30' }]);
  const program = {
    number: 'H1',
    name: '合同`研究"',
    department: 'CW310',
    funds: '200000.00',
    start: '2026-01-01',
  };
  await tables.put('program', [program]);
  await own.query(`update kh_program set card_no = 'KH-1'`);
  // The same row again changes nothing, and is not inserted twice.
  await tables.put('program', [program]);
  await tables.put('program', [{ number: 'H1', funds: '1.50' }]);
  expect(await tables.read('program', '', 10)).toMatchObject([
    { ...program, funds: '1.50', card: 'KH-1', end: null },
  ]);
  await tables.close();
  await own.end();
});
