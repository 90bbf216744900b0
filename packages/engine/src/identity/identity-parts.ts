import type { Logger } from 'pino';
import type { Database } from '../store/connection/database.ts';
import type { Notifications } from '../store/connection/notifications.ts';
import type { Ids } from '../store/schema/ids.ts';
import type { CompareHash } from './password.ts';
import type { MayViewPages } from './people.ts';
import type { SealedPasswords } from './sealed-password.ts';

/** Services and settings of signing in, one set per process. */
export interface IdentityParts {
  readonly database: Database;
  readonly notifications: Notifications;
  readonly ids: Ids;
  readonly clock: () => Date;
  readonly log: Logger;
  /** Key that signs tokens; the same in every process of an installation. */
  readonly secret: Uint8Array;
  /** Path of the sign-in calls; browsers send the cookie that identifies them only below it. */
  readonly signInPath: string;
  /** True to require a captcha at every sign-in with a password; false by default. */
  readonly captcha?: boolean;
  /** Decrypts passwords that clients encrypt; if unset, encrypted passwords are refused. */
  readonly sealed?: SealedPasswords;
  /** Decides again whenever one of the two people changes; if unset, everybody with the permission may view. */
  readonly mayLook?: MayViewPages;
  /** Compares passwords with hashes; a test counts these comparisons. */
  readonly compareHash?: CompareHash;
}
