import { networkOf } from './attempts.ts';
import type { Origin } from './events.ts';
import type { RateLimitedCall } from './rates.ts';

/** Maximum numbers of requests in a minute. */
export const perMinute = {
  /** Requests of unidentified callers from one address; generous, because a whole campus may share it. */
  strangers: 300,
  /** Refreshes of one session: a page needs one in 50 minutes, and one for every switched role. */
  session: 30,
  /** Sign-ins in one browser known to the account, and in all known browsers. */
  browser: 30,
  account: 60,
} as const;

export const browserLimit = (
  tenantId: string,
  account: string,
  device: string,
): readonly RateLimitedCall[] => [
  { of: ['browser', tenantId, account.toLowerCase(), device], most: perMinute.browser },
  { of: ['account', tenantId, account.toLowerCase()], most: perMinute.account },
];

/** Returns the limit of a caller without proof of identity: the limit of their address. */
export const strangersLimit = (origin: Origin): RateLimitedCall => ({
  of: ['stranger', networkOf(origin.address)],
  most: perMinute.strangers,
});
