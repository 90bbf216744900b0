import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { fill } from '@keyan/kernel/label.ts';
import type { UnmatchedRow } from './naming.ts';

/** Maximum number of listed rows; the rest is counted. */
const shown = 20;

/** Rows of a file that remain empty, because no record or several records match their name. */
export const UnmatchedRows = ({ rows }: { readonly rows: readonly UnmatchedRow[] }) => {
  const label = useLabel();
  if (rows.length === 0) return null;
  return (
    <details className="ky-fill-unmatched">
      <summary>
        <Glyph name="warning" tone="warning" />
        {label(
          fill(
            [
              '{count} 行没有对上记录，留空',
              'Rows without a record of their own, left empty: {count}',
            ],
            { count: rows.length },
          ),
        )}
      </summary>
      <ul>
        {rows.slice(0, shown).map(({ line, text, records }) => (
          <li key={line}>
            {label(fill(['第 {line} 行 {text}：', 'Row {line}, {text}: '], { line, text }))}
            {label(
              records === 0
                ? ['没有这个名称的记录', 'no record has this name']
                : fill(
                    [
                      '有 {records} 条同名记录，表中没有能分辨的列（如负责人）',
                      '{records} records have this name, and no column (such as the holder) tells them apart',
                    ],
                    { records },
                  ),
            )}
          </li>
        ))}
        {rows.length > shown && (
          <li>{label([`其余 ${rows.length - shown} 行`, `And ${rows.length - shown} more`])}</li>
        )}
      </ul>
    </details>
  );
};
