import { auditStatus } from '@keyan/kernel/access/status.ts';
import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Dictionary } from '@keyan/kernel/values/dictionary.ts';
import { recordData } from '../shared/attachments.ts';
import {
  msgType,
  noticeStatus,
  noticeTypeCode,
  readStatus,
  taskAction,
} from '../shared/dictionaries.ts';
import { roleNames } from '../shared/roles.ts';
import { postNames } from '../system/posts/dictionaries.ts';

const dictionariesIn = (fields: Fields): readonly Dictionary[] =>
  Object.values(fields).flatMap(({ spec }) => [
    ...(spec.dictionary ? [spec.dictionary] : []),
    ...dictionariesIn(spec.fields ?? {}),
  ]);

/** Dictionaries that no field refers to. */
const unattached: readonly Dictionary[] = [
  auditStatus,
  taskAction,
  msgType,
  readStatus,
  noticeTypeCode,
  noticeStatus,
  recordData,
];

/** Dictionaries stored in a table of their own, with pages of their own. */
const keptElsewhere: readonly Dictionary[] = [roleNames, postNames];

/**
 * Every dictionary of these resources by key.
 * @param more dictionaries that no field refers to
 * @throws Error when two dictionaries share a key.
 */
export const dictionariesOf = (
  resources: readonly Resource[],
  more: readonly Dictionary[] = [],
): ReadonlyMap<string, Dictionary> => {
  const found = new Map<string, Dictionary>();
  const all = [
    ...unattached,
    ...more,
    ...resources.flatMap(({ fields }) => dictionariesIn(fields)),
  ];
  for (const dict of all.filter((one) => !keptElsewhere.includes(one))) {
    const other = found.get(dict.key);
    if (other && other !== dict) throw new Error(`two dictionaries are called ${dict.key}`);
    found.set(dict.key, dict);
  }
  return found;
};
