import { createHash } from 'node:crypto';
import type { Database } from '../store/connection/database.ts';

/** Milliseconds for which failures count, and for which a lock lasts. */
export const lockMilliseconds = 30 * 60_000;

/** Tenant under which attempts are counted; one place for all tenants, because an address may try several. */
const noTenant = '';

/** Maximum failures of one account from one address, or from one browser known to the account. */
const maxFailuresPerAccount = 5;
/** Maximum failures of one address over all accounts. A whole campus may share one address. */
const maxFailuresPerAddress = 100;

/** Result of counting an attempt; `captchaNeeded`: the failures of the address suggest that a program is guessing. */
export type AttemptStatus = 'open' | 'accountLocked' | 'captchaNeeded';

/** Result of counting an attempt, and the number of attempts left if it fails. */
export interface CountedAttempt {
  readonly standing: AttemptStatus;
  readonly left: number;
}

/** Account that somebody tries to sign in to, with address and device. */
export interface SignInAttempt {
  readonly tenantId: string;
  readonly account: string;
  readonly address: string;
  /** Browser or session known to the account: its failures are counted separately. */
  readonly device?: string | undefined;
  /** True if a captcha was solved for this attempt. */
  readonly human?: boolean;
}

export const attemptDigest = (...parts: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest();

/**
 * Returns the network of an address: an IPv6 network of one subscriber counts as one address, and an IPv4 address
 * written as IPv6 counts as IPv4.
 */
export const networkOf = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || !address.includes(':')) return mapped ?? address;
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return groups.slice(0, 4).join(':').toLowerCase();
};

const accountKey = ({ tenantId, account }: Pick<SignInAttempt, 'tenantId' | 'account'>): Buffer =>
  attemptDigest('account', tenantId, account.toLowerCase());

/** Returns the keys under which failures of an attempt are counted. */
const keysOf = ({ tenantId, account, address, device }: SignInAttempt) => {
  const place = networkOf(address);
  const name = account.toLowerCase();
  return device === undefined
    ? { own: attemptDigest('pair', tenantId, name, place), place: attemptDigest('place', place) }
    : { own: attemptDigest('device', tenantId, name, device), place: null };
};

/**
 * Returns the SQL that counts a failure, in the current or a new time window; failures beyond the limit do not extend
 * the lock.
 */
const counted = (most: string): string => `
  failures = case when kept.last_at < $4 then 1 else kept.failures + 1 end,
  last_at = case when kept.last_at >= $4 and kept.failures >= ${most} then kept.last_at
    else excluded.last_at end`;

/** The address is always counted first, so that two attempts cannot deadlock. */
const countText = `with
  place as (
    insert into sign_in_attempt as kept (key, account, failures, last_at)
      select $1, null, 1, $3 where $1::bytea is not null
    on conflict (key) do update set ${counted('$5::int')}
    returning failures),
  own as (
    insert into sign_in_attempt as kept (key, account, failures, last_at)
      select $2, $7::bytea, 1, $3
       where not exists (select 1 from place where failures > $8::int)
    on conflict (key) do update set ${counted('$6::int')}
    returning failures)
  select (select failures from own) as own`;

/**
 * Counts an attempt before its password is checked, so that concurrent guesses count too. A lock belongs to account
 * *and* address: nobody can lock the owner out from another address. Nor can somebody at the same address: browsers
 * known to the account are counted separately, and from an address with many failures an unknown browser counts only
 * with a captcha.
 */
export const countAttempt = async (
  database: Database,
  attempt: SignInAttempt,
  now: Date,
): Promise<CountedAttempt> => {
  const { own, place } = keysOf(attempt);
  const [row] = await database.read(noTenant, (session) =>
    session.query<{ own: number | null }>(countText, [
      place,
      own,
      now,
      new Date(now.getTime() - lockMilliseconds),
      maxFailuresPerAddress,
      maxFailuresPerAccount,
      accountKey(attempt),
      attempt.human ? null : maxFailuresPerAddress,
    ]),
  );
  const failures = row?.own ?? null;
  if (failures === null) return { standing: 'captchaNeeded', left: 0 };
  const standing = failures > maxFailuresPerAccount ? 'accountLocked' : 'open';
  return { standing, left: Math.max(0, maxFailuresPerAccount - failures) };
};

/** Deletes the failures of the account from this address, after a successful attempt. */
export const forgiveAttempt = async (database: Database, attempt: SignInAttempt): Promise<void> => {
  const { own, place } = keysOf(attempt);
  await database.read(noTenant, async (session) => {
    await session.query('delete from sign_in_attempt where key = $1', [own]);
    if (place === null) return;
    await session.query(
      'update sign_in_attempt set failures = greatest(failures - 1, 0) where key = $1',
      [place],
    );
  });
};

/** Unlocks accounts for every address; for administrators. */
export const unlockAccounts = async (
  database: Database,
  tenantId: string,
  accounts: readonly string[],
): Promise<void> => {
  await database.read(noTenant, (session) =>
    session.query('delete from sign_in_attempt where account = any($1)', [
      accounts.map((account) => accountKey({ tenantId, account })),
    ]),
  );
};
