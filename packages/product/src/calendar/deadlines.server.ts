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

/** Items of one source at once. */
const mostItems = 200;

interface Reader {
  readonly engine: Engine;
  readonly actor: Actor;
  readonly language: Language;
}

/** Pages whose rows fall due, the same that 90 天内到期 counts. */
const dueSources = (): readonly FigureSource[] => {
  const figure = figureOf('due.count');
  return isDerived(figure) ? [] : figure.sources;
};

/** Does a role of the reader open records of departments? */
export const looksAfterOthers = ({ departmentScope }: Actor): boolean =>
  departmentScope === 'all' || departmentScope.length > 0;

/** The colleges by which a reader of the whole university narrows the calendar. */
export const collegesFor = async (reader: Pick<Reader, 'engine' | 'actor'>) => {
  if (reader.actor.departmentScope !== 'all') return [];
  const { above, names, tops } = await collegesOf(reader);
  return [...new Set(above.values())]
    .filter((id) => !tops.has(id))
    .map((id) => ({ id, name: names.get(id) ?? '' }));
};

/** Departments whose items count: a college that was chosen, or those that the reader's roles open. */
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

/** Items of one source on these days; none of a page that the reader does not have. */
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
      size: mostItems,
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

/** Items that fall due on these days among records that the reader looks after, the first at the top. */
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
