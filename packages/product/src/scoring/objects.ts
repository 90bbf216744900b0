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

/** Scored kind with the fields by which it is counted. */
export interface ScoredKind extends ScoredKindOptions {
  readonly resource: Resource;
}

/**
 * Scoring options of a kind from its definition; achievements share year, people and signature
 * fields.
 */
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

/** Scored kinds by code of `scoreObject`, in order. */
export const scoredKinds: Readonly<Record<string, ScoredKind>> = Object.fromEntries(
  scoreObject.entries.flatMap(({ code }) => {
    const kind = kinds.find(({ as }) => as === code);
    return kind ? [[code, kind]] : [];
  }),
);

/**
 * Kind of achievement of a code, with its sub-table of authors; null for projects, funds and
 * activities.
 */
export const achievementKind = (object: string | null) => {
  const kind = scoredKinds[object ?? ''];
  const isAchievement = kind && achievements.some(({ key }) => key === kind.resource.key);
  return isAchievement && 'rows' in kind.people
    ? { resource: kind.resource, rows: kind.people.rows }
    : null;
};

/** Scored record of a result, by kind and id. */
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

/** Field types that a condition can compare. */
const comparable: ReadonlySet<FieldType> = new Set([
  'dict',
  'dicts',
  'integer',
  'decimal',
  'money',
  'year',
]);

/** Fields excluded from conditions: data source, and fields that scoring writes. */
const apart = new Set(['dataSource', 'isLocked', 'scoreTotal']);

/** Fields of a kind that rules may use, with labels. */
export const fieldsToAsk = ({ resource }: ScoredKind): readonly (readonly [string, Label])[] =>
  Object.entries(resource.fields).flatMap(([name, { spec }]) =>
    comparable.has(spec.type) && !apart.has(name) ? [[name, spec.label] as const] : [],
  );

/** Fields for conditions by kind: `paper.journalLevel`. */
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
 * Fields of papers about indexing, journal rankings and citations; rewards may not depend on them
 * (R-607).
 */
export const indexFields: ReadonlySet<string> = new Set(
  ['indexTypes', 'jcrZone', 'casZone', 'isTop', 'impactFactor', 'citedNum', 'isEsi'].map(
    (name) => `paper.${name}`,
  ),
);

/** Kind and field of a code of `scoreField`; null for an unknown code. */
export const askedField = (code: string | null) => {
  const [object = '', name = ''] = (code ?? '').split('.');
  const field = scoredKinds[object]?.resource.fields[name];
  return field ? { object, name, spec: field.spec } : null;
};
