import type { Reader } from '@keyan/engine/base/reader.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import type { StoredRow } from '@keyan/engine/records/behaviour.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { toWire } from '@keyan/engine/wire/rows.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import type { FieldSpec, Fields } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { absorbedMixin } from '../common/absorbed.ts';
import { recordPage, recordTitleOf } from '../common/words.ts';
import { absorbRecordOf } from './absorbing.server.ts';
import { differingFields, isChoosable } from './merging.ts';
import { type FieldPair, mayTakeOver, pairFields } from './pairing.ts';
import type { ComparedField, ComparedRecord, RecordComparison } from './quality.ts';
import { openKinds } from './reach.server.ts';
import { isAbsorbed, kindsComparedWith } from './records.server.ts';
import { recordStatusOf } from './statuses.ts';

/** Returns the resource with the key, if the quality desk covers it and the actor may open it. @throws Missing */
export const kindFor = (engine: Engine, actor: Actor, key: string): Resource => {
  const kind = openKinds(engine, actor).find((one) => one.key === key);
  if (!kind) throw new Missing();
  return kind;
};

/**
 * Returns the resources of a pair, which may be equal.
 * @throws Missing if the actor may not open one, or the two are not compared
 */
export const kindsFor = (
  engine: Engine,
  actor: Actor,
  one: string,
  other: string | undefined,
): readonly [Resource, Resource] => {
  const kind = kindFor(engine, actor, one);
  if (other === undefined || other === one) return [kind, kind];
  const found = kindsComparedWith(kind, openKinds(engine, actor)).find(({ key }) => key === other);
  if (!found) throw new Missing();
  return [kind, found];
};

/** Returns why a record cannot be merged or corrected now; null if it can. */
export const mergeHindrance = (kind: Resource, row: RowLike): Label | null => {
  const absorbing = absorbRecordOf(kind);
  if (absorbing) return absorbing.hindrance(row);
  if (row.auditStatus === statuses.inApproval) {
    return ['正在审批中，请先办结或退回', 'The record is in approval: complete or return it first'];
  }
  if (row.auditStatus === statuses.void) return ['已作废', 'The record has been voided'];
  if (row.auditStatus !== statuses.approved && row.auditStatus !== statuses.returned) {
    return ['尚未提交', 'The record has not been submitted'];
  }
  return row.isLocked === '1'
    ? ['已计分锁定，请先解锁', 'Locked by scoring: unlock it first']
    : null;
};

/** Formats a value for display. */
const valueText = (name: string, spec: FieldSpec, row: RowLike): string => {
  const value = row[name];
  const named = row[`${name}Name`];
  if (spec.target || spec.type === 'dict' || spec.type === 'dicts') {
    return String(named ?? '') || (spec.target ? '' : String(value ?? ''));
  }
  if (spec.type === 'rich')
    return String(value ?? '')
      .replace(/<[^>]*>/g, ' ')
      .trim();
  return value === null || value === undefined ? '' : String(value);
};

/** Formats a line as one text of its non-empty values. */
const lineText = (fields: Fields, line: RowLike): string =>
  Object.entries(fields)
    .filter(([name]) => !(name === 'jobNum' && line.userId))
    .map(([name, { spec }]) => (name === 'userId' ? '' : valueText(name, spec, line)))
    .filter((text) => text !== '')
    .join(' · ');

const textsOf = (name: string, spec: FieldSpec, row: RowLike): readonly string[] => {
  if (spec.type === 'rows') {
    const lines = (row[name] as RowLike[] | null) ?? [];
    return lines.map((line) => lineText(spec.fields ?? {}, line));
  }
  const text = valueText(name, spec, row);
  return text === '' ? [] : [text];
};

interface Registrant {
  readonly id: string;
  readonly name: string | null;
}

const registrants = async (session: Session, ids: readonly string[]) => {
  const rows = await session.query<Registrant>(
    'select id::text, real_name as name from users where tenant_id = $1 and id = any($2::bigint[])',
    [session.tenantId, ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name ?? '']));
};

