import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Fault, type FieldFault, Invalid } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { commonFields } from '@keyan/kernel/records/common-values.ts';
import { type Change, changesBetween } from '@keyan/kernel/records/diff.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { maskedChanges } from '../records/masks.ts';
import { fieldsHiddenFrom, holdsPermission } from '../records/rights.ts';
import { anyVersion } from '../records/versions.ts';
import type { CommandContext } from './context.ts';
import { judgeSave } from './judge-save.ts';
import type { ActionResult, EditPreview, SeenRecord } from './port.ts';
import type { SaveMode } from './save.ts';
import { saveRecord } from './save-record.ts';

// Sets one value in several records: a preview of each record, then a save per record.

/** Returns the mode of a save: a draft for kinds with an approval, else a complete record. */
const modeFor = (resource: Resource): SaveMode =>
  hasProcess(resource) ? { kind: 'draft' } : { kind: 'submit' };

const notCommon = (resource: Resource, path: string): FieldFault => ({
  path,
  message: fill(['【{label}】不能批量修改', '{label} cannot be set for several records at once'], {
    label: resource.fields[path]?.spec.label ?? [path, path],
  }),
});

/**
 * @throws Denied without the permission code to edit; Invalid if there is nothing to set, or for a field that cannot be
 *   set in several records at once.
 */
const assertCommonFields = (
  { actor }: CommandContext,
  resource: Resource,
  values: RowLike,
): void => {
  if (!holdsPermission(resource, actor, 'edit')) throw new Denied();
  const permissions = 'permissions' in actor ? actor.permissions : new Set<string>();
  const common = new Set(commonFields(resource, permissions));
  const names = Object.keys(values);
  if (names.length === 0) {
    throw new Invalid([
      { path: 'values', message: ['请选择要修改的字段', 'Choose a field to change'] },
    ]);
  }
  const others = names.filter((name) => !common.has(name));
  if (others.length > 0) throw new Invalid(others.map((name) => notCommon(resource, name)));
};

/** Returns the changes of a record that the actor may see, computed values included. */
const shownChanges = (
  { actor }: CommandContext,
  resource: Resource,
  before: RowLike,
  after: RowLike,
): readonly Change[] => {
  const hidden = fieldsHiddenFrom(resource, actor);
  const changes = changesBetween(resource, before, after);
  return maskedChanges(
    resource,
    actor,
    changes.filter(({ path }) => !hidden.has(path)),
  );
};

const previewOf = async (
  context: CommandContext,
  resource: Resource,
  id: string,
  values: RowLike,
): Promise<EditPreview> => {
  const seen = { id, title: '', version: 0 };
  const judged = await judgeSave(
    context,
    resource,
    { ...values, id, version: anyVersion },
    modeFor(resource),
  ).catch((error: unknown) => {
    if (error instanceof Fault) return error;
    throw error;
  });
  if (judged instanceof Fault) return { ...seen, changes: [], fault: judged };
  const { before, after, fault } = judged;
  return {
    id,
    version: before?.version ?? 0,
    title: String(before?.[resource.title] ?? ''),
    changes: before && after ? shownChanges(context, resource, before, after) : [],
    ...(fault ? { fault } : {}),
  };
};

/** Returns what each of these records would become with these values; nothing is stored. */
export const previewEdits = async (
  context: CommandContext,
  resource: Resource,
  ids: readonly string[],
  values: RowLike,
): Promise<readonly EditPreview[]> => {
  assertCommonFields(context, resource, values);
  const previews: EditPreview[] = [];
  for (const id of new Set(ids)) previews.push(await previewOf(context, resource, id, values));
  return previews;
};

/**
 * Sets these values in records of a seen version, each in its own transaction; returns the refused records with the
 * reasons, such as a record that has changed since.
 */
export const editAll = async (
  context: CommandContext,
  resource: Resource,
  records: readonly SeenRecord[],
  values: RowLike,
): Promise<ActionResult> => {
  assertCommonFields(context, resource, values);
  const done: string[] = [];
  const refused: { id: string; fault: Fault }[] = [];
  for (const { id, version } of new Map(records.map((one) => [one.id, one])).values()) {
    try {
      await saveRecord(context, resource, { ...values, id, version }, modeFor(resource));
      done.push(id);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      refused.push({ id, fault: error });
    }
  }
  return { done, refused };
};
