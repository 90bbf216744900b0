import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Input } from '@keyan/kernel/specimen/values.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { OptionRow } from '@keyan/kernel/wire/records.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;

/** Choices of somebody where a reference is limited. */
export interface WriterChoices {
  /** Ids by reference. */
  readonly choices: ReadonlyMap<FieldSpec, readonly string[]>;
  /** The records that they may choose, by resource and id. */
  readonly records: ReadonlyMap<string, Input>;
}

/** Prizes for the humanities and social sciences, for research on education, for the arts (`awardType`). */
const humanePrizes = new Set<unknown>(['06', '07', '10']);

/** May somebody of this college win such a prize? Colleges of the humanities have numbers from 410 on. */
const isPrizeOf = ({ awardType: type }: RowLike, college: string) =>
  type === '99' || humanePrizes.has(type) === college >= '410';

/** By kind, or `kind.field` for the records that a reference may name: does it suit a college? */
const suitings: Readonly<Record<string, (values: RowLike, college: string) => boolean>> = {
  achievementAwd: isPrizeOf,
  'prizeDeclaration.noticeId': isPrizeOf,
};

/** Values that suit the college; all of them where none does. */
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

/** References that are required and limited to some records of their target. */
export const limitedReferences = (resource: Resource) =>
  Object.entries(resource.fields).filter(
    ([, { spec }]) => spec.type === 'ref' && spec.required && spec.among,
  );

/** Options for each limited reference; null where one of them has none. */
const offersTo = async ({ engine }: SeedParts, resource: Resource, actor: Actor) => {
  const offers: { name: string; spec: FieldSpec; offered: readonly OptionRow[] }[] = [];
  for (const [name, { spec }] of limitedReferences(resource)) {
    const offered = await engine.as(actor).choices(resource, name, { size: 30 });
    if (offered.length === 0) return null;
    offers.push({ name, spec, offered });
  }
  return offers;
};

/** Is there something to choose for each limited reference? */
export const hasChoices = async (
  parts: SeedParts,
  resource: Resource,
  actor: Actor,
): Promise<boolean> => (await offersTo(parts, resource, actor)) !== null;

/** Choices of the writer, by reference; null where one of them has none. */
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
    // Side by side: the whole demo reads thousands of them.
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

/**
 * Records that a writer may choose, those first that fewest chose so far: of some, one process at a time
 * may be under way.
 */
export const leastUsed = (
  ids: readonly string[],
  used: ReadonlyMap<string, number>,
): readonly string[] => {
  const least = Math.min(...ids.map((id) => used.get(id) ?? 0));
  return ids.filter((id) => (used.get(id) ?? 0) === least);
};
