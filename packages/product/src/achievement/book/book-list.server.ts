import type { Reader } from '@keyan/engine/base/reader.ts';
import { type BookMaker, WorkbookLines, writeBook } from '@keyan/engine/workbooks/book.ts';
import { writeCell } from '@keyan/engine/workbooks/cell.ts';
import { ColumnWidths, tablePlan } from '@keyan/engine/workbooks/workbook.ts';
import type { FieldSpec, Fields } from '@keyan/kernel/definition/field/field.ts';
import { specIn } from '@keyan/kernel/definition/field/field-types.ts';
import { type Label, say } from '@keyan/kernel/label.ts';
import { decimalText, decimalUnits, readDecimal } from '@keyan/kernel/values/decimal.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { byRank } from '../common/authors.ts';
import { book } from './book.ts';

/** 著作清单: workbook that the office sends on, with a line for each book and each of its people. */

type Cell = string | number;

interface Table {
  readonly title: Label;
  readonly heads: readonly string[];
  readonly lines: readonly (readonly Cell[])[];
}

/** Columns of a book before and after the columns of its people. */
const front = [
  'bookNum',
  'bookName',
  'bookType',
  'isbn',
  'cip',
  'pressName',
  'pressLevel',
  'publishPlace',
  'publishDate',
  'edition',
  'printNum',
  'language',
  'seriesName',
  'totalWords',
  'selfWords',
] as const;
const back = ['fkDeptId', 'schoolSign', 'discipline', 'statYear'] as const;

const ofPerson = ['sort', 'name', 'jobNum', 'unit', 'authorType', 'wordCount', 'contributionRate'];

const number: Label = ['序号', 'No.'];
const roles: Label = ['作者分工', 'Roles and words'];
const total: Label = ['合计', 'Total'];

/** Columns with a total below the books. */
const summed: readonly string[] = ['totalWords', 'selfWords'];

const writerFor =
  (fields: Fields, { language, dictionaries }: Reader) =>
  (row: RowLike, name: string): Cell => {
    const spec = specIn(fields[name]?.spec as FieldSpec, dictionaries);
    if (spec.target) return String(row[`${name}Name`] ?? '');
    const text = writeCell(row[name], spec, language, () => undefined);
    // Writes decimals as numbers, so that the workbook can add them.
    return spec.type === 'decimal' && text !== '' ? Number(text) : text;
  };

const headsFor = (fields: Fields, names: readonly string[], { language }: Reader) =>
  names.map((name) => say(fields[name]?.spec.label ?? [name, name], language));

/** Returns the people by role: 主编：张三（12 万字）、李四；副主编：王五 */
const rolesOf = (people: readonly RowLike[], reader: Reader): string => {
  const write = writerFor(book.fields.authors.spec.fields ?? {}, reader);
  const { language } = reader;
  const named = (person: RowLike): string => {
    const words = write(person, 'wordCount');
    const text = say(
      words === '' ? ['', ''] : [`（${words} 万字）`, ` (${words} × 10,000 words)`],
      language,
    );
    return `${person.name ?? ''}${text}`;
  };
  const groups = Map.groupBy(people, (person) => String(write(person, 'authorType')));
  return [...groups]
    .map(([role, those]) =>
      say(
        [`${role}：${those.map(named).join('、')}`, `${role}: ${those.map(named).join(', ')}`],
        language,
      ),
    )
    .join(say(['；', '; '], language));
};

const peopleOf = (row: RowLike): readonly RowLike[] =>
  byRank((row.authors ?? null) as readonly (RowLike & { readonly sort: number | null })[] | null);

const sumOf = (rows: readonly RowLike[], name: string): number => {
  const units = rows.map((row) => {
    const decimal = row[name] ? readDecimal(String(row[name])) : null;
    return (decimal && decimalUnits(decimal, 2)) ?? 0n;
  });
  return Number(
    decimalText(
      units.reduce((sum, one) => sum + one, 0n),
      2,
    ),
  );
};

/** Returns the books and their people as two tables. */
export const bookTables = (rows: readonly RowLike[], reader: Reader): readonly Table[] => {
  const { language } = reader;
  const write = writerFor(book.fields, reader);
  const people = book.fields.authors.spec.fields ?? {};
  const writePerson = writerFor(people, reader);
  const books = rows.map((row, index) => [
    index + 1,
    ...front.map((name) => write(row, name)),
    rolesOf(peopleOf(row), reader),
    ...back.map((name) => write(row, name)),
  ]);
  const sums = [
    say(total, language),
    ...front.map((name) => (summed.includes(name) ? sumOf(rows, name) : '')),
  ];
  return [
    {
      title: ['著作清单', 'Books'],
      heads: [
        say(number, language),
        ...headsFor(book.fields, front, reader),
        say(roles, language),
        ...headsFor(book.fields, back, reader),
      ],
      lines: rows.length > 0 ? [...books, sums] : books,
    },
    {
      title: ['作者分工', 'Contributors'],
      heads: [
        say(number, language),
        ...headsFor(book.fields, ['bookName', 'isbn'], reader),
        ...headsFor(people, ofPerson, reader),
      ],
      lines: rows.flatMap((row, index) =>
        peopleOf(row).map((person) => [
          index + 1,
          write(row, 'bookName'),
          write(row, 'isbn'),
          ...ofPerson.map((name) => writePerson(person, name)),
        ]),
      ),
    },
  ];
};

/** Writes the list of books as a workbook. */
export const bookWorkbook = (
  maker: BookMaker,
  rows: readonly RowLike[],
  reader: Reader,
): Promise<Buffer> => {
  const lines = new WorkbookLines();
  const sheets = bookTables(rows, reader).flatMap(({ title, heads, lines: body }, index) => {
    const widths = new ColumnWidths();
    for (const cells of [heads, ...body]) widths.add(cells);
    for (const cells of body) lines.add(index, cells);
    return tablePlan(say(title, reader.language), heads, widths).sheets;
  });
  return writeBook(maker, { sheets }, lines);
};
