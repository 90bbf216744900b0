import type { Actor } from '@keyan/kernel/actor.ts';
import { asDefined } from '@keyan/kernel/dictionary.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import type { Choice } from '../commands/port.ts';
import type { Engine } from '../engine.ts';
import { type IdOf, type NameOf, spell } from './cell.ts';
import { sheetsOf } from './plan.ts';

/** Look-ups under way at once: enough to hide the round trip, not to crowd out others. */
const atOnce = 4;

/** Does this spelling mean this record: `姓名`, `姓名（备注）`, or the number that opens the note? */
const means = (choice: Choice, text: string): boolean =>
  choice.text === text || spell(choice) === text || choice.note.split(/[\s·]/)[0] === text;

const unknown = (target: Label, text: string): { fault: Label } => ({
  fault: fill(['【{target}】中没有“{text}”', 'No {target} is called “{text}”'], { target, text }),
});

const ambiguous = (target: Label, text: string): { fault: Label } => ({
  fault: fill(
    [
      '【{target}】中有多个“{text}”,请填写编号',
      'Several {target} are called “{text}”; give the number',
    ],
    { target, text },
  ),
});

/**
 * Resolves every spelling of a workbook beforehand, once each, as the actor: what a person may
 * not pick in a form cannot be picked by a sheet.
 */
export const resolveRefs = async (
  engine: Engine,
  actor: Actor,
  spelled: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<IdOf> => {
  const answers = new Map<string, ReturnType<IdOf>>();
  const open = [...spelled].flatMap(([key, texts]) => [...texts].map((text) => ({ key, text })));
  const work = async (): Promise<void> => {
    for (let next = open.pop(); next; next = open.pop()) {
      const { key, text } = next;
      const target = engine.resources.get(key);
      if (!target) continue;
      const search = text.replace(/（.*$/, '');
      const found = await engine.as(actor).lookup(target, { search, size: 50 });
      const exact = found.filter((choice) => spell(choice) === text);
      const fitting = exact.length > 0 ? exact : found.filter((choice) => means(choice, text));
      const [only] = fitting;
      answers.set(
        `${key}\n${text}`,
        fitting.length === 1 && only
          ? { id: only.id }
          : fitting.length > 1
            ? ambiguous(target.label, text)
            : unknown(target.label, text),
      );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return (key, text) => answers.get(`${key}\n${text}`) ?? unknown(['记录', 'record'], text);
};

/** The spellings of every record that these rows refer to. */
export const namesFor = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<NameOf> => {
  const wanted = new Map<string, Set<string>>();
  for (const plan of sheetsOf(resource, { dictionaries: asDefined, permits: actor.permits })) {
    for (const { name, spec } of plan.columns) {
      if (spec.kind !== 'ref' || !spec.target) continue;
      const ids = wanted.get(spec.target.key) ?? new Set<string>();
      for (const row of rows) {
        const lines = plan.rows ? (row[plan.rows] as Record<string, unknown>[] | null) : [row];
        for (const line of lines ?? []) if (line[name]) ids.add(String(line[name]));
      }
      wanted.set(spec.target.key, ids);
    }
  }
  const names = new Map<string, Choice>();
  for (const [key, ids] of wanted) {
    const target = engine.resources.get(key);
    if (!target || ids.size === 0) continue;
    const found = await engine.as(actor).lookup(target, { ids: [...ids], size: ids.size });
    for (const choice of found) names.set(`${key}/${choice.id}`, choice);
  }
  return (key, id) => names.get(`${key}/${id}`);
};
