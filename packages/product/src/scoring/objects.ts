import type { FieldType } from '@keyan/kernel/definition/field/field.ts';
import type { NamedRecord } from '@keyan/kernel/definition/life/tell.ts';
import { type Resource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { treeDictionary } from '@keyan/kernel/values/dictionary.ts';
import { achievements } from '../achievement/achievements.ts';
import { achievementMixin } from '../achievement/common/achievement.ts';
import { activityAttended } from '../activity/attended.ts';
import { activityHeld } from '../activity/held.ts';
import { contractRecord } from '../contracts/contract.ts';
import { arrivalBudget } from '../funds/arrival-budget.ts';
import { processConclusion } from '../project/changes/process-conclusion.ts';
import { programApproval } from '../project/program/program-approval.ts';
import { type ScoredKindOptions, scoredMixin } from '../shared/mechanisms/scored.ts';
import { scoreObject } from './dictionaries.ts';

/** A kind of record that scores, with what it can be counted by. */
export interface ScoredKind extends ScoredKindOptions {
  readonly resource: Resource;
}

/** How records of a kind score, as their definition says; achievements have year, people and signature alike. */
const scoredAs = (resource: Resource): ScoredKindOptions | undefined => {
  const { scored, dates = [] } = achievementMixin.optionsOf(resource) ?? {};
  return scored
    ? {
        ...scored,
        dates,
        year: 'statYear',
        people: { rows: 'authors', share: 'contributionRate', role: 'authorType' },
        sign: 'schoolSign',
        category: 'subjectClass',
      }
    : scoredMixin.optionsOf(resource);
};

const kinds: readonly ScoredKind[] = [
  ...achievements,
  programApproval,
  contractRecord,
  processConclusion,
  arrivalBudget,
  activityHeld,
  activityAttended,
].flatMap((kind) => {
  const resource = untypedResource(kind);
  const scored = scoredAs(resource);
  return scored ? [{ ...scored, resource }] : [];
});

/** Kinds that score, by the codes of `scoreObject` and in their order. */
export const scoredKinds: Readonly<Record<string, ScoredKind>> = Object.fromEntries(
  scoreObject.entries.flatMap(({ code }) => {
    const kind = kinds.find(({ as }) => as === code);
    return kind ? [[code, kind]] : [];
  }),
);

/** The kind of achievement with this code, and its sub-table of authors; null for projects, funds and activities. */
export const achievementKind = (object: string | null) => {
  const kind = scoredKinds[object ?? ''];
  const isAchievement = kind && achievements.some(({ key }) => key === kind.resource.key);
  return isAchievement && 'rows' in kind.people
    ? { resource: kind.resource, rows: kind.people.rows }
    : null;
};

/** The record that was scored, by the kind and the id that its results name. */
export const scoredRecordOf = ({
  scoreObject: object,
  bizId: id,
}: {
  readonly scoreObject?: string | null;
  readonly bizId?: string | null;
}): NamedRecord | null => {
  const kind = scoredKinds[object ?? '']?.resource;
  return kind && id ? { kind, id } : null;
};

/** Kinds of values that a condition can compare. */
const comparable: ReadonlySet<FieldType> = new Set([
  'dict',
  'dicts',
  'integer',
  'decimal',
  'money',
  'year',
]);

/** Where it comes from, and what scoring itself writes, says nothing of its worth. */
const apart = new Set(['dataSource', 'isLocked', 'scoreTotal']);

/** Names of the fields of a kind that rules may ask about, with their labels. */
export const fieldsToAsk = ({ resource }: ScoredKind): readonly (readonly [string, Label])[] =>
  Object.entries(resource.fields).flatMap(([name, { spec }]) =>
    comparable.has(spec.type) && !apart.has(name) ? [[name, spec.label] as const] : [],
  );

/** Every field that a condition may ask about, by kind: `paper.journalLevel`. */
export const scoreField = treeDictionary(
  'scoreField',
  ['计分条件字段', 'Condition field'],
  Object.entries(scoredKinds).map(([object, kind]) => ({
    code: object,
    label: kind.resource.label,
    heading: true,
    children: fieldsToAsk(kind).map(([name, label]) => ({ code: `${object}.${name}`, label })),
  })),
);

/**
 * Fields of papers that say where they are indexed, how their journal is ranked by others, or how often they are
 * cited. No reward follows from them.
 */
export const indexFields: ReadonlySet<string> = new Set(
  ['indexTypes', 'jcrZone', 'casZone', 'isTop', 'impactFactor', 'citedNum', 'isEsi'].map(
    (name) => `paper.${name}`,
  ),
);

/** A code of `scoreField` taken apart; null for one that names no field. */
export const askedField = (code: string | null) => {
  const [object = '', name = ''] = (code ?? '').split('.');
  const field = scoredKinds[object]?.resource.fields[name];
  return field ? { object, name, spec: field.spec } : null;
};
