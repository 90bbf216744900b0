import type { WorkingState } from './working-state.ts';

/** Most people in a row who stand in, each for the absent one before: longer rows, and circles, count as none. */
const mostProxies = 3;

/** Person who acts at the end of a row of proxies; null where the row is too long or a circle. */
const lastProxy = (state: WorkingState, person: string): string | null => {
  const { directory } = state.input;
  const seen = new Set([person]);
  let last = person;
  for (
    let next = directory.proxyOf(last);
    next !== null;
    last = next, next = directory.proxyOf(last)
  ) {
    if (seen.has(next) || seen.size > mostProxies) return null;
    seen.add(next);
  }
  return last;
};

/** Person who has an item, and in whose name; `owner` is null where that is the same. */
export interface TaskHolding {
  readonly assignee: string;
  readonly owner: string | null;
}

/**
 * Holder of an item for this person: themselves, or who stands in for them while they are absent. The person keeps
 * it where the proxy has left, is named by the record, or acts on the step already.
 * @param acting people who act on the step, or will
 */
export const holdingOf = (
  state: WorkingState,
  person: string,
  acting: readonly string[],
): TaskHolding => {
  const proxy = lastProxy(state, person);
  const stays =
    proxy === null ||
    proxy === person ||
    !state.input.directory.isActive(proxy) ||
    state.concerns(proxy) ||
    acting.includes(proxy);
  return stays ? { assignee: person, owner: null } : { assignee: proxy, owner: person };
};

/** The people of a pool who are not absent, or the whole pool where all are. */
export const presentPeople = (state: WorkingState, users: readonly string[]): readonly string[] => {
  const present = users.filter((user) => state.input.directory.proxyOf(user) === null);
  return present.length > 0 ? present : users;
};

/** The first of these for whom somebody stands in. */
export const firstAbsentPerson = (
  state: WorkingState,
  users: readonly string[],
): string | undefined => users.find((user) => holdingOf(state, user, users).owner !== null);
