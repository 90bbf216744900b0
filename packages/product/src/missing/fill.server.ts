import { behaviourTransaction, type CommandTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { filesField } from '@keyan/engine/files/categories.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { fieldsHiddenFrom, scopeValues } from '@keyan/engine/records/rights.ts';
import { withTargetValues } from '@keyan/engine/records/target.ts';
import { assertVersion } from '@keyan/engine/records/versions.ts';
import { readableBy } from '@keyan/engine/store/statements/scope.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Fault, type FieldFault, Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import { isEmpty, validateForm } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { FillingOutcome, GapFilling } from './missing.ts';

/** True if the field can be edited in a grid. */
export const isPlainField = (resource: Resource, field: string): boolean => {
  const spec = resource.fields[field]?.spec;
  return spec !== undefined && spec.type !== 'rows' && spec.type !== 'files' && !spec.readonly;
};

export const inApprovalLabel: Label = [
  '正在审批中，请先办结或退回',
  'The record is in approval: complete or return it first',
];

/** Missing fields and attachment categories of a record that may be completed. */
export interface OpenGaps {
  readonly fields: readonly string[];
  readonly catalogs: readonly string[];
  /** Note for the record’s history. */
  readonly note: Label;
}

type GivenFile = Pick<AttachedFile, 'id' | 'catalog'>;

const wrongCategoryText: Label = ['附件目录不在缺项中', 'This attachment category is not missing'];

/**
 * Attachments of the record including the new files, which are accepted only in missing categories.
 */
const withGivenFiles = async (
  transaction: CommandTransaction,
  kind: Resource,
  row: RowLike & { readonly id: string },
  values: RowLike,
  catalogs: readonly string[],
): Promise<RowLike> => {
  const field = filesField(kind);
  const given = (field ? values[field] : null) as readonly GivenFile[] | null | undefined;
  if (!field || !given || given.length === 0) return {};
  if (given.some(({ catalog }) => !catalogs.includes(catalog))) {
    throw new Invalid([{ path: field, message: wrongCategoryText }]);
  }
  const held = (row[field] as readonly AttachedFile[] | null) ?? [];
  const { files } = transaction.engine;
  return { [field]: await files.bind(transaction, kind, row.id, [...held, ...given]) };
};

/**
 * Validated values of the missing fields.
 * @throws Invalid for wrong or empty values
 */
const judgedValues = async (
  { engine, tx }: CommandTransaction,
  kind: Resource,
  row: RowLike,
  values: RowLike,
  open: readonly string[],
): Promise<RowLike> => {
  const form = Object.fromEntries(
    open.flatMap((name) => (kind.fields[name] ? [[name, kind.fields[name]]] : [])),
  );
  const dictionaries = await engine.dictionaries.of(tx.tenantId);
  const { row: given, faults } = validateForm(form, row, values, dictionaries);
  const empty: readonly FieldFault[] = open
    .filter((path) => isEmpty(given[path]))
    .map((path) => ({ path, message: ['请填写', 'Fill it in'] }));
  if (faults.length + empty.length > 0) throw new Invalid([...faults, ...empty]);
  return given;
};

/**
 * Completes a record in one versioned change; fields that are not missing are unchanged.
 * @param openOf returns the missing fields, called after the record is locked
 * @returns names of the completed fields
 * @throws Missing if the record is not readable or complete; Conflict on a stale version; Refused
 * while in approval or by rules of the record; Invalid for wrong values
 */
export const fillWhatIsMissing = async (
  transaction: CommandTransaction,
  actor: Actor,
  kind: Resource,
  { id, version, values }: Omit<GapFilling, 'resource'>,
  openOf: (row: RowLike) => Promise<OpenGaps>,
): Promise<readonly string[]> => {
  const { engine, tx } = transaction;
  const scope = readableBy(engine.store.catalog, kind, actor);
  const row = await lockRow(transaction, kind, id, scope, scopeValues(transaction));
  if ((row as RowLike).auditStatus === statuses.inApproval) throw new Refused(inApprovalLabel);
  await assertVersion(transaction, tx, kind, row, version);
  const { fields, catalogs, note } = await openOf(row as RowLike);
  const hidden = fieldsHiddenFrom(kind, actor);
  const open = fields.filter(
    (field) => isPlainField(kind, field) && !hidden.has(field) && Object.hasOwn(values, field),
  );
  const attached = await withGivenFiles(transaction, kind, row, values, catalogs);
  if (open.length === 0 && Object.keys(attached).length === 0) throw new Missing();
  const given = await judgedValues(transaction, kind, row as RowLike, values, open);
  const after = { ...(await withTargetValues(transaction, kind, row, given)), ...attached };
  await commitChange(transaction, { resource: kind, before: row, after, action: 'update', note });
  return open;
};

/** Completes records in separate transactions, so that a fault of one does not affect others. */
export const fillOneByOne = async (
  { engine, actor, language }: { engine: Engine; actor: Actor; language: Language },
  fillings: readonly GapFilling[],
  one: (transaction: CommandTransaction, filling: GapFilling) => Promise<unknown>,
): Promise<readonly FillingOutcome[]> => {
  const done: FillingOutcome[] = [];
  for (const filling of fillings) {
    const { resource, id } = filling;
    try {
      await engine.database.transaction(actor.tenantId, (tx) =>
        one(behaviourTransaction({ engine, actor }, tx), filling),
      );
      done.push({ resource, id, fault: null });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const [first] = error instanceof Invalid ? error.faults : [];
      const message = say(first?.message ?? error.label, language);
      done.push({ resource, id, fault: { path: first?.path ?? '', message } });
    }
  }
  return done;
};
