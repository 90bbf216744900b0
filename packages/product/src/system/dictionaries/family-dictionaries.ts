import type { Process } from '@keyan/kernel/definition/life/process.ts';
import {
  type Dictionary,
  dictionary,
  type Entry,
  treeDictionary,
} from '@keyan/kernel/values/dictionary.ts';
import { noticeTypeCode } from '../../shared/dictionaries.ts';
import { userType } from '../accounts/dictionaries.ts';
import { deptCategory } from '../departments/dictionaries.ts';

/**
 * Dictionaries that BladeX clients request and no resource refers to. Their keys are numeric, since BladeX clients
 * parse them as numbers (ruling 7).
 */
const ownOfTheFamily: readonly Dictionary[] = [
  dictionary(
    'region',
    ['行政区划级别', 'Region level'],
    [
      ['0', '国家', 'Country'],
      ['1', '省份/直辖市', 'Province'],
      ['2', '地市', 'City'],
      ['3', '区县', 'District'],
      ['4', '乡镇', 'Town'],
      ['5', '村委', 'Village'],
    ],
  ),
];

const flowCategory = /^flow_(\d+)$/;

/** Returns the dictionary entry of an approval kind; the remark is the kind, which URLs of its tasks contain. */
const flowEntry = ({ kind, label, category }: Process): Entry => {
  const [, code] = flowCategory.exec(category) ?? [];
  if (code === undefined) throw new Error(`${kind}: ${category} is no category of processes`);
  return { code, label, remark: kind };
};

/**
 * Returns the dictionaries for BladeX clients, including the approval kinds of the product.
 * @throws Error if two processes share a category
 */
export const familyDictionaries = (processes: readonly Process[]): readonly Dictionary[] => {
  const entries = processes.map(flowEntry);
  const codes = new Set(entries.map(({ code }) => code));
  if (codes.size < entries.length) throw new Error('two processes share a category');
  return [...ownOfTheFamily, treeDictionary('flow', ['流程分类', 'Process category'], entries)];
};

/** Codes of the product's dictionaries by their BladeX code. */
export const familyNames: Readonly<Record<string, string>> = {
  notice: noticeTypeCode.key,
  org_category: deptCategory.key,
  user_type: userType.key,
};
