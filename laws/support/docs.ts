import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

export const readDoc = (name: string): string => readFileSync(join(root, 'docs', name), 'utf8');

/**
 * Returns the rows of those tables of a page whose first heading is this text, without code marks.
 */
export const rowsUnder = (markdown: string, firstHead: string): readonly (readonly string[])[] => {
  const rows: (readonly string[])[] = [];
  let inside = false;
  for (const line of markdown.split('\n')) {
    if (!line.startsWith('|')) {
      inside = false;
      continue;
    }
    const cells = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', ''));
    if (cells[0] === firstHead) inside = true;
    else if (inside && !/^-+$/.test(cells[0] ?? '')) rows.push(cells);
  }
  return rows;
};
