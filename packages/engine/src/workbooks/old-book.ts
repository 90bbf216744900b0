import { read, write } from '@e965/xlsx';

// Task of a worker process: the content is untrusted.

/**
 * Converts a workbook of Excel 97 to 2003 to a current one, with sheets, merged cells, widths and number formats; its
 * reader ignores borders and fonts.
 */
export const modernBook = (content: Buffer): Buffer =>
  write(read(content, { type: 'buffer', cellStyles: true, cellNF: true }), {
    type: 'buffer',
    bookType: 'xlsx',
    cellStyles: true,
  }) as Buffer;
