import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { askedBy, parseQuery } from '@keyan/engine/wire/query.ts';
import { workbookAnswer } from '@keyan/engine/wire/workbooks/endpoints.ts';
import { bookMakerOf } from '@keyan/engine/workbooks/book.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Missing, Refused } from '@keyan/kernel/errors.ts';
import { fill, say } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { book } from './book.ts';
import { bookWorkbook } from './book-list.server.ts';

const kind = untypedResource(book);

/** Maximum number of books per list, since each is read with its people. */
const maxBooksPerList = 1000;

/** Call that exports 著作清单 for the books that match the filters of the list. */
const exportBook = endpoint({
  method: 'GET',
  path: `${book.path}/export-book`,
  auth: 'user',
  perMinute: 30,
  permissions: Object.values(book.views).map(({ code }) => `${code}_export`),
  summary: ['导出著作清单', 'Export book list'],
  input: Type.Object({}, { additionalProperties: true }),
  run: async (given, call) => {
    const { engine, actor, language } = call;
    const { after: _from, ...query } = parseQuery(kind, { ...given }, askedBy(call, kind));
    const commands = engine.as(actor);
    const ids = await commands.ids(kind, query, maxBooksPerList + 1);
    if (ids.length > maxBooksPerList) {
      throw new Refused(
        fill(
          [
            '一次最多导出 {most} 部著作，请缩小范围',
            'At most {most} books at once: narrow the selection',
          ],
          {
            most: maxBooksPerList,
          },
        ),
      );
    }
    const rows: RowLike[] = [];
    for (const id of ids) {
      try {
        rows.push((await commands.read(kind, id)).row);
      } catch (error) {
        // The book was deleted after its id was read.
        if (!(error instanceof Missing)) throw error;
      }
    }
    const name = `${say(['著作清单', 'Books'], language)}-${dayText(engine.clock())}.xlsx`;
    return workbookAnswer(await bookWorkbook(bookMakerOf(engine, actor), rows, call), name);
  },
});

export const bookEndpoints: readonly Endpoint[] = [exportBook];
