import { listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import { Denied, Invalid } from '@keyan/kernel/errors.ts';
import { say } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { FigureReader } from './answer.server.ts';
import { allFigures } from './catalog.ts';
import { isDerived, type NewestRow } from './figure.ts';
import { pageOfSource } from './source.ts';

/** Maximum number of titles on a wall display. */
const maxTitles = 50;

/**
 * Newest readable rows of a figure; empty if the reader has none of its pages.
 * @throws Invalid for an unknown figure
 */
export const newestRows = async (
  { engine, actor, language }: FigureReader,
  key: string,
): Promise<readonly NewestRow[]> => {
  const figure = allFigures.get(key);
  if (!figure || isDerived(figure)) {
    throw new Invalid([{ path: 'figure', message: ['没有这个指标', 'There is no such figure'] }]);
  }
  const commands = engine.as(actor);
  const found: NewestRow[] = [];
  for (const { resource, view, where, day = 'createTime', kind } of figure.sources) {
    try {
      const { records } = await commands.list(resource, {
        view,
        where,
        sort: [{ field: listFields(resource)[day] ? day : 'createTime', descending: true }],
        fields: [resource.title, day],
        page: 1,
        size: maxTitles,
      });
      for (const row of records) {
        const values: RowLike = { ...row };
        found.push({
          id: row.id,
          title: String(values[resource.title] ?? ''),
          day: String(values[day] ?? '').slice(0, 10),
          kind: kind ? say(kind.label, language) : '',
          link: `${pageOfSource({ resource, view }).path}/detail?id=${row.id}`,
        });
      }
    } catch (error) {
      if (!(error instanceof Denied)) throw error;
    }
  }
  return found
    .filter(({ title }) => title !== '')
    .sort((one, other) => other.day.localeCompare(one.day))
    .slice(0, maxTitles);
};
