import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { bookMakerOf } from '@keyan/engine/workbooks/book.ts';
import { readGrids } from '@keyan/engine/workbooks/grids.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { decodeText } from '@keyan/kernel/values/encoding.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { parse } from 'csv-parse';
import { createRow } from '../shared/mechanisms/rows.server.ts';
import type { WatchListImportAnswer } from './bring.ts';
import type { watchListKindCodes } from './dictionaries.ts';
import { entriesIn, type WatchEntry } from './entries.ts';
import { watchList } from './watch-list.ts';
import { compareLists, saveWatchEntries } from './watching.server.ts';

const noHeadings: Label = [
  '没有找到表头：前 20 行中没有题名、DOI 或刊名的列',
  'No headings found: none of the first 20 rows has a title, DOI or journal column',
];

const tooManyRowsText: Label = [
  '名单超过 20 万条，请分文件导入',
  'The list exceeds 200,000 entries: import it in several files',
];

/** Maximum number of rows of a list; Retraction Watch has about 60,000. */
const maxListRows = 200_000;

/**
 * Rows of a text file, parsed in slices because files may have tens of thousands of rows.
 * @throws Refused for more than `maxListRows` rows
 */
const rowsOfText = async (content: Buffer): Promise<readonly (readonly string[])[]> => {
  const text = decodeText(content, TextDecoder);
  const [first = ''] = text.split(/\r?\n/, 1);
  const delimiter = (['\t', ';'] as const).find((sign) => first.split(sign).length > 2) ?? ',';
  const rows: string[][] = [];
  const parser = parse(text, {
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
  });
  for await (const row of parser) {
    rows.push(row as string[]);
    if (rows.length > maxListRows) throw new Refused(tooManyRowsText);
  }
  return rows;
};

/** Uploaded list. */
export interface SentList {
  readonly fileName: string;
  readonly content: Buffer;
}

interface Asking {
  readonly engine: Engine;
  readonly actor: Actor;
}

const isBook = (content: Buffer): boolean =>
  content.subarray(0, 2).toString('latin1') === 'PK' ||
  content.subarray(0, 4).toString('hex') === 'd0cf11e0';

/**
 * Entries of the first table with headings of a watch list.
 * @throws Refused if there is none
 */
const entriesOf = async (
  { engine, actor }: Asking,
  { content }: SentList,
): Promise<readonly WatchEntry[]> => {
  const tables = isBook(content)
    ? [...(await readGrids(bookMakerOf(engine, actor), content)).values()]
    : [await rowsOfText(content)];
  for (const table of tables) {
    const entries = entriesIn(table);
    if (entries && entries.length > 0) return entries;
  }
  throw new Refused(noHeadings);
};

/** Description of an uploaded list. */
export interface WatchListDescription {
  readonly listName: string;
  readonly listKind: (typeof watchListKindCodes)[keyof typeof watchListKindCodes];
  readonly issueDate: string | null;
  readonly remarks: string | null;
}

/**
 * Imports a list and compares it with the library at once.
 * @throws Refused for a file without known headings, or with too many rows
 */
export const importWatchList = async (
  asking: Asking,
  about: WatchListDescription,
  sent: SentList,
): Promise<WatchListImportAnswer> => {
  const { engine, actor } = asking;
  const entries = await entriesOf(asking, sent);
  const listId = await engine.database.transaction(actor.tenantId, async (tx) => {
    const row = await createRow(
      behaviourTransaction({ engine, actor }, tx),
      untypedResource(watchList),
      {
        ...about,
        issueDate: about.issueDate ?? dayText(engine.clock()),
        fileName: sent.fileName.slice(0, 200),
        entries: entries.length,
      },
    );
    await saveWatchEntries(tx, row.id, entries);
    return row.id;
  });
  const opened = await compareLists(engine, actor.tenantId, listId);
  return { id: listId, entries: entries.length, opened };
};
