import { auditStatus } from '@keyan/kernel/access/status.ts';
import type { Fields } from '@keyan/kernel/definition/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Dictionary } from '@keyan/kernel/values/dictionary.ts';
import { achievements } from './achievement/achievements.ts';
import { journal } from './achievement/common/journal.ts';
import { menusOf } from './composition/menus.ts';
import { download } from './office/downloads/download.ts';
import { notice } from './office/notices/notice.ts';
import { personnel } from './people/personnel.ts';
import { project } from './project/project.ts';
import { recordData } from './shared/attachments.ts';
import { lx, msgType, noticeStatus, readStatus, taskAction } from './shared/dictionaries.ts';
import { roleNames, roles } from './shared/roles.ts';
import { user } from './system/accounts/user.ts';
import { department } from './system/departments/department.ts';
import { familyDictionaries } from './system/dictionaries/family-dictionaries.ts';
import { param } from './system/parameters/param.ts';
import { registerGuest } from './system/registration/registration.ts';

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
 * The product with these kinds of achievement, as both sides know it: what it consists of, not
 * what it does.
 * @throws Error when two dictionaries share a key.
 */
export const compose = <const A extends readonly Resource[]>(kinds: A) => {
  const resources = [
    ...kinds,
    journal,
    project,
    personnel,
    department,
    user,
    registerGuest,
    param,
    notice,
    download,
  ] as const;
  return {
    resources,
    /** Every dictionary that the product knows, by key. */
    dictionaries: dictionariesOf(resources),
    roles,
    menus: menusOf(kinds),
  } as const;
};

/** The product as it is shipped. */
export const application = compose(achievements);

export const { resources, dictionaries } = application;
