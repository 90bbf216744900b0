import { read, write } from '@e965/xlsx';

// Runs in a worker process: the content is what a person sent.

/**
 * A workbook of Excel 97 to 2003 as one of today, with its sheets, merged cells, widths and formats of numbers;
 * borders and fonts are not among what its reader knows.
 */
export const modernBook = (content: Buffer): Buffer =>
  write(read(content, { type: 'buffer', cellStyles: true, cellNF: true }), {
    type: 'buffer',
    bookType: 'xlsx',
    cellStyles: true,
  }) as Buffer;
