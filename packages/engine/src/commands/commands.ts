import type { Actor, SystemActor } from '@keyan/kernel/actor.ts';
import type { Resource, Row } from '@keyan/kernel/resource.ts';
import type { Engine } from '../engine.ts';
import { hindrance } from './abilities.ts';
import { removed, restore } from './bin.ts';
import { type Context, refuse } from './context.ts';
import { abolish, backDraft, recall, remove } from './move.ts';
import type { Commands, Input } from './port.ts';
import { counts, history, list, lookup, read } from './read.ts';
import { put } from './save.ts';
import { tally } from './tally.ts';

/** A new draft with the values of a record: not its number, status, attachments or derived values. */
const copy = async (context: Context, resource: Resource, id: string) => {
  const { row } = await read(context, resource, id);
  const { actor } = context;
  refuse(hindrance('copy', { resource, row, actor }));
  const values: Input = Object.fromEntries(
    Object.entries(resource.fields)
      .filter(([name, { spec }]) => {
        return !spec.readonly && spec.kind !== 'files' && name !== resource.number?.field;
      })
      .map(([name, { spec }]) => [name, spec.kind === 'rows' ? withoutIds(row[name]) : row[name]]),
  );
  return put(context, resource, values, { kind: 'keep' });
};

const withoutIds = (lines: unknown): unknown =>
  ((lines as { id?: string }[] | null) ?? []).map(({ id: _id, ...line }) => line);

/** The commands, bound to whoever acts. */
export const commandsOf = (engine: Engine, actor: Actor | SystemActor): Commands => {
  const context: Context = { engine, actor };
  // A row is typed by its definition; what is stored fits it because only `put` writes it.
  const typed = <R extends Resource>(row: Promise<unknown>) => row as Promise<Row<R>>;
  return {
    list: (resource, query) => list(context, resource, query),
    counts: (resource, query) => counts(context, resource, query),
    tally: (resource, query, by) => tally(context, resource, query, by),
    read: (resource, id) => read(context, resource, id),
    save: (resource, input, options = {}) =>
      typed(put(context, resource, input, { kind: 'keep', ...options })),
    submit: (resource, input, options = {}) =>
      typed(put(context, resource, input, { kind: 'hand-in', ...options })),
    remove: (resource, ids) => remove(context, resource, ids),
    removed: (resource) => removed(context, resource),
    restore: (resource, ids) => restore(context, resource, ids),
    recall: (resource, id) => typed(recall(context, resource, id)),
    backDraft: (resource, id, reason) => typed(backDraft(context, resource, id, reason)),
    abolish: (resource, id, reason) => typed(abolish(context, resource, id, reason)),
    copy: (resource, id) => typed(copy(context, resource, id)),
    history: (resource, id) => history(context, resource, id),
    lookup: (resource, wanted) => lookup(context, resource, wanted),
  };
};
