import type { Logger } from 'pino';
import type { Database } from '../store/connection/database.ts';
import type { Notifications } from '../store/connection/notifications.ts';
import type { Ids } from '../store/schema/ids.ts';
import type { CompareHash } from './password.ts';
import type { MayViewPages } from './people.ts';
import type { SealedPasswords } from './sealed-password.ts';

/** Services and settings with which signing in works in one process. */
export interface IdentityParts {
  readonly database: Database;
  readonly notifications: Notifications;
  readonly ids: Ids;
  readonly clock: () => Date;
  readonly log: Logger;
  /** Signs tokens; the same in every process of an installation. */
  readonly secret: Uint8Array;
  /** Path of the sign-in calls, below which browsers send the cookie that makes them known. */
  readonly signInPath: string;
  /** Ask for a captcha at every sign-in with a password. Off unless said. */
  readonly captcha?: boolean;
  /** Opens passwords that clients encrypt on their way; without it none is opened. */
  readonly sealed?: SealedPasswords;
  /** Decides whenever one of both people changed; without it whoever has the right may look. */
  readonly mayLook?: MayViewPages;
  /** How passwords are compared with hashes; a test counts these comparisons. */
  readonly compareHash?: CompareHash;
}
