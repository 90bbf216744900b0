import { createHash } from 'node:crypto';
import type { Database } from '../store/database.ts';

/** Milliseconds for which failures count, and for which a lock holds. */
export const lockWindow = 30 * 60_000;

/** Failures of one account from one address (contract §2: 5 in 30 minutes). */
const mostOfAccount = 5;
/** Failures of one address over all accounts. A campus may stand behind one address. */
const mostOfAddress = 100;

export type Standing = 'open' | 'accountLocked' | 'addressLocked';

/** Who tries to come in, from where. */
export interface Attempt {
  readonly tenantId: string;
  readonly account: string;
  readonly address: string;
}

const digest = (...parts: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest();

/** An IPv6 network of one subscriber counts as one address, and so does IPv4 written as IPv6. */
export const placeOf = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || !address.includes(':')) return mapped ?? address;
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return groups.slice(0, 4).join(':').toLowerCase();
};

const accountKey = ({ tenantId, account }: Pick<Attempt, 'tenantId' | 'account'>): Buffer =>
  digest('account', tenantId, account.toLowerCase());

const keysOf = (attempt: Attempt): { readonly pair: Buffer; readonly place: Buffer } => {
  const place = placeOf(attempt.address);
  return {
    pair: digest('pair', attempt.tenantId, attempt.account.toLowerCase(), place),
    place: digest('place', place),
  };
};

/**
 * Counts an attempt before its password is looked at, so that guesses sent all at once count
 * too. The lock belongs to account *and* address: nobody can lock the owner out from elsewhere
 * (security.md 6.1.1). A locked attempt does not lengthen the lock.
 */
export const countAttempt = async (
  database: Database,
  attempt: Attempt,
  now: Date,
): Promise<Standing> => {
  const { pair, place } = keysOf(attempt);
  // Sorted, so that two statements never wait for one another in a circle.
  const rows = [
    { key: pair, account: accountKey(attempt) },
    { key: place, account: null },
  ].sort((one, other) => Buffer.compare(one.key, other.key));
  const counted = await database.read(attempt.tenantId, (session) =>
    session.query<{ key: Buffer; failures: number }>(
      `insert into sign_in_attempt as kept (key, account, failures, last_at)
       select key, account, 1, $3 from unnest($1::bytea[], $2::bytea[]) as given (key, account)
       on conflict (key) do update set
         failures = case when kept.last_at < $4 then 1 else kept.failures + 1 end,
         last_at = case
           when kept.last_at >= $4
             and kept.failures >= case when kept.account is null then $5::int else $6::int end
           then kept.last_at else excluded.last_at end
       returning key, failures`,
      [
        rows.map((row) => row.key),
        rows.map((row) => row.account),
        now,
        new Date(now.getTime() - lockWindow),
        mostOfAddress,
        mostOfAccount,
      ],
    ),
  );
  const failures = (key: Buffer): number =>
    counted.find((row) => row.key.equals(key))?.failures ?? 0;
  if (failures(place) > mostOfAddress) return 'addressLocked';
  return failures(pair) > mostOfAccount ? 'accountLocked' : 'open';
};

/** The attempt was no failure after all: forgets what the account did here. */
export const forgiveAttempt = async (database: Database, attempt: Attempt): Promise<void> => {
  const { pair, place } = keysOf(attempt);
  await database.read(attempt.tenantId, async (session) => {
    await session.query('delete from sign_in_attempt where key = $1', [pair]);
    await session.query(
      'update sign_in_attempt set failures = greatest(failures - 1, 0) where key = $1',
      [place],
    );
  });
};

/** Opens accounts again from everywhere, at an administrator's word. */
export const unlockAccounts = async (
  database: Database,
  tenantId: string,
  accounts: readonly string[],
): Promise<void> => {
  await database.read(tenantId, (session) =>
    session.query('delete from sign_in_attempt where account = any($1)', [
      accounts.map((account) => accountKey({ tenantId, account })),
    ]),
  );
};
