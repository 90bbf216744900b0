import { LruCache } from '../store/connection/lru-cache.ts';
import type { PageStrategy } from '../store/statements/found-rows.ts';

const most = 2000;
/** In milliseconds: a list of this many rows does not become a short one in between, as a rule. */
const remembered = 600_000;

/**
 * Remembers which way found the rows of a large list minutes ago, so that its next page does not try a way that
 * failed. Only a hint: every way finds the same rows.
 */
export class ListPlanCache {
  readonly #ways = new LruCache<string, { readonly way: PageStrategy; readonly until: number }>(
    most,
  );

  of(question: string): PageStrategy {
    const known = this.#ways.get(question);
    return known && known.until > performance.now() ? known.way : 'first';
  }

  note(question: string, way: PageStrategy): void {
    if (way !== this.of(question)) {
      this.#ways.set(question, { way, until: performance.now() + remembered });
    }
  }
}
