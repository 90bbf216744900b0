import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { isMobile } from '@keyan/kernel/values/pattern.ts';
import type { Logger } from 'pino';
import { TooManyCalls } from '../base/rate-limit.ts';
import type { Database } from '../store/connection/database.ts';
import { attemptDigest, networkOf } from './attempts.ts';
import { CallRates } from './rates.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** Minutes for which a code is valid. */
const minutes = 5;
/** Maximum number of attempts per code. */
const maxAttemptsPerCode = 5;
/** Maximum number of codes per phone in a minute, and in 24 hours. */
const maxCodesPerMinute = 1;
const maxCodesPerDay = 10;
/** Maximum number of codes per address in a minute; a whole campus may share one address. */
const maxCodesPerAddress = 30;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export interface PhoneCodesParts {
  readonly database: Database;
  readonly clock: () => Date;
  readonly log: Logger;
  readonly secret: Uint8Array;
  /**
   * Sends the code to the phone.
   * @throws any error if that fails
   */
  readonly send: (tenantId: string, phone: string, code: string) => Promise<void>;
}

/** Phone, code request and code that a person presents. */
export interface PhoneProof {
  readonly tenantId: string;
  readonly phone: string;
  /** Id that `request` returned. */
  readonly id: string;
  readonly code: string;
}

/**
 * Codes of six digits by which the holder of a phone signs in: valid for five minutes, five attempts and one sign-in.
 * Only their hash is stored. Nobody can learn if a phone belongs to an account: for an unknown phone the answer is the
 * same, and no message is sent.
 */
export class PhoneCodes {
  readonly #parts: PhoneCodesParts;
  readonly #rates: CallRates;

  constructor(parts: PhoneCodesParts) {
    this.#parts = parts;
    this.#rates = new CallRates(parts.database, parts.clock, parts.log);
  }

  /**
   * Sends a code to the phone, if exactly one account has it. Earlier codes of the phone become invalid.
   * @returns the id by which the code is redeemed.
   * @throws TooManyCalls
   */
  async request(tenantId: string, phone: string, address: string): Promise<string> {
    await this.#rates.count(
      { of: ['phone-code', tenantId, phone], most: maxCodesPerMinute },
      { of: ['phone-code-place', networkOf(address)], most: maxCodesPerAddress },
    );
    const { database, clock, log, send } = this.#parts;
    const id = randomUUID();
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const now = clock();
    const of = attemptDigest('phone', tenantId, phone);
    const userId = await database.transaction(tenantId, async (tx) => {
      const [sent] = await tx.query<{ count: number }>(
        `select count(*)::int as count from sign_in_code
          where tenant_id = $1 and phone = $2 and create_time > $3`,
        [tenantId, of, new Date(now.getTime() - day)],
      );
      if ((sent?.count ?? 0) >= maxCodesPerDay) throw new TooManyCalls(day / 1000);
      const owners = await tx.query<{ id: string }>(
        `select id::text from users
          where tenant_id = $1 and phone = $2 and is_deleted = 0 and status = '1' limit 2`,
        [tenantId, phone],
      );
      const owner = owners.length === 1 ? (owners[0]?.id ?? null) : null;
      await tx.query(
        `update sign_in_code set tries = $3 where tenant_id = $1 and phone = $2 and tries < $3`,
        [tenantId, of, maxAttemptsPerCode],
      );
      await tx.query(
        `insert into sign_in_code
           (tenant_id, key, phone, user_id, code, tries, create_time, expires_at)
         values ($1, $2, $3, $4, $5, 0, $6, $7)`,
        [
          tenantId,
          id,
          of,
          owner,
          this.#hash(id, code),
          now,
          new Date(now.getTime() + minutes * minute),
        ],
      );
      return owner;
    });
    // The answer does not wait: its duration must not reveal if a message was sent.
    if (userId !== null && isMobile(phone)) {
      send(tenantId, phone, code).catch((err) => log.error({ err }, 'a sign-in code was not sent'));
    }
    return id;
  }

  /** Returns the owner of the account with this phone; null for a wrong or used code, or a code of another request. */
  async redeem({ tenantId, phone, id, code }: PhoneProof): Promise<string | null> {
    if (!uuid.test(id)) return null;
    const { database, clock } = this.#parts;
    return database.transaction(tenantId, async (tx) => {
      const [row] = await tx.query<{ user_id: string | null; code: Buffer }>(
        `update sign_in_code set tries = tries + 1
          where tenant_id = $1 and key = $2 and phone = $3 and tries < $4 and expires_at > $5
          returning user_id::text, code`,
        [tenantId, id, attemptDigest('phone', tenantId, phone), maxAttemptsPerCode, clock()],
      );
      if (!row || !timingSafeEqual(row.code, this.#hash(id, code.trim()))) return null;
      await tx.query('update sign_in_code set tries = $3 where tenant_id = $1 and key = $2', [
        tenantId,
        id,
        maxAttemptsPerCode,
      ]);
      return row.user_id;
    });
  }

  #hash(id: string, code: string): Buffer {
    return createHmac('sha256', this.#parts.secret).update(`phone code ${id} ${code}`).digest();
  }
}
