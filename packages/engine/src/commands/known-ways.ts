import { LruCache } from '../store/connection/lru-cache.ts';
import type { PageStrategy } from '../store/statements/found-rows.ts';

const maxLists = 2000;
/** Milliseconds for which the strategy of a list is remembered; a large list seldom becomes short in this time. */
const remembered = 600_000;

/**
 * Remembers which strategy found the rows of a large list in the last minutes, so that the next page does not try one
 * that failed. The memory is only a hint: every strategy finds the same rows.
 */
export class ListPlanCache {
  readonly #ways = new LruCache<string, { readonly way: PageStrategy; readonly until: number }>(
    maxLists,
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
