import type { Reader } from '@keyan/engine/base/reader.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import type { StoredRow } from '@keyan/engine/records/behaviour.ts';
import type { Session } from '@keyan/engine/store/database.ts';
import { toWire } from '@keyan/engine/wire/rows.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { auditStatus, statuses } from '@keyan/kernel/access/status.ts';
import type { AttachedFile, FieldSpec, Fields } from '@keyan/kernel/definition/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import { recordPage, titleOf } from '../common/words.ts';
import { differing, isChosen } from './merging.ts';
import type { ComparedField, ComparedRecord, Comparison } from './quality.ts';
import { openKinds } from './reach.server.ts';

type Wire = Readonly<Record<string, unknown>>;

/** The kind of this key, if the desk looks at it and the actor may open it. @throws Missing */
export const kindFor = (engine: Engine, actor: Actor, key: string): Resource => {
  const kind = openKinds(engine, actor).find((one) => one.key === key);
  if (!kind) throw new Missing();
  return kind;
};

/** Why a record may not be merged or corrected as it stands; null where it may. */
export const hindranceOf = (row: Readonly<Record<string, unknown>>): Label | null => {
  if (row.auditStatus === statuses.inApproval) {
    return ['正在审批中，请先办结或退回', 'It is in approval: let that end, or return it first'];
  }
  if (row.auditStatus === statuses.void) return ['已作废', 'It is void'];
  if (row.auditStatus !== statuses.approved && row.auditStatus !== statuses.returned) {
    return ['尚未提交', 'It was not submitted'];
  }
  return row.isLocked === '1'
    ? ['已计分锁定，请先解锁', 'It is locked by a score: unlock it first']
    : null;
};

/** A value as people read it. */
const valueText = (name: string, spec: FieldSpec, row: Wire): string => {
  const value = row[name];
  const named = row[`${name}Name`];
  if (spec.target || spec.kind === 'dict' || spec.kind === 'dicts') {
    return String(named ?? '') || (spec.target ? '' : String(value ?? ''));
  }
  if (spec.kind === 'rich')
    return String(value ?? '')
      .replace(/<[^>]*>/g, ' ')
      .trim();
  return value === null || value === undefined ? '' : String(value);
};

/** A line of a sub-table in one text: what it holds, without what is empty. */
const lineText = (fields: Fields, line: Wire): string =>
  Object.entries(fields)
    .filter(([name]) => !(name === 'jobNum' && line.userId))
    .map(([name, { spec }]) => (name === 'userId' ? '' : valueText(name, spec, line)))
    .filter((text) => text !== '')
    .join(' · ');

const textsOf = (name: string, spec: FieldSpec, row: Wire): readonly string[] => {
  if (spec.kind === 'rows') {
    const lines = (row[name] as Wire[] | null) ?? [];
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
  wire: Wire,
  names: ReadonlyMap<string, string>,
  language: Language,
): ComparedRecord => {
  const { files } = {
    files: Object.entries(kind.fields).find(([, { spec }]) => spec.kind === 'files')?.[0],
  };
  const attached = (files ? ((row as Wire)[files] as AttachedFile[] | null) : null) ?? [];
  const hindrance = hindranceOf(row);
  const status = auditStatus.entries.find(({ code }) => code === row.auditStatus);
  return {
    id: row.id,
    version: row.version,
    number: kind.number ? String(wire[kind.number.field] ?? '') : '',
    title: titleOf(kind, wire),
    status: row.auditStatus,
    statusName: status ? say(status.label, language) : '',
    department: String(wire.fkDeptIdName ?? ''),
    year: (wire.statYear as number | undefined) ?? null,
    people: String(wire.authorNames ?? ''),
    registrant: names.get(row.createUser) ?? '',
    submitTime: String(wire.submitTime ?? ''),
    step: String(wire.currentNode ?? ''),
    files: attached.map(({ id, name, link }) => ({ id, name, link })),
    link: recordPage(kind, row),
    hindrance: hindrance ? say(hindrance, language) : '',
  };
};

/**
 * Two records of a kind side by side, every field as people read it.
 * @throws Missing where the actor may not read both
 */
export const comparisonOf = async (
  engine: Engine,
  actor: Actor,
  reader: Reader,
  asked: { readonly resource: string; readonly one: string; readonly other: string },
): Promise<Comparison> => {
  const kind = kindFor(engine, actor, asked.resource);
  const commands = engine.as(actor);
  const [one, other] = await Promise.all([
    commands.read(kind, asked.one),
    commands.read(kind, asked.other),
  ]);
  const rows = [one.row, other.row] as const;
  const [left, right] = rows.map((row) => toWire(kind, row, reader)) as [Wire, Wire];
  const names = await engine.database.read(actor.tenantId, (session) =>
    registrants(
      session,
      rows.map(({ createUser }) => createUser),
    ),
  );
  const differs = differing(kind, one.row as unknown as Wire, other.row as unknown as Wire);
  const fields = Object.entries(kind.fields).flatMap(([name, { spec }]): ComparedField[] => {
    // What is secret for the reader is not in the rows that they read.
    if (spec.kind === 'files' || (!Object.hasOwn(one.row, name) && spec.secret)) return [];
    const texts = [textsOf(name, spec, left), textsOf(name, spec, right)] as const;
    if (texts[0].length + texts[1].length === 0) return [];
    return [
      {
        name,
        label: say(spec.label, reader.language),
        one: texts[0],
        other: texts[1],
        differs: differs.has(name),
        isFixed: !isChosen(kind, name),
        isList: spec.kind === 'rows',
      },
    ];
  });
  return {
    kind: say(kind.label, reader.language),
    one: sideOf(kind, one.row, left, names, reader.language),
    other: sideOf(kind, other.row, right, names, reader.language),
    fields,
  };
};
