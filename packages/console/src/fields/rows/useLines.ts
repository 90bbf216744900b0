import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { useMemo } from 'react';
import { toast } from '../../components/toast.ts';
import { subTableLines } from '../../form-store/path.ts';
import type { FormStore } from '../../form-store/store.ts';
import type { FieldPresentation } from '../../presentation/present.ts';
import { blankLine, moveLine, pasteRange } from './lines.ts';

/** Actions on the lines of a sub-table. */
export interface LineActions {
  /** Adds a line at the end; returns false if the sub-table is full. */
  add(): boolean;
  /** Removes a line; the toast offers 撤销. */
  remove(index: number): void;
  move(from: number, to: number): void;
  paste(columns: readonly string[], line: number, column: number, text: string): void;
}

/** Returns the actions on lines, stable between renders, so that lines can be memoised. */
export const useLineActions = (
  form: FormStore,
  path: string,
  presentation: FieldPresentation,
): LineActions =>
  useMemo(() => {
    const spec = form.resource.fields[path]?.spec;
    const fields: Fields = spec?.fields ?? {};
    const most = spec?.max ?? 1000;
    const now = () => subTableLines(form.state().values, path);
    const put = (lines: readonly RowLike[]) => form.fill({ [path]: lines });
    return {
      add() {
        const lines = now();
        if (lines.length >= most) {
          toast.warning([`最多 ${most} 行`, `At most ${most} rows`]);
          return false;
        }
        put([...lines, { ...blankLine(fields), ...presentation.blank?.(lines) }]);
        return true;
      },
      remove(index) {
        const lines = now();
        const gone = lines[index];
        if (!gone) return;
        put(lines.filter((_, at) => at !== index));
        toast.success([`已删除第 ${index + 1} 行`, `Row ${index + 1} deleted`], {
          undo: () => {
            const left = now();
            put([...left.slice(0, index), gone, ...left.slice(index)]);
          },
        });
      },
      move(from, to) {
        const lines = now();
        const moved = moveLine(lines, from, to);
        if (moved !== lines) put(moved);
      },
      paste(columns, line, column, text) {
        put(pasteRange(now(), fields, columns, { line, column }, text, most));
      },
    };
  }, [form, path, presentation]);
