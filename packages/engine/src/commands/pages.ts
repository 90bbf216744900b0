import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Query, Question } from '@keyan/kernel/records/query.ts';
import type { CommandContext } from './context.ts';
import type { ListedRow } from './port.ts';
import { idsFound, listRows } from './read.ts';

/** Rows read at a time: few enough that reading and printing them delays no other request. */
const atOnce = 100;
/** Maximum limit that a statement accepts; stands for all rows. */
const unlimited = 2_147_483_647;

/**
 * Yields the rows of a question in order. Ids are read once, first, so that a row saved meanwhile is neither left out
 * nor read twice; then rows are read in blocks.
 */
export async function* pagedRows<R extends Resource>(
  context: CommandContext,
  resource: R,
  question: Question,
  most = unlimited,
): AsyncGenerator<readonly ListedRow<R>[]> {
  const { where: _found, search: _too, ...asked } = question;
  const whole: Query = { sort: [], ...question, page: 1, size: most };
  const ids = await idsFound(context, resource, whole, most);
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = ids.slice(from, from + atOnce);
    const { records } = await listRows(context, resource, {
      sort: [],
      ...asked,
      where: [{ field: 'id', operator: 'anyOf', value: some }],
      page: 1,
      size: atOnce,
    });
    const rows = new Map(records.map((row) => [row.id, row]));
    yield some.flatMap((id) => {
      const row = rows.get(id);
      return row ? [row] : [];
    });
  }
}

/** Reads all rows at once. */
export const allRows = async <R extends Resource>(
  context: CommandContext,
  resource: R,
  question: Question,
): Promise<readonly ListedRow<R>[]> => {
  const found: ListedRow<R>[] = [];
  for await (const rows of pagedRows(context, resource, question)) found.push(...rows);
  return found;
};