const sideOf = (
  kind: Resource,
  row: StoredRow,
  wire: RowLike,
  names: ReadonlyMap<string, string>,
  language: Language,
): ComparedRecord => {
  const files = Object.entries(kind.fields).find(([, { spec }]) => spec.type === 'files')?.[0];
  const attached = (files ? ((row as RowLike)[files] as AttachedFile[] | null) : null) ?? [];
  const hindrance = mergeHindrance(kind, row);
  const about = absorbedMixin.optionsOf(kind);
  const status = (row as RowLike)[about?.state ?? 'auditStatus'];
  return {
    resource: kind.key,
    kind: say(kind.label, language),
    id: row.id,
    version: row.version,
    number: kind.number ? String(wire[kind.number.field] ?? '') : '',
    title: recordTitleOf(kind, wire),
    ...recordStatusOf(kind, String(status ?? ''), language),
    mayStay: !isAbsorbed(kind),
    department: String(wire.fkDeptIdName ?? ''),
    year: (wire[about?.year ?? 'statYear'] as number | undefined) ?? null,
    people: String(wire[about?.people.printed ?? 'authorNames'] ?? ''),
    registrant: names.get(row.createUser) ?? '',
    submitTime: String(wire.submitTime ?? ''),
    step: String(wire.currentNode ?? ''),
    files: attached.map(({ id, name, link }) => ({ id, name, link })),
    link: recordPage(kind, row),
    hindrance: hindrance ? say(hindrance, language) : '',
  };
};

interface Side {
  readonly kind: Resource;
  readonly row: StoredRow;
  readonly wire: RowLike;
}

/** Returns the texts of one side in a field; null if the reader may not see the field. */
const said = ({ kind, row, wire }: Side, name: string | null): readonly string[] | null => {
  const spec = name === null ? undefined : kind.fields[name]?.spec;
  if (name === null || !spec) return [];
  // Rows from the reader's query lack fields that are hidden from the reader.
  if (spec.type === 'files' || (!Object.hasOwn(row, name) && spec.secret)) return null;
  // Read-only lines are written by the product.
  if (spec.type === 'rows' && spec.readonly) return null;
  return textsOf(name, spec, wire);
};

const comparedField = (
  [one, other]: readonly [Side, Side],
  pair: FieldPair,
  differs: (texts: readonly (readonly string[])[]) => boolean,
  language: Language,
): readonly ComparedField[] => {
  const texts = [said(one, pair.one), said(other, pair.other)] as const;
  const [left, right] = texts;
  if (left === null || right === null || left.length + right.length === 0) return [];
  const [kind, name] = pair.one === null ? [other.kind, pair.other] : [one.kind, pair.one];
  const spec = kind.fields[name ?? '']?.spec;
  if (!spec || name === null) return [];
  const isOpen =
    mayTakeOver(one.kind, other.kind, pair) &&
    isChoosable(one.kind, pair.one ?? '') &&
    isChoosable(other.kind, pair.other ?? '');
  return [
    {
      name,
      otherName: pair.other ?? name,
      label: say(spec.label, language),
      one: left,
      other: right,
      differs: differs([left, right]),
      isFixed: !isOpen,
      isList: spec.type === 'rows',
    },
  ];
};

/**
 * Compares two records with display texts; for different resources, fields of the same meaning are paired.
 * @throws Missing if the actor may not read both
 */
export const comparisonOf = async (
  engine: Engine,
  actor: Actor,
  reader: Reader,
  asked: {
    readonly resource: string;
    readonly one: string;
    readonly otherResource?: string | undefined;
    readonly other: string;
  },
): Promise<RecordComparison> => {
  const kinds = kindsFor(engine, actor, asked.resource, asked.otherResource);
  const commands = engine.as(actor);
  const read = async (kind: Resource, id: string): Promise<Side> => {
    const { row } = await commands.read(kind, id);
    return { kind, row, wire: toWire(kind, row, reader) as RowLike };
  };
  const [one, other] = await Promise.all([read(kinds[0], asked.one), read(kinds[1], asked.other)]);
  const names = await engine.database.read(actor.tenantId, (session) =>
    registrants(session, [one.row.createUser, other.row.createUser]),
  );
  const isOneKind = one.kind === other.kind;
  const different = isOneKind
    ? differingFields(one.kind, one.row as RowLike, other.row as RowLike)
    : new Set<string>();
  const fields = pairFields(one.kind, other.kind).flatMap((pair) =>
    comparedField(
      [one, other],
      pair,
      ([left, right]) =>
        isOneKind ? different.has(pair.one ?? '') : left?.join('\n') !== right?.join('\n'),
      reader.language,
    ),
  );
  const { language } = reader;
  return {
    one: sideOf(one.kind, one.row, one.wire, names, language),
    other: sideOf(other.kind, other.row, other.wire, names, language),
    fields,
  };
};
