import type { WorkingState } from './working-state.ts';

/**
 * Maximum number of proxies in a chain, each for the absent one before; longer chains, and circles,
 * are ignored.
 */
const maxProxyChainLength = 3;

/**
 * Returns the last proxy of a chain, or the person without a proxy; null if the chain is too long
 * or a circle.
 */
const lastProxy = (state: WorkingState, person: string): string | null => {
  const { directory } = state.input;
  const seen = new Set([person]);
  let last = person;
  for (
    let next = directory.proxyOf(last);
    next !== null;
    last = next, next = directory.proxyOf(last)
  ) {
    if (seen.has(next) || seen.size > maxProxyChainLength) return null;
    seen.add(next);
  }
  return last;
};

/** Person who gets a task, and the absent person they represent; `owner` is null without one. */
export interface TaskHolding {
  readonly assignee: string;
  readonly owner: string | null;
}

/**
 * Returns the holder of a task for this person: the person, or their proxy while absent. The task
 * remains with the person if the proxy has left, is named in the record, or already acts on the
 * step.
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

/** Returns the people who are not absent, or all if everybody is. */
export const presentPeople = (state: WorkingState, users: readonly string[]): readonly string[] => {
  const present = users.filter((user) => state.input.directory.proxyOf(user) === null);
  return present.length > 0 ? present : users;
};

/** Returns the first person with a proxy. */
export const firstAbsentPerson = (
  state: WorkingState,
  users: readonly string[],
): string | undefined => users.find((user) => holdingOf(state, user, users).owner !== null);
