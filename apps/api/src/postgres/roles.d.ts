import pg from 'pg';
import { Failure } from '../failure.ts';
/**
 * Two roles stand between the program and the rows (decisions 31):
 *
 * - the owner owns the schema and runs migrations, nothing else;
 * - `keyan_app` serves requests: it gets what the migrations grant it, owns nothing and cannot pass
 *   by a row-level policy. The name is fixed because migrations grant to it.
 */
export declare const appRole = 'keyan_app';
/** A database that the program may not start on. The text says what to do. */
export declare class UnfitDatabase extends Failure {}
/** Runs the work on a connection of its own. */
export declare function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T>;
/**
 * Roles, database and extension of a fresh embedded cluster. Safe to run again.
 *
 * @param admin address of the superuser on the maintenance database.
 */
export declare function prepareEmbedded(
  admin: string,
  database: string,
  passwords: {
    readonly owner: string;
    readonly app: string;
  },
): Promise<void>;
/**
 * Finds or makes the application's login on a PostgreSQL of the user's own.
 *
 * @param ownerUrl `DATABASE_URL`.
 * @param password what `keyan_app` shall have when this program makes it.
 * @throws UnfitDatabase with the statements to run, when the owner may not create roles.
 */
export declare function prepareOwn(ownerUrl: string, password: string): Promise<string>;
/** What the owner must set up before migrations: the extension, and who may enter the schema. */
export declare function prepareSchema(ownerUrl: string): Promise<void>;
/**
 * Asserts what the product's safety and search rest on, as the application's role.
 * @throws UnfitDatabase when Chinese text has no trigrams, or the role stands above the policies.
 */
export declare function assertFit(appUrl: string): Promise<void>;
//# sourceMappingURL=roles.d.ts.map
