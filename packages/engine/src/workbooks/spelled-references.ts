import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import { grantsAction } from '@keyan/kernel/definition/permissions.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label, type Language } from '@keyan/kernel/label.ts';
import { dictionariesAsDefined } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { OptionRow } from '@keyan/kernel/wire/records.ts';
import { readIn, readingLanguage } from '../base/reading.ts';
import type { Engine } from '../engine.ts';
import {
  foldCase,
  type IdLookup,
  type NameLookup,
  type SpelledReference,
  spellReference,
} from './cell.ts';
import { sheetPlans } from './plan.ts';
import type { SpelledRef } from './read.ts';
import { treeField } from './rows-above.ts';

const someRecord: Label = ['记录', 'record'];

const either: readonly Language[] = ['zh', 'en'];

/** Returns the languages in which titles of the target differ, that of the reader first. */
const spokenOf = (target: Resource | undefined): readonly Language[] => {
  const own = readingLanguage();
  return target?.englishTitle ? [own, ...either.filter((one) => one !== own)] : [own];
};

/** Number of concurrent look-ups: enough to hide the round trip, not to delay others. */
const atOnce = 4;

/** Returns the parts of a note that distinguish records of equal titles, except the year of an edition. */
const numbersOf = ({ note }: OptionRow, target: Resource | undefined): readonly string[] => {
  const parts = note.split(' · ').filter(Boolean);
  const hasYear = Object.values(target?.fields ?? {}).some(({ spec }) => spec.type === 'year');
  return hasYear ? parts.slice(0, -1) : parts;
};

/** Normalises a name for comparison: as typed, or without case. */
type Reading = (text: string) => string;

const asTyped: Reading = (text) => text;

const meansBy =
  (reading: Reading, target: Resource | undefined, text: string) =>
  (choice: OptionRow): boolean => {
    const typed = reading(text);
    if ([choice.text, spellReference(choice)].some((name) => reading(name) === typed)) return true;
    const known = new Set([choice.text, ...numbersOf(choice, target)].map(reading));
    const words = typed.split(/[\s()（）·/,，、]+/).filter(Boolean);
    return words.length > 0 && words.every((word) => known.has(word));
  };

/**
 * Returns the records that a spelling means: `姓名`, a number, or both in any order (`姓名(工号)`, `工号 姓名`). Exact matches
 * precede those that differ in case.
 */
export const recordsSpelled = (
  found: readonly OptionRow[],
  text: string,
  target: Resource | undefined,
): readonly OptionRow[] => {
  const readings = [
    (choice: OptionRow) => spellReference(choice) === text,
    meansBy(asTyped, target, text),
    meansBy(foldCase, target, text),
  ];
  return readings.map((fits) => found.filter(fits)).find((fitting) => fitting.length > 0) ?? [];
};

/** Returns the texts by which people may spell a record: its title, or other search texts. */
const spellingsOf = (target: Resource | undefined): Label | undefined => {
  if (!target) return undefined;
  const searched = Object.entries(target.fields).flatMap(([name, { spec }]) =>
    spec.searchable && name !== target.title ? [spec.label] : [],
  );
  const labels = [target.fields[target.title]?.spec.label, ...searched.slice(0, 2)].filter(
    (label) => label !== undefined,
  );
  return [labels.map(([zh]) => zh).join('、'), labels.map(([, en]) => en).join(', ')];
};

const unknown = (label: Label, text: string, target: Resource | undefined): { fault: Label } => ({
  fault: fill(
    [
      '{target}中没有“{text}”，可以填写{names}',
      'No {target} is called “{text}”; give one of: {names}',
    ],
    { target: label, text, names: spellingsOf(target) ?? label },
  ),
});

const ambiguous = (
  label: Label,
  text: string,
  fitting: readonly OptionRow[],
  target: Resource | undefined,
): { fault: Label } => {
  const own = new Set(
    fitting.map((choice) => [...new Set([choice.text, ...numbersOf(choice, target)])].join(' ')),
  );
  const inCase = own.size > 1 && !fitting.some(meansBy(asTyped, target, text));
  return {
    fault: fill(
      inCase
        ? [
            '{target}中有多个只差大小写的“{text}”（{names}），请按原样填写',
            'Several {target} differ from “{text}” only in case ({names}); write the intended one',
          ]
        : [
            '{target}中有多个“{text}”，请改填编号',
            'Several {target} are called “{text}”; give the number',
          ],
      { target: label, text, names: [...own].slice(0, 5).join('、') },
    ),
  };
};

