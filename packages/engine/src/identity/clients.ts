import { createHash, timingSafeEqual } from 'node:crypto';
import type { Database } from '../store/database.ts';

/** A program that may call us (saber and sword are our own pages). */
export interface Client {
  readonly id: string;
  readonly grantTypes: readonly string[];
  /** Seconds. */
  readonly accessSeconds: number;
  readonly refreshSeconds: number;
}

interface Kept extends Client {
  readonly secretHash: Buffer;
}

/** Secrets are stored and compared as SHA-256: they are random, so a slow hash adds nothing. */
export const hashSecret = (secret: string): Buffer =>
  createHash('sha256').update(secret, 'utf8').digest();

/** No tenant owns the clients; a session needs one all the same. */
const noTenant = '';

/** The clients, cached until the database announces a change. */
export class Clients {
  readonly #database: Database;
  #kept: Promise<ReadonlyMap<string, Kept>> | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  forget(): void {
    this.#kept = undefined;
  }

  async find(id: string): Promise<Client | undefined> {
    return (await this.#all()).get(id);
  }

  async knows(id: string, secret: string): Promise<boolean> {
    const found = (await this.#all()).get(id);
    return found !== undefined && timingSafeEqual(found.secretHash, hashSecret(secret));
  }

  #all(): Promise<ReadonlyMap<string, Kept>> {
    this.#kept ??= this.#load().catch((error: unknown) => {
      this.#kept = undefined;
      throw error;
    });
    return this.#kept;
  }

  async #load(): Promise<ReadonlyMap<string, Kept>> {
    const rows = await this.#database.read(noTenant, (session) =>
      session.query<{
        client_id: string;
        secret_hash: Buffer;
        grant_types: string[];
        access_token_validity: number;
        refresh_token_validity: number;
      }>(
        `select client_id, secret_hash, grant_types, access_token_validity, refresh_token_validity
           from client where is_deleted = 0`,
      ),
    );
    return new Map(
      rows.map((row) => [
        row.client_id,
        {
          id: row.client_id,
          secretHash: row.secret_hash,
          grantTypes: row.grant_types,
          accessSeconds: row.access_token_validity,
          refreshSeconds: row.refresh_token_validity,
        },
      ]),
    );
  }
}
