import { auditStatus } from '@keyan/kernel/access/status.ts';
import type { Fields } from '@keyan/kernel/definition/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Dictionary } from '@keyan/kernel/values/dictionary.ts';
import { achievements } from './achievement/achievements.ts';
import { menusOf } from './composition/menus.ts';
import { type ListedResource, otherResources } from './composition/resources.ts';
import { recordData } from './shared/attachments.ts';
import { lx, msgType, noticeStatus, readStatus, taskAction } from './shared/dictionaries.ts';
import { roleNames, roles } from './shared/roles.ts';
import { familyDictionaries } from './system/dictionaries/family-dictionaries.ts';

const dictionariesIn = (fields: Fields): readonly Dictionary[] =>
  Object.values(fields).flatMap(({ spec }) => [
    ...(spec.dictionary ? [spec.dictionary] : []),
    ...dictionariesIn(spec.fields ?? {}),
  ]);

/** Dictionaries that no field of a resource names. */
const unattached: readonly Dictionary[] = [
  auditStatus,
  taskAction,
  msgType,
  readStatus,
  lx,
  noticeStatus,
  recordData,
];

/** Dictionaries that have a table and pages of their own. */
const keptElsewhere: readonly Dictionary[] = [roleNames];

/** @throws Error when two dictionaries share a key. */
const dictionariesOf = (resources: readonly Resource[]): ReadonlyMap<string, Dictionary> => {
  const found = new Map<string, Dictionary>();
  const processes = resources.flatMap((resource) => resource.processes);
  const all = [
    ...unattached,
    ...familyDictionaries(processes),
    ...resources.flatMap(({ fields }) => dictionariesIn(fields)),
  ];
  for (const dict of all.filter((one) => !keptElsewhere.includes(one))) {
    const other = found.get(dict.key);
    if (other && other !== dict) throw new Error(`two dictionaries are called ${dict.key}`);
    found.set(dict.key, dict);
  }
  return found;
};

/**
 * The product with these resources, as both sides know it: what it consists of, not what it does.
 * @param kinds kinds of achievement
 * @param others every other resource
 * @throws Error when two dictionaries share a key.
 */
export const compose = <const A extends readonly Resource[]>(
  kinds: A,
  others: readonly ListedResource[] = otherResources,
) => {
  const resources = [...kinds, ...others.map(({ resource }) => resource)] as const;
  return {
    resources,
    /** Every dictionary that the product knows, by key. */
    dictionaries: dictionariesOf(resources),
    roles,
    menus: menusOf(kinds, others),
  } as const;
};

/** The product as it is shipped. */
export const application = compose(achievements);

export const { resources, dictionaries } = application;
