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

/** Reader on whose behalf records are examined. */
export interface MissingReader {
  readonly engine: Engine;
  readonly actor: Actor;
  readonly language: Language;
}

/** A record that lacks something. */
export interface FoundGap {
  readonly kind: Resource;
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly dept: string | null;
  /** Account of the person who is asked for it; null where the record names none. */
  readonly person: string | null;
  /** Empty fields of the record. */
  readonly fields: readonly string[];
  readonly files: readonly MissingFile[];
  /** Groups of these fields of which one is enough. */
  readonly oneOf: readonly (readonly string[])[];
  /** Further gaps, in words. */
  readonly others: readonly Label[];
  readonly isInApproval: boolean;
}

export interface FoundGaps {
  readonly gaps: readonly FoundGap[];
  /** More records than were examined. */
  readonly isCut: boolean;
}

/** Matter that may be missing: finds records within what the reader may read. */
export type FindGaps = (reader: MissingReader) => Promise<FoundGaps>;

/** Records of one kind that are examined at once. */
export const mostRecords = 2000;

/** Fields with the person responsible for a record, the first that a kind has; the writer where it has none. */
const responsibleAt = ['programLeader', 'leaderId', 'userId'] as const;

/** Lines that name people, the first of ours is asked. */
const peopleAt = 'authors';

interface PersonLine {
  readonly userId?: unknown;
}

const idOf = (value: unknown): string | null =>
  isEmpty(value) || value === '0' ? null : String(value);

/** The person who is asked about a record: who leads it, the first of its people of ours, or who wrote it. */
export const personOf = (kind: Resource, row: RowLike): string | null => {
  const field = responsibleAt.find((name) => kind.fields[name]);
  const lines = row[peopleAt];
  const named = Array.isArray(lines)
    ? (lines as readonly PersonLine[]).map(({ userId }) => idOf(userId)).find(Boolean)
    : undefined;
  return (field && idOf(row[field])) ?? named ?? idOf(row.createUser);
};

/** The field with the department of a record. */
export const departmentField = (kind: Resource): string | undefined =>
  kind.department ??
  ['fkDeptId', 'departmentId', 'deptId'].find((name) => kind.fields[name] !== undefined);

/** The fields that tell whose a record is, of which kind, and who is asked about it. */
export const neededFields = (kind: Resource): readonly string[] =>
  [
    kind.title,
    departmentField(kind),
    filesField(kind),
    peopleAt,
    ...responsibleAt,
    ...(kind.variants ? [kind.variants.field] : []),
  ].filter((name): name is string => name !== undefined && kind.fields[name] !== undefined);

/** A record with what it lacks; null where nothing that the reader may know of is left. */
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

/** The records of a kind among these that the reader may read, with the fields that are asked for. */
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
