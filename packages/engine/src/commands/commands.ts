import type { Actor, SystemActor } from '@keyan/kernel/access/actor.ts';
import type { Resource, Row } from '@keyan/kernel/definition/resource.ts';
import { removed, restore } from './bin.ts';
import { choices, lookup } from './choices.ts';
import type { CommandContext, CommandServices } from './context.ts';
import { copy } from './copy.ts';
import { editAll, previewEdits } from './edit-all.ts';
import { facts } from './facts.ts';
import { groupCounts, sums } from './group-counts.ts';
import { measures } from './measures.ts';
import { naming } from './naming.ts';
import { all, pages } from './pages.ts';
import { perform, performAll } from './perform.ts';
import type { Commands } from './port.ts';
import { possibleCodes } from './possible-codes.ts';
import { counts, foundBy, history, idsOf, list, read, readAll } from './read.ts';
import { reveal } from './reveal.ts';
import { saveRecord, saveRecords } from './save-record.ts';
import { search } from './search.ts';
import { abolish, backDraft, recall, remove } from './transitions.ts';

/** The commands, bound to an actor. */
export const commandsOf = (engine: CommandServices, actor: Actor | SystemActor): Commands => {
  const context: CommandContext = { engine, actor };
  // A row is typed by its definition; what is stored fits it because only `commitChange` writes it.
  const typed = <R extends Resource>(row: Promise<unknown>) => row as Promise<Row<R>>;
  return {
    list: (resource, query) => list(context, resource, query),
    ids: (resource, query, most) => idsOf(context, resource, query, most),
    found: (resource, query) => foundBy(context, resource, query),
    pages: (resource, question, most) => pages(context, resource, question, most),
    all: (resource, question) => all(context, resource, question),
    counts: (resource, query) => counts(context, resource, query),
    possibleCodes: (...question) => possibleCodes(context, ...question),
    groupCounts: (...question) => groupCounts(context, ...question),
    sums: (resource, query) => sums(context, resource, query),
    measures: (asked) => measures(context, asked),
    naming: (person, asked, most) => naming(context, person, asked, most),
    read: (resource, id) => read(context, resource, id),
    readAll: (resource, ids) => readAll(context, resource, ids),
    save: (resource, input, { alongside, ...options } = {}) =>
      typed(saveRecord(context, resource, input, { kind: 'draft', ...options }, alongside)),
    saveImported: async (resource, inputs, { first, alongside }) => {
      const mode = { kind: 'draft', imported: true, first } as const;
      await saveRecords(context, resource, inputs, mode, alongside);
    },
    submit: (resource, input, options = {}) =>
      typed(saveRecord(context, resource, input, { kind: 'submit', ...options })),
    remove: (resource, ids) => remove(context, resource, ids),
    removed: (resource) => removed(context, resource),
    restore: (resource, ids) => restore(context, resource, ids),
    recall: (resource, id) => typed(recall(context, resource, id)),
    backDraft: (resource, id, reason) => typed(backDraft(context, resource, id, reason)),
    abolish: (resource, id, reason) => typed(abolish(context, resource, id, reason)),
    copy: (resource, id) => typed(copy(context, resource, id)),
    perform: (resource, name, id, input) => typed(perform(context, resource, name, id, input)),
    performAll: (resource, name, ids, input) => performAll(context, resource, name, ids, input),
    previewEdits: (resource, ids, values) => previewEdits(context, resource, ids, values),
    editAll: (resource, records, values) => editAll(context, resource, records, values),
    history: (resource, id) => history(context, resource, id),
    reveal: (resource, id, field, address = '') => reveal(context, resource, id, field, address),
    lookup: (resource, wanted) => lookup(context, resource, wanted),
    choices: (resource, field, wanted) => choices(context, resource, field, wanted),
    facts: (resource, input) => facts(context, resource, input),
    search: (resources, typed, size) => search(context, resources, typed, size),
  };
};
