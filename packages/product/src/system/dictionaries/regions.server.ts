import type { Engine } from '@keyan/engine/engine.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { type FieldFault, Missing } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { adminDivision } from '../../shared/formats/national.ts';
import { saveEntries } from './dict.server.ts';
import type { DictRow } from './dict.ts';

/** Functions of the tenants' dictionaries needed here. */
export interface RegionDictionaries {
  entries(tenantId: string, code: string): Promise<readonly RegionEntry[]>;
  forget(): void;
}

interface RegionEntry {
  readonly id: string;
  readonly parentId: string;
  readonly dictKey: string;
  readonly dictValue: string;
  readonly sort: number;
  readonly remark: string;
  readonly offered: boolean;
}

/** Code of the whole country in BladeX clients. */
export const countryRegion = '00';

/** Shortens a code to BladeX's form, a prefix of the codes below it: 130000 → 13, 130100 → 1301. */
export const shortRegion = (code: string): string => code.replace(/(00){1,2}$/, '');
/** Pads a code of either form to the six stored digits. */
export const fullRegion = (code: string): string => code.padEnd(6, '0');

/** Division as BladeX calls return it. */
export interface Region {
  readonly id: string;
  readonly code: string;
  readonly parentCode: string;
  readonly parentName: string;
  readonly name: string;
  /** 1 province, 2 city, 3 county. */
  readonly level: number;
  readonly regionLevel: number;
  readonly sort: number;
  readonly remark: string;
  readonly hasChildren: boolean;
}

type Entry = Omit<RegionEntry, 'offered'>;

/** Divisions by stored code, each with its dictionary entry. */
export type Regions<E extends Entry = RegionEntry> = ReadonlyMap<
  string,
  { readonly entry: E; readonly region: Region }
>;

const regionsIn = <E extends Entry>(entries: readonly E[]): Regions<E> => {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const parents = new Set(entries.map(({ parentId }) => parentId));
  const levelOf = ({ parentId }: Entry): number => {
    const above = byId.get(parentId);
    return above ? levelOf(above) + 1 : 1;
  };
  return new Map(
    entries.map((entry) => {
      const above = byId.get(entry.parentId);
      const code = shortRegion(entry.dictKey);
      const level = levelOf(entry);
      const found: Region = {
        id: code,
        code,
        parentCode: above ? shortRegion(above.dictKey) : countryRegion,
        parentName: above?.dictValue ?? '',
        name: entry.dictValue,
        level,
        regionLevel: level,
        sort: entry.sort,
        remark: entry.remark,
        hasChildren: parents.has(entry.id),
      };
      return [entry.dictKey, { entry, region: found }];
    }),
  );
};

/** Reads the divisions of a tenant, sorted. */
export const regionsOf = async (
  dictionaries: RegionDictionaries,
  tenantId: string,
): Promise<Regions> => regionsIn(await dictionaries.entries(tenantId, adminDivision.key));

/**
 * Returns whether a code has two, four or six digits and is neither the country's (`00…`) nor a four-digit one that
 * ends in `00`.
 */
const isRegionCode = (code: string): boolean =>
  /^\d{2}(\d{2}){0,2}$/.test(code) && !code.startsWith(countryRegion) && !/^\d{2}00$/.test(code);

/** Returns the code of the nearest existing ancestor of a division; the country for a province. */
const aboveOf = (code: string, isThere: (full: string) => boolean): string => {
  const short = shortRegion(fullRegion(code));
  const above = [short.slice(0, 4), short.slice(0, 2)].find(
    (one) => one.length < short.length && isThere(fullRegion(one)),
  );
  return above === undefined ? countryRegion : shortRegion(fullRegion(above));
};

/** Division as clients send it. */
export interface RegionInput {
  readonly code: string;
  readonly parentCode?: string;
  readonly name?: string;
  readonly sort?: number | string;
  readonly remark?: string;
}

const texts = {
  code: [
    '行政区划编码应为 2、4 或 6 位数字，末级不为 00',
    'A division code must have 2, 4 or 6 digits, and its last level must not be 00',
  ],
  parent: [
    '上级编码 {given} 与编码不符，应为 {code}',
    'The parent code {given} does not match the code; it should be {code}',
  ],
  nowhere: [
    '行政区划编码 {code} 所在的省不存在',
    'The province of the division code {code} does not exist',
  ],
} as const satisfies Record<string, Label>;

/** Returns the fault of a division's position: a given parent must equal the parent in the code. */
export const placeFault = (
  code: string,
  parentCode: string | undefined,
  stored: Region | undefined,
  isThere: (full: string) => boolean,
): FieldFault | undefined => {
  if (!isRegionCode(code)) return { path: 'code', message: texts.code };
  const above = stored?.parentCode ?? aboveOf(code, isThere);
  if (above === countryRegion && !fullRegion(code).endsWith('0000')) {
    return { path: 'code', message: fill(texts.nowhere, { code }) };
  }
  // Only a complete six-digit code is shortened; a cell 130 is invalid.
  const said = parentCode?.length === 6 ? shortRegion(parentCode) : parentCode;
  return said === undefined || said === above
    ? undefined
    : { path: 'parentCode', message: fill(texts.parent, { given: said, code: above }) };
};

/** Returns the English name: the stored one, unless it merely repeats the Chinese name. */
const englishOf = (name: string | undefined, stored: DictRow | undefined): string | undefined =>
  stored && stored.dictValueEn !== '' && stored.dictValueEn !== stored.dictValue ? undefined : name;

/**
 * Adds or changes divisions in one transaction. A new division is placed below the nearest existing ancestor.
 * @param choose returns the divisions to save, parents first
 * @returns the saved divisions
 * @throws Missing for a new county or city without a province; errors of `saveEntries` and `choose`
 */
export const saveRegions = (
  engine: Engine,
  actor: Actor,
  dictionaries: RegionDictionaries,
  choose: (standing: Regions<DictRow>) => readonly RegionInput[],
): Promise<readonly unknown[]> =>
  saveEntries(
    engine,
    actor,
    adminDivision.key,
    (entries) => {
      const standing = regionsIn(entries);
      const there = new Set(standing.keys());
      return choose(standing).map(({ code, name, sort, remark }) => {
        const dictKey = fullRegion(code);
        const stored = standing.get(dictKey)?.entry;
        const above = aboveOf(code, (full) => there.has(full));
        if (above === countryRegion && !dictKey.endsWith('0000')) throw new Missing();
        there.add(dictKey);
        const dictValueEn = englishOf(name, stored);
        return {
          dictKey,
          ...(above !== countryRegion && { parentKey: fullRegion(above) }),
          ...(name !== undefined && { dictValue: name }),
          ...(dictValueEn !== undefined && { dictValueEn }),
          sort: String(sort ?? stored?.sort ?? 1),
          ...(remark !== undefined && { remark }),
        };
      });
    },
    () => dictionaries.forget(),
  );
