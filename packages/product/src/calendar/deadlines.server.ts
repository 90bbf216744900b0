import type { Engine } from '@keyan/engine/engine.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Denied } from '@keyan/kernel/errors.ts';
import { fill, type Language, say } from '@keyan/kernel/label.ts';
import type { Condition } from '@keyan/kernel/records/query.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { addDays } from '@keyan/kernel/values/time.ts';
import { figureOf } from '../figures/catalog.ts';
import { type FigureSource, isDerived } from '../figures/figure.ts';
import { collegesOf } from '../figures/shaping.server.ts';
import { pageOfSource } from '../figures/source.ts';
import { departmentField } from '../missing/looking.server.ts';
import type { DueDate } from '../system/feed/calendar-text.server.ts';
import type { Days } from './calendar.ts';

/** Maximum number of items read from one source. */
const maxItemsPerSource = 200;

interface Reader {
  readonly engine: Engine;
  readonly actor: Actor;
  readonly language: Language;
}

/** Pages with due dates; the figure 90 天内到期 counts the rows of these pages. */
const dueSources = (): readonly FigureSource[] => {
  const figure = figureOf('due.count');
  return isDerived(figure) ? [] : figure.sources;
};

/** True if a role of the reader opens records of departments. */
export const looksAfterOthers = ({ departmentScope }: Actor): boolean =>
  departmentScope === 'all' || departmentScope.length > 0;

/** Colleges in the calendar’s filter, for a reader of the whole university. */
export const collegesFor = async (reader: Pick<Reader, 'engine' | 'actor'>) => {
  if (reader.actor.departmentScope !== 'all') return [];
  const { above, names, tops } = await collegesOf(reader);
  return [...new Set(above.values())]
    .filter((id) => !tops.has(id))
    .map((id) => ({ id, name: names.get(id) ?? '' }));
};

/**
 * Departments whose items count: the chosen college, otherwise the departments in the reader’s data
 * scope.
 */
const withinDepartments = (
  { resource }: FigureSource,
  { departmentScope }: Actor,
  dept: string | null,
): readonly Condition[] => {
  const field = departmentField(resource);
  if (!field) return [];
  if (dept) return [{ field, operator: 'inTree', value: [dept] }];
  return departmentScope === 'all'
    ? []
    : [{ field, operator: 'anyOf', value: [...departmentScope] }];
};

/** Items of one source in a range of days; empty if the reader lacks the right to its page. */
const itemsOf = async (
  { engine, actor, language }: Reader,
  source: FigureSource,
  { from, to }: Days,
  dept: string | null,
): Promise<readonly DueDate[]> => {
  const { resource, view, where, ahead: field = '', kind } = source;
  try {
    const { records } = await engine.as(actor).list(resource, {
      view,
      where: [
        ...where,
        ...withinDepartments(source, actor, dept),
        { field, operator: 'atLeast', value: from },
        { field, operator: 'below', value: addDays(to, 1) },
      ],
      sort: [{ field, descending: false }],
      fields: [resource.title, field],
      page: 1,
      size: maxItemsPerSource,
    });
    const page = pageOfSource({ resource, view }).path;
    return records.map((record) => {
      const row: RowLike = { ...record };
      const name = String(row[resource.title] ?? '');
      return {
        resource: resource.key,
        id: record.id,
        field,
        day: String(row[field] ?? '').slice(0, 10),
        title: kind
          ? say(fill(['{kind}：{name}', '{kind}: {name}'], { kind: kind.label, name }), language)
          : name,
        link: `${page}/detail?id=${record.id}`,
        version: record.version,
      };
    });
  } catch (error) {
    if (!(error instanceof Denied)) throw error;
    return [];
  }
};

/** Items due in a range of days within the reader’s data scope, earliest first. */
export const deadlinesInReach = async (
  reader: Reader,
  days: Days,
  dept: string | null,
): Promise<readonly DueDate[]> => {
  if (!looksAfterOthers(reader.actor)) return [];
  const found = await Promise.all(
    dueSources().map((source) => itemsOf(reader, source, days, dept)),
  );
  return found.flat().toSorted((one, other) => one.day.localeCompare(other.day));
};
