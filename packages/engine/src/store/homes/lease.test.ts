import { expect, test } from 'vitest';
import type { Database } from '../connection/database.ts';
import { Unavailable } from '../connection/failures.ts';
import { type TenantHome, TenantLease } from './lease.ts';

type Rows = readonly (TenantHome & { readonly tenant: string })[];

/** A directory that answers when it is told to. */
const directory = () => {
  const asked: {
    parameters: readonly unknown[];
    answer(rows: Rows): void;
    fail(error: Error): void;
  }[] = [];
  const query = (_sql: string, parameters: readonly unknown[]) =>
    new Promise<Rows>((answer, fail) => asked.push({ parameters, answer, fail }));
  const read = <T>(_tenantId: string, work: (session: unknown) => Promise<T>) => work({ query });
  return { asked, database: { read } as unknown as Database };
};

const home = (more: Partial<TenantHome> = {}) => ({
  tenant: '100001',
  source: null,
  isClosed: false,
  moves: '1',
  ...more,
});
const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

const held = async (lasts = 60_000) => {
  const { asked, database } = directory();
  const lease = new TenantLease(database, () => undefined, {
    process: 'p',
    times: { every: 1e8, lasts },
  });
  const ready = lease.renew();
  asked[0]?.answer([]);
  await soon();
  asked[1]?.answer([]);
  await ready;
  return { asked, lease };
};

test('what was read before anybody could know of this process does not count', async () => {
  const { asked, database } = directory();
  const lease = new TenantLease(database, () => undefined, { process: 'p' });
  const entering = lease.enter('100001');
  asked[0]?.answer([home()]);
  await soon();
  expect(lease.isHeld).toBe(false);
  asked[1]?.answer([home({ source: '7' })]);
  expect((await entering).home?.source).toBe('7');
});

test('who asks while an answer is under way gets a later one', async () => {
  const { asked, lease } = await held();
  const first = lease.renew();
  const second = lease.renew();
  asked[2]?.answer([home()]);
  await first;
  expect(lease.homes.get('100001')?.source).toBeNull();
  await soon();
  asked[3]?.answer([home({ source: '7' })]);
  await second;
  expect(lease.homes.get('100001')?.source).toBe('7');
});

test('a closed tenant is left when its last call has ended, and not before', async () => {
  const { asked, lease } = await held();
  const visit = await lease.enter('100001');
  const told = lease.renew();
  asked[2]?.answer([home({ isClosed: true, moves: '3' })]);
  await told;
  await expect(lease.enter('100001')).rejects.toThrow(Unavailable);
  const again = lease.renew();
  expect(asked[3]?.parameters[1]).toEqual([]);
  asked[3]?.answer([home({ isClosed: true, moves: '3' })]);
  await again;
  lease.leave(visit);
  expect(asked[4]?.parameters[1]).toEqual(['100001 3']);
});

test('work beyond the lease counts where the tenant has not moved, and only there', async () => {
  const { asked, lease } = await held(30);
  const visit = await lease.enter('100001');
  const other = await lease.enter('100002');
  await new Promise((resolve) => setTimeout(resolve, 40));
  const confirming = Promise.allSettled([lease.confirm(visit), lease.confirm(other)]);
  for (const at of [2, 3, 4, 5]) {
    await soon();
    asked[at]?.answer([home({ moves: '2' })]);
  }
  expect((await confirming).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

test('an answer that was not read in time is asked for once more', async () => {
  const { asked, database } = directory();
  const lease = new TenantLease(database, () => undefined, { process: 'p' });
  const entering = lease.enter('100001');
  asked[0]?.fail(new Error('Query read timeout'));
  for (const at of [1, 2]) {
    await soon();
    asked[at]?.answer([home({ source: '7' })]);
  }
  expect((await entering).home?.source).toBe('7');
});

test('a directory that is away is asked twice, and no more', async () => {
  const { asked, database } = directory();
  const entering = new TenantLease(database, () => undefined, { process: 'p' }).enter('100001');
  const refused = expect(entering).rejects.toThrow('away');
  for (const at of [0, 1]) {
    await soon();
    asked[at]?.fail(new Error('away'));
  }
  await refused;
  expect(asked).toHaveLength(2);
});
