import { randomInt } from 'node:crypto';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { passwordFault } from '@keyan/kernel/access/password.ts';
import { Denied, Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { Database, Session, Tx } from '../store/connection/database.ts';
import type { Ids } from '../store/schema/ids.ts';
import { countAttempt, forgiveAttempt, unlockAccounts } from './attempts.ts';
import { type Origin, recordEvent } from './events.ts';
import type { PersonWithSession } from './grants.ts';
import { type GuessableFacts, guessableFault } from './guessable.ts';
import type { Identity } from './identity.ts';
import {
  hashPassword,
  isPasswordDigest,
  receivedPassword,
  toWire,
  verifyPassword,
} from './password.ts';
import { signInRefusals } from './refusal.ts';
import { announcePerson, type EndReason, endSessionsOf } from './sessions.ts';

export interface AccountsParts {
  readonly database: Database;
  readonly ids: Ids;
  readonly clock: () => Date;
  readonly identity: Identity;
}

/** Password that an administrator hands over; shown once and never stored in readable form. */
export interface OneTimePassword {
  readonly userId: string;
  readonly account: string;
  readonly realName: string;
  readonly password: string;
}

/** Password to store, in the form that `hashPassword` returns. */
export interface NewPassword {
  readonly userId: string;
  readonly hash: string;
  /** True for the first password that the university chose for all its accounts, which many people know. */
  readonly shared?: boolean;
}

const wrongOld: Label = ['原密码不正确!', 'The current password is wrong'];
const differs: Label = ['请输入正确的确认密码!', 'The two new passwords do not match'];
const same: Label = ['新密码不能与原密码相同', 'The new password must differ from the current one'];
const empty: Label = ['请输入新密码', 'Enter a new password'];
const asAccount: Label = ['密码不能与账号相同', 'The password must differ from the account'];

const oneFault = (path: string, message: Label): Invalid => new Invalid([{ path, message }]);

/** Stores passwords in place of the old ones. */
export const storePasswords = async (
  tx: Tx,
  passwords: readonly NewPassword[],
  options: { readonly initial: boolean; readonly now: Date },
): Promise<void> => {
  await tx.query(
    `insert into user_secret (tenant_id, user_id, password_hash, is_initial, is_shared, changed_at)
     select $1, user_id, hash, $5, shared, $6
       from unnest($2::bigint[], $3::text[], $4::boolean[]) as given (user_id, hash, shared)
     on conflict (tenant_id, user_id) do update set password_hash = excluded.password_hash,
       is_initial = excluded.is_initial, is_shared = excluded.is_shared,
       changed_at = excluded.changed_at`,
    [
      tx.tenantId,
      passwords.map((one) => one.userId),
      passwords.map((one) => one.hash),
      passwords.map((one) => one.shared ?? false),
      options.initial,
      options.now,
    ],
  );
};

/** True if a password was set for the account, by its person or somebody else. */
export const hasPassword = async (session: Session, userId: string): Promise<boolean> => {
  const rows = await session.query(
    'select 1 from user_secret where tenant_id = $1 and user_id = $2',
    [session.tenantId, userId],
  );
  return rows.length > 0;
};

/** Returns the people whose password is still the shared first password: among these people, or in the whole tenant. */
export const sharedPasswordHolders = async (
  session: Session,
  userIds: readonly string[] | null,
): Promise<readonly string[]> => {
  const rows = await session.query<{ id: string }>(
    `select user_id::text as id from user_secret
      where tenant_id = $1 and is_shared and ($2::bigint[] is null or user_id = any($2))`,
    [session.tenantId, userIds],
  );
  return rows.map(({ id }) => id);
};

/**
 * Deletes shared first passwords of these people and ends their sessions; the account has no password until a new one
 * is set.
 */
export const removeSharedPasswords = async (
  tx: Tx,
  userIds: readonly string[],
  now: Date,
): Promise<void> => {
  await tx.query(
    'delete from user_secret where tenant_id = $1 and user_id = any($2::bigint[]) and is_shared',
    [tx.tenantId, userIds],
  );
  await endSessionsOf(tx, userIds, 'passwordReset', now);
};

/**
 * Checks the strength of a typed password (creating, importing, registering) and hashes it (ruling 19).
 * @throws Invalid at `path`.
 */
export const hashTypedPassword = async (
  typed: string,
  person: GuessableFacts,
  path = 'password',
): Promise<string> => {
  const wire = toWire(typed);
  const fault = passwordFault(typed, person.account) ?? (await guessableFault(wire, person));
  if (fault) throw oneFault(path, fault);
  return hashPassword(wire);
};

/** First passwords that a university sets for new accounts. */
export interface FirstPasswords {
  /** Returns the password of a person; null if a random one is drawn. */
  of(userId: string): string | null;
  /** Called after storing: deletes the shared passwords of people who have become administrators meanwhile. */
  stored(tx: Tx): Promise<void>;
}

/** Operations on accounts, except signing in. */
export class Accounts {
  readonly #parts: AccountsParts;

  constructor(parts: AccountsParts) {
    this.#parts = parts;
  }

  /**
   * Changes the password of the actor; other sessions end. Older clients send the typed text, whose strength is checked
   * here. A digest is checked only against common passwords; the page has checked the strength.
   * @throws Invalid; Refused after too many wrong old passwords, which count like failed sign-ins.
   */
  async changeOwn(
    presence: PersonWithSession,
    given: { readonly old: string; readonly next: string; readonly again: string },
    origin: Origin,
  ): Promise<void> {
    const { database, clock } = this.#parts;
    const { actor } = presence.person;
    if (given.next === '') throw oneFault('newPassword', empty);
    const typed = this.#open('newPassword', given.next);
    const old = receivedPassword(this.#open('oldPassword', given.old));
    const next = receivedPassword(typed);
    const again = receivedPassword(this.#open('newPassword1', given.again));
    if (next !== again) throw oneFault('newPassword1', differs);
    if (next === toWire(actor.account)) throw oneFault('newPassword', asAccount);
    if (next === old) throw oneFault('newPassword', same);
    const weak = isPasswordDigest(typed) ? null : passwordFault(typed, actor.account);
    if (weak) throw oneFault('newPassword', weak);
    // Failures of a signed-in person are counted separately from those of strangers.
    const { tenantId, account } = actor;
    const attempt = { tenantId, account, address: origin.address, device: presence.sessionId };
    const { standing } = await countAttempt(database, attempt, clock());
    if (standing !== 'open') throw new Refused(signInRefusals[standing].label);
    const [kept] = await database.read(actor.tenantId, (session) =>
      session.query<GuessableFacts & { hash: string }>(
        `select s.password_hash as hash, u.account, u.code, u.phone, u.name,
           u.real_name as "realName", u.email, to_char(u.birthday, 'YYYY-MM-DD') as birthday
           from users u join user_secret s on s.tenant_id = u.tenant_id and s.user_id = u.id
          where u.tenant_id = $1 and u.id = $2`,
        [actor.tenantId, actor.id],
      ),
    );
    const { matches } = await verifyPassword(kept?.hash ?? null, old);
    if (!kept || !matches) throw oneFault('oldPassword', wrongOld);
    await forgiveAttempt(database, attempt);
    const guessable = await guessableFault(next, kept);
    if (guessable) throw oneFault('newPassword', guessable);
    const hash = await hashPassword(next);
    await database.transaction(actor.tenantId, async (tx) => {
      await storePasswords(tx, [{ userId: actor.id, hash }], { initial: false, now: clock() });
      await endSessionsOf(tx, [actor.id], 'passwordChanged', clock(), presence.sessionId);
      await announcePerson(tx, actor.id);
      await recordEvent(tx, this.#parts.ids, clock(), {
        kind: 'passwordChanged',
        origin,
        userId: actor.id,
        account: actor.account,
      });
    });
    this.#parts.identity.forget(actor.tenantId, [actor.id]);
  }

  /** True if the person still has the password that an administrator gave them. */
  async hasInitialPassword(actor: Actor): Promise<boolean> {
    const [row] = await this.#parts.database.read(actor.tenantId, (session) =>
      session.query<{ is_initial: boolean }>(
        'select is_initial from user_secret where tenant_id = $1 and user_id = $2',
        [actor.tenantId, actor.id],
      ),
    );
    return row?.is_initial ?? false;
  }

  /**
   * Gives people a temporary password that is valid until they choose their own; their sessions end. It is random, so
   * that whoever resets it does not choose it (ASVS 6.4.6), unless the university has set a common first password.
   * @param first first passwords of the university; left out, all are random
   * @throws Missing if one of the people does not exist.
   */
  async resetPasswords(
    actor: Actor,
    userIds: readonly string[],
    origin: Origin,
    first?: FirstPasswords,
  ): Promise<readonly OneTimePassword[]> {
    const { clock, ids } = this.#parts;
    const people = await this.#peopleOf(actor.tenantId, userIds);
    const given = people.map((person) => {
      const chosen = first?.of(person.userId) ?? null;
      const fits = chosen !== null && passwordFault(chosen, person.account) === null;
      return { ...person, password: fits ? chosen : oneTimePassword(), shared: fits };
    });
    const passwords = await Promise.all(
      given.map(async ({ userId, password, shared }) => ({
        userId,
        hash: await hashPassword(toWire(password)),
        shared,
      })),
    );
    await this.#end(actor, userIds, 'passwordReset', async (tx) => {
      await storePasswords(tx, passwords, { initial: true, now: clock() });
      await first?.stored(tx);
      for (const { userId, account } of given) {
        const detail = `by ${actor.account}`;
        await recordEvent(tx, ids, clock(), {
          kind: 'passwordReset',
          origin,
          userId,
          account,
          detail,
        });
      }
    });
    return given.map(({ shared: _shared, ...person }) => person);
  }

  /**
   * Allows or forbids people to sign in; sessions of forbidden people end at once.
   * @param write changes the status of the accounts in this transaction, since the product defines accounts as records.
   * @throws Missing; Denied for the actor's own account, which nobody could unlock.
   */
  async setActive(
    actor: Actor,
    userIds: readonly string[],
    active: boolean,
    write: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    if (!active && userIds.includes(actor.id)) {
      throw new Denied(['不能停用自己的账号', 'You cannot disable your own account']);
    }
    await this.#peopleOf(actor.tenantId, userIds);
    if (active) await this.#parts.database.transaction(actor.tenantId, write);
    else await this.#end(actor, userIds, 'byAdministrator', write);
    this.#parts.identity.forget(actor.tenantId, userIds);
  }

  /** Clears the failed sign-ins of these people. */
  async unlock(actor: Actor, userIds: readonly string[], origin: Origin): Promise<void> {
    const people = await this.#peopleOf(actor.tenantId, userIds);
    const accounts = people.map((person) => person.account);
    await unlockAccounts(this.#parts.database, actor.tenantId, accounts);
    for (const { userId, account } of people) {
      await this.#parts.identity.record(actor.tenantId, {
        kind: 'unlocked',
        origin,
        userId,
        account,
        detail: `by ${actor.account}`,
      });
    }
  }

  /**
   * Decrypts a password that the client encrypted.
   * @throws Invalid if no key decrypts it.
   */
  #open(path: string, text: string): string {
    const opened = this.#parts.identity.sealed.open(text);
    if (opened === null) throw oneFault(path, signInRefusals.unreadablePassword.label);
    return opened;
  }

  async #end(
    actor: Actor,
    userIds: readonly string[],
    reason: EndReason,
    work: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    await this.#parts.database.transaction(actor.tenantId, async (tx) => {
      await work(tx);
      await endSessionsOf(tx, userIds, reason, this.#parts.clock());
    });
    this.#parts.identity.forget(actor.tenantId, userIds);
  }

  async #peopleOf(
    tenantId: string,
    userIds: readonly string[],
  ): Promise<readonly { userId: string; account: string; realName: string }[]> {
    const rows = await this.#parts.database.read(tenantId, (session) =>
      session.query<{ id: string; account: string; real_name: string }>(
        `select id, account, real_name from users
          where tenant_id = $1 and id = any($2) and is_deleted = 0`,
        [tenantId, userIds],
      ),
    );
    if (rows.length !== new Set(userIds).size) throw new Missing();
    return rows.map((row) => ({ userId: row.id, account: row.account, realName: row.real_name }));
  }
}

const letters = 'abcdefghjkmnpqrstuvwxyz';
const alphabets = [letters, letters.toUpperCase(), '23456789', '@#%+=?'] as const;

/** Returns twelve random characters of four kinds, without characters that look alike. */
const oneTimePassword = (): string => {
  const any = alphabets.join('');
  const pick = (from: string): string => from.charAt(randomInt(from.length));
  const picked = [...alphabets.map(pick), ...Array.from({ length: 8 }, () => pick(any))];
  for (let last = picked.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [picked[last], picked[other]] = [picked[other] ?? '', picked[last] ?? ''];
  }
  return picked.join('');
};
