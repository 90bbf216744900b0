import type { Engine } from '@keyan/engine/engine.ts';
import { filesField } from '@keyan/engine/files/categories.ts';
import { fieldsHiddenFrom } from '@keyan/engine/records/rights.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label, Language } from '@keyan/kernel/label.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { MissingFile } from './missing.ts';

/** Reader on whose behalf records are checked. */
export interface MissingReader {
  readonly engine: Engine;
  readonly actor: Actor;
  readonly language: Language;
}

/** Incomplete record. */
export interface FoundGap {
  readonly kind: Resource;
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly dept: string | null;
  /** Account id of the responsible person; null if the record names none. */
  readonly person: string | null;
  /** Missing fields of the record. */
  readonly fields: readonly string[];
  readonly files: readonly MissingFile[];
  /** Groups of missing fields of which one suffices. */
  readonly oneOf: readonly (readonly string[])[];
  /** Further gaps, in words. */
  readonly others: readonly Label[];
  readonly isInApproval: boolean;
}

export interface FoundGaps {
  readonly gaps: readonly FoundGap[];
  /** True if there are more records than were checked. */
  readonly isCut: boolean;
}

/** Check of a topic: finds incomplete records that the reader may read. */
export type FindGaps = (reader: MissingReader) => Promise<FoundGaps>;

/** Maximum number of records checked per resource. */
export const maxCheckedRecords = 2000;

/** Fields with the responsible person, by preference; without any, the writer. */
const responsibleFields = ['programLeader', 'leaderId', 'userId'] as const;

/** Field with lines of people, of which the first member of the university is responsible. */
const peopleField = 'authors';

interface PersonLine {
  readonly userId?: unknown;
}

const idOf = (value: unknown): string | null =>
  isEmpty(value) || value === '0' ? null : String(value);

/**
 * Id of the responsible person: leader, otherwise first member of the university among the authors,
 * otherwise the writer.
 */
export const personOf = (kind: Resource, row: RowLike): string | null => {
  const field = responsibleFields.find((name) => kind.fields[name]);
  const lines = row[peopleField];
  const named = Array.isArray(lines)
    ? (lines as readonly PersonLine[]).map(({ userId }) => idOf(userId)).find(Boolean)
    : undefined;
  return (field && idOf(row[field])) ?? named ?? idOf(row.createUser);
};

/** Field with the department of a record. */
export const departmentField = (kind: Resource): string | undefined =>
  kind.department ??
  ['fkDeptId', 'departmentId', 'deptId'].find((name) => kind.fields[name] !== undefined);

/** Fields that determine department, kind and responsible person of a record. */
export const neededFields = (kind: Resource): readonly string[] =>
  [
    kind.title,
    departmentField(kind),
    filesField(kind),
    peopleField,
    ...responsibleFields,
    ...(kind.variants ? [kind.variants.field] : []),
  ].filter((name): name is string => name !== undefined && kind.fields[name] !== undefined);

/** Record with its gaps; null if there is no gap that the reader may see. */
export const gapOf = (
  { actor }: MissingReader,
  kind: Resource,
  row: RowLike,
  lacks: Partial<Pick<FoundGap, 'fields' | 'files' | 'others' | 'oneOf'>>,
): FoundGap | null => {
  const hidden = fieldsHiddenFrom(kind, actor);
  const fields = (lacks.fields ?? []).filter((name) => !hidden.has(name));
  const { files = [], others = [], oneOf = [] } = lacks;
  if (fields.length + files.length + others.length === 0) return null;
  const dept = departmentField(kind);
  return {
    kind,
    id: String(row.id),
    version: Number(row.version),
    title: String(row[kind.title] ?? ''),
    dept: dept ? idOf(row[dept]) : null,
    person: personOf(kind, row),
    fields,
    files,
    oneOf: oneOf.map((names) => names.filter((name) => !hidden.has(name))),
    others,
    isInApproval: hasProcess(kind) && row.auditStatus === statuses.inApproval,
  };
};

/** Records of a resource with the given ids that the reader may read, with the given fields. */
export const rowsOf = async (
  { engine, actor }: MissingReader,
  kind: Resource,
  ids: readonly string[],
  fields: readonly string[],
): Promise<readonly RowLike[]> => {
  if (ids.length === 0) return [];
  const names = new Set([...neededFields(kind), ...fields, 'version', 'createUser', 'auditStatus']);
  const rows = await engine.as(actor).readAll(kind, ids, [...names]);
  return rows as readonly RowLike[];
};
