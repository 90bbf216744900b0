import type { Label } from '../../label.ts';
import type { ChainBranch, ChainItem } from './chain.ts';

/** Returns the id of a line: that of its step or fork. */
export const chainItemId = (item: ChainItem): string =>
  item.is === 'step' ? item.node.id : item.id;

/** Returns the ids of steps and forks. */
export const idsIn = (items: readonly ChainItem[]): readonly string[] =>
  items.flatMap((item) => [
    chainItemId(item),
    ...(item.is === 'fork' ? item.branches.flatMap((branch) => idsIn(branch.items)) : []),
  ]);

/** Returns the line with this id, at any depth. */
export const chainItemOf = (items: readonly ChainItem[], id: string): ChainItem | undefined => {
  for (const item of items) {
    if (chainItemId(item) === id) return item;
    if (item.is === 'step') continue;
    for (const branch of item.branches) {
      const found = chainItemOf(branch.items, id);
      if (found) return found;
    }
  }
  return undefined;
};

/** Applies a function to every list of lines, innermost lists first. */
const mapLists = (
  items: readonly ChainItem[],
  change: (list: readonly ChainItem[]) => readonly ChainItem[],
): readonly ChainItem[] =>
  change(
    items.map((item) =>
      item.is === 'step'
        ? item
        : {
            ...item,
            branches: item.branches.map((branch) => ({
              ...branch,
              items: mapLists(branch.items, change),
            })),
          },
    ),
  );

/** Replaces the line with this id; deletes it if `item` is undefined. */
export const withItemReplaced = (
  items: readonly ChainItem[],
  id: string,
  item?: ChainItem,
): readonly ChainItem[] =>
  mapLists(items, (list) =>
    list.flatMap((one) => (chainItemId(one) === id ? (item === undefined ? [] : [item]) : [one])),
  );

/** Inserts a line after the one with this id; at the end of the chain if `after` is null. */
export const withItemAfter = (
  items: readonly ChainItem[],
  after: string | null,
  item: ChainItem,
): readonly ChainItem[] =>
  after === null
    ? [...items, item]
    : mapLists(items, (list) =>
        list.flatMap((one) => (chainItemId(one) === after ? [one, item] : [one])),
      );

/** Adds a line at the end of a branch. */
export const withItemInBranch = (
  items: readonly ChainItem[],
  fork: string,
  branch: number,
  item: ChainItem,
): readonly ChainItem[] =>
  mapLists(items, (list) =>
    list.map((one) =>
      one.is === 'fork' && one.id === fork
        ? {
            ...one,
            branches: one.branches.map((each, i) =>
              i === branch ? { ...each, items: [...each.items, item] } : each,
            ),
          }
        : one,
    ),
  );

/** Moves a line by this many places within its list, at most to its ends. */
export const withItemMovedBy = (
  items: readonly ChainItem[],
  id: string,
  places: number,
): readonly ChainItem[] =>
  mapLists(items, (list) => {
    const from = list.findIndex((one) => chainItemId(one) === id);
    const item = list[from];
    if (!item) return list;
    const to = Math.min(Math.max(from + places, 0), list.length - 1);
    return list.toSpliced(from, 1).toSpliced(to, 0, item);
  });

/** Moves a line to the place of another one; a fork cannot be moved into itself. */
export const withItemMovedTo = (
  items: readonly ChainItem[],
  id: string,
  place: string,
): readonly ChainItem[] => {
  const item = chainItemOf(items, id);
  if (!item || id === place || (item.is === 'fork' && idsIn([item]).includes(place))) return items;
  const order = idsIn(items);
  const isDown = order.indexOf(id) < order.indexOf(place);
  const without = withItemReplaced(items, id);
  return mapLists(without, (list) =>
    list.flatMap((one) =>
      chainItemId(one) === place ? (isDown ? [one, item] : [item, one]) : [one],
    ),
  );
};

/** Returns an unused id that begins with a word: `step1`, `fork2`. */
export const freeChainId = (items: readonly ChainItem[], word: string): string => {
  const taken = new Set([...idsIn(items), 'start', 'end', 'apply']);
  for (let n = 1; ; n += 1) if (!taken.has(`${word}${n}`)) return `${word}${n}`;
};

const emptyBranch = (condition: string | null): ChainBranch => ({ condition, items: [] });

const names = {
  step: ['新环节', 'New step'],
  wait: ['公示', 'Public notice'],
  copy: ['抄送', 'Copy'],
} as const satisfies Record<string, Label>;

/** Initial lines that a person may add to a list, by type. */
export const newChainItems = {
  step: (id: string): ChainItem => ({
    is: 'step',
    condition: null,
    node: {
      type: 'user',
      id,
      name: names.step[0],
      people: [],
      empty: 'toAdmin',
      editable: [],
      refuse: false,
    },
  }),
  wait: (id: string): ChainItem => ({
    is: 'step',
    condition: null,
    node: { type: 'wait', id, name: names.wait[0], english: names.wait[1], period: '5wd' },
  }),
  copy: (id: string): ChainItem => ({
    is: 'step',
    condition: null,
    node: {
      type: 'service',
      id,
      name: names.copy[0],
      english: names.copy[1],
      service: { is: 'cc', people: [] },
    },
  }),
  parallel: (id: string): ChainItem => ({
    is: 'fork',
    id,
    gateway: 'parallel',
    branches: [emptyBranch(null), emptyBranch(null)],
  }),
  choice: (id: string): ChainItem => ({
    is: 'fork',
    id,
    gateway: 'exclusive',
    branches: [emptyBranch('${true}'), emptyBranch(null)],
  }),
} as const satisfies Record<string, (id: string) => ChainItem>;

export type NewChainItemType = keyof typeof newChainItems;

/** Returns the line with another condition: of the step, or of a branch of the fork. */
export const withCondition = (item: ChainItem, condition: string | null, branch = 0): ChainItem =>
  item.is === 'step'
    ? { ...item, condition }
    : {
        ...item,
        branches: item.branches.map((one, i) => (i === branch ? { ...one, condition } : one)),
      };
