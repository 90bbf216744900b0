import { isBomb } from '@keyan/engine/files/types.ts';
import { isCompound } from '@keyan/engine/workbooks/compound.ts';
import { modernBook } from '@keyan/engine/workbooks/old-book.ts';
import { type Parts, readParts, writeParts } from '@keyan/engine/workbooks/parts.ts';
import { Fault, Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { fillBook, readBook } from './book.server.ts';
import { fillDocument, readDocument } from './document.server.ts';
import type { ForeignGrid } from './grid.ts';
import type { TableFilling } from './values.ts';

// Worker task; see `tables.server.ts`.

/** Maximum unpacked size of a file, in bytes. */
const maxUnpackedBytes = 128 * 1024 ** 2;

const unreadableFileText: Label = [
  '无法读取此文件，请上传 Excel（.xlsx、.xls）或 Word（.docx）空表；.doc 请先另存为 .docx',
  'The file cannot be read: upload an empty Excel (.xlsx, .xls) or Word (.docx) table; save a .doc file as .docx first',
];

const isDocument = (parts: Parts): boolean => parts.has('word/document.xml');

const partsOf = async (content: Buffer): Promise<Parts> => {
  const modern = isCompound(content) ? modernBook(content) : content;
  if (
    modern.subarray(0, 2).toString('latin1') !== 'PK' ||
    (await isBomb(modern, maxUnpackedBytes))
  ) {
    throw new Refused(unreadableFileText);
  }
  const parts = await readParts(modern);
  if (!isDocument(parts) && !parts.has('xl/workbook.xml')) throw new Refused(unreadableFileText);
  return parts;
};

const bufferOf = (content: Uint8Array): Buffer =>
  Buffer.from(content.buffer, content.byteOffset, content.byteLength);

const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Fault ? error : new Refused(unreadableFileText);
  }
};

/**
 * Tables of a workbook or a document.
 * @throws Refused for another file type or a damaged file
 */
export const readTables = (content: Uint8Array): Promise<readonly ForeignGrid[]> =>
  guarded(async () => {
    const parts = await partsOf(bufferOf(content));
    return isDocument(parts) ? readDocument(parts) : readBook(parts);
  });

/** File with values filled into the empty cells of one table. */
export const fillTable = ({
  content,
  filling,
}: {
  readonly content: Uint8Array;
  readonly filling: TableFilling;
}): Promise<Uint8Array> =>
  guarded(async () => {
    const parts = await partsOf(bufferOf(content));
    if (isDocument(parts)) fillDocument(parts, filling);
    else fillBook(parts, filling);
    return writeParts(parts);
  });
