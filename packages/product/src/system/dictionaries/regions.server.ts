import type { Engine } from '@keyan/engine/engine.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import { division } from '../../shared/national.ts';
import { saveDict } from './dict.server.ts';

/** What is needed of the tenants' dictionaries. */
export interface Dictionaries {
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

/** The country, as clients of the family name it. */
export const root = '00';

/** 130000 → 13, 130100 → 1301: the family's codes begin with those of the level above. */
export const shortOf = (code: string): string => code.replace(/(00){1,2}$/, '');
/** Either spelling of a code as it is stored. */
export const fullOf = (code: string): string => code.padEnd(6, '0');

/** A division as calls of the family answer it. */
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

/** The divisions of a tenant in their order, with their entries. */
export const regionsOf = async (
  dictionaries: Dictionaries,
  tenantId: string,
): Promise<ReadonlyMap<string, { readonly entry: RegionEntry; readonly region: Region }>> => {
  const entries = await dictionaries.entries(tenantId, division.key);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const parents = new Set(entries.map(({ parentId }) => parentId));
  const levelOf = ({ parentId }: RegionEntry): number => {
    const above = byId.get(parentId);
    return above ? levelOf(above) + 1 : 1;
  };
  return new Map(
    entries.map((entry) => {
      const above = byId.get(entry.parentId);
      const code = shortOf(entry.dictKey);
      const level = levelOf(entry);
      const found: Region = {
        id: code,
        code,
        parentCode: above ? shortOf(above.dictKey) : root,
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

/** A division as somebody sends it. */
export interface RegionGiven {
  readonly code: string;
  readonly parentCode?: string;
  readonly name?: string;
  readonly sort?: number | string;
  readonly remark?: string;
}

/**
 * Adds or changes a division.
 * @returns was it there before?
 * @throws Missing for a parent that is not there; what `saveDict` throws.
 */
export const saveRegion = async (
  engine: Engine,
  actor: Actor,
  dictionaries: Dictionaries,
  given: RegionGiven,
): Promise<boolean> => {
  const all = await regionsOf(dictionaries, actor.tenantId);
  const stored = all.get(fullOf(given.code))?.entry;
  const [anyTop] = [...all.values()].filter(({ region: one }) => one.level === 1);
  const above = given.parentCode ?? root;
  const parentId = above === root ? anyTop?.entry.parentId : all.get(fullOf(above))?.entry.id;
  if (parentId === undefined) throw new Missing();
  await saveDict(
    engine,
    actor,
    {
      ...(stored && { id: stored.id }),
      parentId: stored?.parentId ?? parentId,
      dictKey: fullOf(given.code),
      dictValue: given.name,
      dictValueEn: given.name,
      sort: String(given.sort ?? stored?.sort ?? 1),
      remark: given.remark,
    },
    () => dictionaries.forget(),
  );
  return stored !== undefined;
};
