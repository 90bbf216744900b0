import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import { expect, test } from 'vitest';
import { application } from '../index.ts';

/** Declarations that one kind alone uses, with the reason why they stay. */
const ofOneKind: Readonly<Record<string, string>> = {
  'list.keptCounts':
    'papers are the one list whose counts are too slow to count; 0169 has the figures',
  'move.where': 'of a call for proposals only the declarations of the department that reports move',
  'access.drafts': 'people who are asked to take part read the draft before they answer (R-107)',
  'tell.urgent': 'a rule of early warning says whether its message breaks quiet hours',
  'tell.also': 'a rule of early warning says by which ways its message also goes out',
  'tell.about': 'whoever registered an output hears of its score, which is another record',
  'derived.source': 'scores alone follow from records that may be opened again (0206)',
  'field.inLines': 'the signers of minutes are those who attended',
  'field.leastMeans': 'clients of the family store no limit of accounts as -1',
  'trial.find': 'the other way to answer is trial.answer',
  'trial.answer': 'the other way to answer is trial.find',
};

const users = new Map<string, Set<string>>();

/** Notes the declarations of one part of a kind, such as its list: `list.totals`. */
const note = (part: string, kind: string, declared: object | undefined): void => {
  for (const [name, value] of Object.entries(declared ?? {})) {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    const called = `${part}.${name}`;
    users.set(called, (users.get(called) ?? new Set()).add(kind));
  }
};

const noteFields = (kind: string, fields: Fields): void => {
  for (const { spec } of Object.values(fields)) {
    note('field', kind, spec);
    if (spec.fields) noteFields(kind, spec.fields);
  }
};

for (const kind of application.resources) {
  note('resource', kind.key, kind);
  note('list', kind.key, kind.list);
  note('access', kind.key, kind.access);
  note('states', kind.key, kind.states);
  note('derived', kind.key, kind.derived);
  noteFields(kind.key, kind.fields);
  for (const life of kind.lives ?? []) note('life', kind.key, life);
  for (const view of Object.values(kind.views)) note('view', kind.key, view);
  for (const section of kind.form) note('section', kind.key, section);
  for (const trial of Object.values(kind.trials ?? {})) note('trial', kind.key, trial);
  for (const tell of kind.tells ?? []) note('tell', kind.key, tell);
  for (const action of Object.values(kind.actions ?? {})) {
    note('action', kind.key, action);
    note('starts', kind.key, action.starts);
    noteFields(kind.key, action.form ?? {});
    for (const tell of action.tells ?? []) note('tell', kind.key, tell);
    for (const move of action.moves ?? []) note('move', kind.key, move);
  }
}

test('every declaration has a second kind that uses it, or a reason', () => {
  const once = [...users].flatMap(([name, kinds]) => (kinds.size === 1 ? [name] : []));
  expect(once.sort()).toEqual(Object.keys(ofOneKind).sort());
});
