import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Input } from '@keyan/kernel/specimen/values.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { OptionRow } from '@keyan/kernel/wire/records.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;

/** Records that a person may choose in restricted reference fields. */
export interface WriterChoices {
  /** Ids by reference field. */
  readonly choices: ReadonlyMap<FieldSpec, readonly string[]>;
  /** Chosen records by resource key and id. */
  readonly records: ReadonlyMap<string, Input>;
}

/** Codes of `awardType` for prizes in humanities and social sciences, education research, and arts. */
const humanePrizes = new Set<unknown>(['06', '07', '10']);

/** Returns whether people of a college can win the prize; colleges from code 410 on are humanities. */
const isPrizeOf = ({ awardType: type }: RowLike, college: string) =>
  type === '99' || humanePrizes.has(type) === college >= '410';

/** Functions by resource, or `resource.field` for references, that return whether values suit a college. */
const suitings: Readonly<Record<string, (values: RowLike, college: string) => boolean>> = {
  achievementAwd: isPrizeOf,
  'prizeDeclaration.noticeId': isPrizeOf,
};

/** Returns the values that suit the college; all values if none does. */
export const valuesForCollege = <V>(
  name: string,
  college: string,
  all: readonly V[],
  valuesOf: (one: V) => RowLike,
): readonly V[] => {
  const suits = suitings[name];
  const suited = suits ? all.filter((one) => suits(valuesOf(one), college)) : all;
  return suited.length > 0 ? suited : all;
};

/** Returns the required references that are restricted to some records of their target. */
export const limitedReferences = (resource: Resource) =>
  Object.entries(resource.fields).filter(
    ([, { spec }]) => spec.type === 'ref' && spec.required && spec.among,
  );

/** Reads the options of each restricted reference; null if a reference has none. */
const offersTo = async ({ engine }: SeedParts, resource: Resource, actor: Actor) => {
  const offers: { name: string; spec: FieldSpec; offered: readonly OptionRow[] }[] = [];
  for (const [name, { spec }] of limitedReferences(resource)) {
    const offered = await engine.as(actor).choices(resource, name, { size: 30 });
    if (offered.length === 0) return null;
    offers.push({ name, spec, offered });
  }
  return offers;
};

/** Returns whether every restricted reference has an option. */
export const hasChoices = async (
  parts: SeedParts,
  resource: Resource,
  actor: Actor,
): Promise<boolean> => (await offersTo(parts, resource, actor)) !== null;

/** Reads the writer's options by reference; null if a reference has none. */
export const referenceChoices = async (
  parts: SeedParts,
  resource: Resource,
  actor: Actor,
  college: string,
): Promise<WriterChoices | null> => {
  const { engine } = parts;
  const offers = await offersTo(parts, resource, actor);
  if (!offers) return null;
  const choices = new Map<FieldSpec, readonly string[]>();
  const records = new Map<string, Input>();
  for (const { name, spec, offered } of offers) {
    const target = engine.resources.get(spec.target?.key ?? '');
    // Reads in parallel, since the whole demo needs thousands of these queries.
    await Promise.all(
      (target ? offered : []).map(async ({ id }) => {
        const { row } = await engine.asSystem('演示数据', tenantId).read(target as Resource, id);
        records.set(`${target?.key} ${id}`, row as Input);
      }),
    );
    const suited = valuesForCollege(
      `${resource.key}.${name}`,
      college,
      offered,
      ({ id }) => records.get(`${target?.key} ${id}`) ?? {},
    );
    choices.set(
      spec,
      suited.map(({ id }) => id),
    );
  }
  return { choices, records };
};

/** Returns only the least used options of a writer, since some records allow only one process at a time. */
export const sortByUse = (
  ids: readonly string[],
  used: ReadonlyMap<string, number>,
): readonly string[] => {
  const least = Math.min(...ids.map((id) => used.get(id) ?? 0));
  return ids.filter((id) => (used.get(id) ?? 0) === least);
};
