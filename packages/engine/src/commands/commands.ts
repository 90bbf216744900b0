import type { Actor, SystemActor } from '@keyan/kernel/access/actor.ts';
import type { Resource, Row } from '@keyan/kernel/definition/resource.ts';
import { aggregateRows } from './aggregates.ts';
import { removedRecords, restoreRecords } from './bin.ts';
import { lookupRecords, pickerChoices } from './choices.ts';
import type { CommandContext, CommandServices } from './context.ts';
import { copyRecord } from './copy.ts';
import { editAll, previewEdits } from './edit-all.ts';
import { rowFacts } from './facts.ts';
import { groupCounts, listSums } from './group-counts.ts';
import { recordsNamingPeople } from './naming.ts';
import { allRows, pagedRows } from './pages.ts';
import { performAction, performAll } from './perform.ts';
import type { Commands } from './port.ts';
import { possibleCodes } from './possible-codes.ts';
import {
  countByStatus,
  foundIdsStatement,
  idsFound,
  listRows,
  readAll,
  readRecord,
  rowHistory,
} from './read.ts';
import { revealMaskedField } from './reveal.ts';
import { saveRecord, saveRecords } from './save-record.ts';
import { searchRecords } from './search.ts';
import { abolishRecord, backDraft, recallRecord, removeRecords } from './transitions.ts';

/** Returns the commands of an actor. */
export const commandsOf = (engine: CommandServices, actor: Actor | SystemActor): Commands => {
  const context: CommandContext = { engine, actor };
  // A row has the type of its definition: stored values match it, because only `commitChange` writes them.
  const typed = <R extends Resource>(row: Promise<unknown>) => row as Promise<Row<R>>;
  return {
    list: (resource, query) => listRows(context, resource, query),
    ids: (resource, query, most) => idsFound(context, resource, query, most),
    found: (resource, query) => foundIdsStatement(context, resource, query),
    pages: (resource, question, most) => pagedRows(context, resource, question, most),
    all: (resource, question) => allRows(context, resource, question),
    counts: (resource, query) => countByStatus(context, resource, query),
    possibleCodes: (...question) => possibleCodes(context, ...question),
    groupCounts: (...question) => groupCounts(context, ...question),
    sums: (resource, query) => listSums(context, resource, query),
    aggregates: (asked) => aggregateRows(context, asked),
    naming: (person, asked, most) => recordsNamingPeople(context, person, asked, most),
    read: (resource, id) => readRecord(context, resource, id),
    readAll: (resource, ids, names) => readAll(context, resource, ids, names),
    save: (resource, input, { alongside, ...options } = {}) =>
      typed(saveRecord(context, resource, input, { kind: 'draft', ...options }, alongside)),
    saveImported: async (resource, inputs, { first, alongside }) => {
      const mode = { kind: 'draft', imported: true, first } as const;
      await saveRecords(context, resource, inputs, mode, alongside);
    },
    submit: (resource, input, options = {}) =>
      typed(saveRecord(context, resource, input, { kind: 'submit', ...options })),
    remove: (resource, ids) => removeRecords(context, resource, ids),
    removed: (resource) => removedRecords(context, resource),
    restore: (resource, ids) => restoreRecords(context, resource, ids),
    recall: (resource, id) => typed(recallRecord(context, resource, id)),
    backDraft: (resource, id, reason) => typed(backDraft(context, resource, id, reason)),
    abolish: (resource, id, reason) => typed(abolishRecord(context, resource, id, reason)),
    copy: (resource, id) => typed(copyRecord(context, resource, id)),
    perform: (resource, name, id, input) =>
      typed(performAction(context, resource, name, id, input)),
    performAll: (resource, name, ids, input) => performAll(context, resource, name, ids, input),
    previewEdits: (resource, ids, values) => previewEdits(context, resource, ids, values),
    editAll: (resource, records, values) => editAll(context, resource, records, values),
    history: (resource, id) => rowHistory(context, resource, id),
    reveal: (resource, id, field, address = '') =>
      revealMaskedField(context, resource, id, field, address),
    lookup: (resource, wanted) => lookupRecords(context, resource, wanted),
    choices: (resource, field, wanted) => pickerChoices(context, resource, field, wanted),
    facts: (resource, input) => rowFacts(context, resource, input),
    search: (resources, typed, size) => searchRecords(context, resources, typed, size),
  };
};
