import { listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import { fieldTypeTable, specIn } from '@keyan/kernel/definition/field/field-types.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Denied } from '@keyan/kernel/errors.ts';
import { say } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { TaskListFact } from '@keyan/kernel/wire/tasks.ts';
import type { WorkItem } from '../../workflow/lists/lists.ts';
import { resourceOfKind } from '../../workflow/runtime/subject.ts';
import type { ActorCall } from '../endpoint.ts';

/** Maximum number of facts that a row of a list shows. */
const maxFactsPerRow = 4;

/** Field types that cannot be shown in one line. */
const wordy: ReadonlySet<string> = new Set(['note', 'rich', 'rows', 'files']);

/**
 * Returns the fields that distinguish records of a kind: columns of the page on which they are handled, without those
 * that every task list shows.
 */
const factFields = (resource: Resource, kind: string): readonly string[] => {
  const views = Object.values(resource.views);
  const isOfKind = ({ variant }: { readonly variant?: string }): boolean =>
    variant === undefined || resource.variants?.kinds[variant] === kind;
  const page =
    views.find((view) => view.scope.kind === 'handles' && isOfKind(view)) ??
    views.find((view) => isOfKind(view) && view.columns);
  const shown: ReadonlySet<string> = new Set([resource.title, resource.department ?? '']);
  const fields = listFields(resource);
  return (page?.columns ?? resource.list.columns)
    .filter((name) => !shown.has(name) && !wordy.has(fields[name]?.spec.type ?? 'rows'))
    .slice(0, maxFactsPerRow);
};

const factOf = (
  resource: Resource,
  field: string,
  row: RowLike,
  call: ActorCall,
): TaskListFact[] => {
  const spec = listFields(resource)[field]?.spec;
  const value = row[field];
  if (!spec || value === null || value === undefined || value === '') return [];
  const text = spec.target
    ? [row[`${field}Name`] ?? ''].flat().filter(Boolean).join('、')
    : fieldTypeTable[spec.type].text(value, specIn(spec, call.dictionaries), call.language);
  return text === '' ? [] : [{ field, label: say(spec.label, call.language), text }];
};

/** Returns the records of one kind that the caller may read, by id. */
const recordsOf = async (
  items: readonly WorkItem[],
  kind: string,
  call: ActorCall,
): Promise<readonly (readonly [string, readonly TaskListFact[]])[]> => {
  const resource = resourceOfKind(call.engine, kind);
  const fields = factFields(resource, kind);
  const ids = [...new Set(items.map(({ business }) => business))];
  const where = [{ field: 'id', operator: 'anyOf' as const, value: ids }];
  const query = { where, sort: [], fields, page: 1, size: ids.length };
  try {
    const { records } = await call.engine.as(call.actor).list(resource, query);
    return records.map((row) => [
      row.id,
      fields.flatMap((field) => factOf(resource, field, row as RowLike, call)),
    ]);
  } catch (error) {
    // A person may have a task on a record without a right to its pages: the list then shows no facts.
    if (error instanceof Denied) return [];
    throw error;
  }
};

/** Returns the facts of the records on a page of tasks, by record id: one query per kind. */
export const workFactsOf = async (
  items: readonly WorkItem[],
  call: ActorCall,
): Promise<ReadonlyMap<string, readonly TaskListFact[]>> => {
  const byKind = Map.groupBy(items, ({ kind }) => kind);
  const found = await Promise.all([...byKind].map(([kind, own]) => recordsOf(own, kind, call)));
  return new Map(found.flat());
};
