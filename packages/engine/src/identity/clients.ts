import { timingSafeEqual } from 'node:crypto';
import { hashSecret, isSecretDigest } from '../base/secrets.ts';
import type { Database } from '../store/connection/database.ts';

/** Program that may sign people in (saber and sword are the product's own pages). */
export interface Client {
  readonly id: string;
  readonly grantTypes: readonly string[];
  /** Lifetime of an access token in seconds. */
  readonly accessSeconds: number;
  readonly refreshSeconds: number;
}

/** Client id and secret of the Basic header. */
export interface ClientName {
  readonly id: string;
  readonly secret: string;
}

interface Kept extends Client {
  readonly tenantId: string;
  /** Digest of the secret, made by `hashSecret`. */
  readonly secretDigest: string;
}

/**
 * Client of the product's own page, which exists even if its row is deleted. Its secret is public by nature. The row of
 * a tenant sets the lifetime of tokens and the allowed grants.
 */
const ownPage: ClientName & Client = {
  id: 'saber',
  secret: 'saber_secret',
  grantTypes: ['password', 'captcha', 'refresh_token', 'social', 'cas', 'sms_code'],
  accessSeconds: 3600,
  refreshSeconds: 604_800,
};

/** Clients of all tenants, cached until the database announces a change. */
export class Clients {
  readonly #database: Database;
  #kept: Promise<readonly Kept[]> | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  forget(): void {
    this.#kept = undefined;
  }

  /**
   * Returns the rights of a client in a tenant. In a tenant without clients, which does not exist, the product's own
   * page is accepted, so that the answer is the same as for a wrong password.
   */
  async find(tenantId: string, given: ClientName): Promise<Client | undefined> {
    const mine = (await this.#all()).filter((client) => client.tenantId === tenantId);
    const found = mine.find((client) => client.id === given.id);
    if (found) return this.#proves(found, given) ? found : undefined;
    return given.id === ownPage.id && given.secret === ownPage.secret ? ownPage : undefined;
  }

  /** True if the client exists in any tenant and the secret matches. */
  async knows(id: string, secret: string): Promise<boolean> {
    if (id === ownPage.id && secret === ownPage.secret) return true;
    return (await this.#all()).some(
      (client) => client.id === id && this.#proves(client, { id, secret }),
    );
  }

  #proves(kept: Kept, { id, secret }: ClientName): boolean {
    if (id === ownPage.id && secret === ownPage.secret) return true;
    return timingSafeEqual(Buffer.from(kept.secretDigest), Buffer.from(hashSecret(secret)));
  }

  #all(): Promise<readonly Kept[]> {
    this.#kept ??= this.#load().catch((error: unknown) => {
      this.#kept = undefined;
      throw error;
    });
    return this.#kept;
  }

  async #load(): Promise<readonly Kept[]> {
    const rows = await this.#database.everywhere(
      (session) =>
        session.query<{
          tenant_id: string;
          client_id: string;
          client_secret: string;
          authorized_grant_types: string;
          access_token_validity: number;
          refresh_token_validity: number;
        }>(
          `select tenant_id, client_id, client_secret, authorized_grant_types,
                  access_token_validity, refresh_token_validity
             from client_app where is_deleted = 0`,
        ),
      (row) => row.tenant_id,
    );
    return rows.map((row) => ({
      tenantId: row.tenant_id,
      id: row.client_id,
      // A row entered in the database may contain the plain secret.
      secretDigest: isSecretDigest(row.client_secret)
        ? row.client_secret
        : hashSecret(row.client_secret),
      grantTypes: row.authorized_grant_types.split(',').map((each) => each.trim()),
      accessSeconds: row.access_token_validity,
      refreshSeconds: row.refresh_token_validity,
    }));
  }
}
