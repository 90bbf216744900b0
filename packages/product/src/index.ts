import type { Dictionary } from '@keyan/kernel/dictionary.ts';
import type { Fields } from '@keyan/kernel/field.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import { auditStatus } from '@keyan/kernel/status.ts';
import { recordData } from './achievement/dictionaries.ts';
import { journal } from './achievement/journal.ts';
import { paper } from './achievement/paper.ts';
import { lx, msgType, noticeStatus, readStatus, taskAction } from './dictionaries.ts';
import { personnel } from './people/personnel.ts';
import { project } from './project/project.ts';
import { department } from './system/department.ts';
import { menus } from './system/menus.ts';
import { roles } from './system/roles.ts';
import { user } from './system/user.ts';

/** Every resource of the product: one line brings one into being. */
export const resources = [
  paper,
  journal,
  project,
  personnel,
  department,
  user,
] as const satisfies readonly Resource[];

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

/**
 * Every dictionary that the product knows, by key.
 * @throws Error when two of them share a key.
 */
export const dictionaries: ReadonlyMap<string, Dictionary> = (() => {
  const found = new Map<string, Dictionary>();
  const all = [...unattached, ...resources.flatMap(({ fields }) => dictionariesIn(fields))];
  for (const dict of all) {
    const other = found.get(dict.key);
    if (other && other !== dict) throw new Error(`two dictionaries are called ${dict.key}`);
    found.set(dict.key, dict);
  }
  return found;
})();

/** The product as both sides know it: what it consists of, not what it does. */
export const application = { resources, dictionaries, roles, menus } as const;