const targetOf = (engine: Engine, { target }: FieldSpec): Resource | undefined =>
  engine.resources.get(target?.key ?? '');

/** True if the import may create the referenced record, and the importer may create it by hand. */
const mayMake = (
  { importMakes }: Resource,
  path: string,
  target: Resource | undefined,
  { permissions }: Actor,
): boolean =>
  importMakes?.[path] !== undefined &&
  target !== undefined &&
  grantsAction(target, permissions, 'add');

/** Returns matching options in the first language with a match. */
const fittingIn = async (
  languages: readonly Language[],
  find: () => Promise<readonly OptionRow[]>,
): Promise<readonly OptionRow[]> => {
  for (const language of languages) {
    const found = await readIn(language, find);
    if (found.length > 0) return found;
  }
  return [];
};

/**
 * Resolves every spelling of a workbook once, with the rights of the actor: a record that a person may not choose in a
 * form cannot be chosen by a workbook.
 */
export const resolveRefs = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  spelled: ReadonlyMap<FieldSpec, SpelledRef>,
): Promise<IdLookup> => {
  const answers = new Map<FieldSpec, Map<string, ReturnType<IdLookup>>>();
  const open = [...spelled].flatMap(([spec, { path, texts }]) =>
    [...texts].map((text) => ({ spec, path, text })),
  );
  const work = async (): Promise<void> => {
    for (let next = open.pop(); next; next = open.pop()) {
      const { spec, path, text } = next;
      const target = targetOf(engine, spec);
      const label = target?.label ?? someRecord;
      const fitting = await fittingIn(spokenOf(target), async () => {
        const search = text.replace(/[（(].*$/, '').trim() || text;
        return recordsSpelled(
          await engine.as(actor).choices(resource, path, { search, size: 50 }),
          text,
          target,
        );
      });
      const [only] = fitting;
      const known = answers.get(spec) ?? new Map<string, ReturnType<IdLookup>>();
      answers.set(spec, known);
      known.set(
        text,
        fitting.length === 1 && only
          ? { id: only.id }
          : fitting.length > 1
            ? ambiguous(label, text, fitting, target)
            : mayMake(resource, path, target, actor) || treeField(resource)?.path === path
              ? { make: text }
              : unknown(label, text, target),
      );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return (spec, text) =>
    answers.get(spec)?.get(text) ?? unknown(someRecord, text, targetOf(engine, spec));
};

/**
 * Returns the spellings of every record to which these rows refer. A record that the actor may not choose is spelled by
 * the name in the row alone.
 */
export const spellingsFor = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  rows: readonly RowLike[],
): Promise<NameLookup> => {
  const names = new Map<string, SpelledReference>();
  for (const plan of sheetPlans(resource, {
    dictionaries: dictionariesAsDefined,
    permissions: actor.permissions,
  })) {
    const lines = rows.flatMap((row) =>
      plan.rows ? ((row[plan.rows] as RowLike[] | null) ?? []) : [row],
    );
    for (const { name, spec } of plan.columns) {
      if (!spec.target) continue;
      const { key } = spec.target;
      const named = new Map(
        lines.flatMap((line) => {
          const titles = [line[`${name}Name`] ?? ''].flat();
          return [line[name] ?? []]
            .flat()
            .map((id, index) => [String(id), String(titles[index] ?? '')] as const);
        }),
      );
      if (named.size === 0) continue;
      for (const [id, text] of named) {
        if (text !== '' && !names.has(`${key}/${id}`))
          names.set(`${key}/${id}`, { text, note: '' });
      }
      const path = plan.rows ? `${plan.rows}.${name}` : name;
      const found = await engine.as(actor).choices(resource, path, { ids: [...named.keys()] });
      for (const choice of found) names.set(`${key}/${choice.id}`, choice);
    }
  }
  return (key, id) => names.get(`${key}/${id}`);
};
