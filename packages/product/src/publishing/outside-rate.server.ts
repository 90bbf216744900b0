import { TooManyCalls } from '@keyan/engine/base/rate-limit.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { CallRates, type RateLimitedCall } from '@keyan/engine/identity/rates.ts';

const kept = new WeakMap<Engine, CallRates>();

const ratesOf = (engine: Engine): CallRates => {
  const known = kept.get(engine);
  if (known) return known;
  const rates = new CallRates(engine.database, () => new Date(), engine.log);
  kept.set(engine, rates);
  return rates;
};

/**
 * Counts a call of an external program, for protocols with their own refusal.
 * @returns seconds to wait above the limit, otherwise 0
 */
export const outsiderWaitSeconds = async (
  engine: Engine,
  share: RateLimitedCall,
): Promise<number> => {
  try {
    await ratesOf(engine).countLoosely(share);
    return 0;
  } catch (error) {
    if (!(error instanceof TooManyCalls)) throw error;
    return error.retryAfter;
  }
};
