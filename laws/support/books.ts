import { secretCodes } from '@keyan/engine/store/schema/shape.ts';
import { gridsIn, inProcessBookMaker } from '@keyan/engine/testing/books.ts';
import { cellText } from '@keyan/engine/workbooks/cell.ts';
import { sheetPlans } from '@keyan/engine/workbooks/plan.ts';
import { writeWorkbook } from '@keyan/engine/workbooks/workbook.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { dictionariesAsDefined } from '@keyan/kernel/values/dictionary.ts';
import type { Client } from './client.ts';
import { ok } from './filing.ts';
import type { Input } from './inputs.ts';

/**
 * Exports the record as a workbook with its lines, repeated for each row with different texts in
 * its columns, and deletes the record.
 */
export const bookOf = async (
  admin: Client,
  resource: Resource,
  record: Input,
  rows: readonly Readonly<Record<string, string>>[],
): Promise<Buffer> => {
  const made = await ok(
    admin.post(`${resource.path}/${hasProcess(resource) ? 'save' : 'submit'}`, record),
  );
  const book = await admin.get(`${resource.path}/export`, { whole: '1', id: String(made.id) });
  await ok(admin.post(`${resource.path}/remove`, { ids: [made.id] }));
  const reader = {
    dictionaries: dictionariesAsDefined,
    permissions: new Set(secretCodes(resource)),
    language: 'zh' as const,
  };
  const grids = await gridsIn(book.raw);
  const bodies = sheetPlans(resource, reader).map(({ title, rows: lines, columns }) =>
    rows.flatMap((words, index) =>
      (grids.get(title[0]) ?? []).slice(2).map((cells) => [
        String(index + 1),
        ...columns.map(({ header }, at) => {
          const said = lines === null ? words[header[0]] : undefined;
          return said ?? cellText(cells[at + 1]);
        }),
      ]),
    ),
  );
  return writeWorkbook(inProcessBookMaker, resource, reader, bodies);
};
