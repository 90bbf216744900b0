import { DeleteOutlined, EllipsisOutlined, HolderOutlined } from '@ant-design/icons';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { memo, type PointerEvent } from 'react';
import type { FormStore } from '../../form-store/store.ts';
import { useLabel } from '../../i18n/language.ts';
import type { Presentation } from '../../presentation/present.ts';
import { fieldPresentation } from '../../presentation/resources.tsx';
import { type CursorDirection, EditableCell } from './Cell.tsx';
import type { LineActions } from './useLines.ts';

export interface LineRowProps {
  readonly form: FormStore;
  readonly path: string;
  readonly presentation: Presentation;
  readonly columns: readonly string[];
  readonly line: RowLike;
  readonly index: number;
  readonly actions: LineActions;
  /** Index of the column with the cursor; -1 for none. */
  readonly activeColumn: number;
  readonly hasMore: boolean;
  readonly dragged: boolean;
  readonly onActivate: (line: number, column: number) => void;
  readonly onLeave: () => void;
  readonly onStep: (line: number, column: number, step: CursorDirection) => boolean;
  readonly onMore: (line: number) => void;
  readonly onGrab: (event: PointerEvent<HTMLElement>, line: number) => void;
}

/** Renders one line. Memoised: a keystroke in another line does not render it. */
export const LineRow = memo((props: LineRowProps) => {
  const { form, path, presentation, columns, line, index, actions, activeColumn } = props;
  const { hasMore, dragged, onActivate, onLeave, onStep, onMore, onGrab } = props;
  const label = useLabel();
  const number = index + 1;
  return (
    <tr data-dragged={dragged || undefined}>
      <td className="ky-line-place">
        <button
          type="button"
          className="ky-handle"
          aria-label={label([
            `第 ${number} 行，拖动或按上下键调整顺序`,
            `Row ${number}: drag or press up and down to move`,
          ])}
          onPointerDown={(event) => onGrab(event, index)}
          onKeyDown={(event) => {
            const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
            if (way === undefined) return;
            event.preventDefault();
            actions.move(index, index + way);
          }}
        >
          <HolderOutlined />
        </button>
        {number}
      </td>
      {columns.map((name, column) => (
        <EditableCell
          key={name}
          form={form}
          path={path}
          index={index}
          name={name}
          line={line}
          presentation={fieldPresentation(presentation, `${path}.${name}`)}
          active={column === activeColumn}
          onActivate={() => onActivate(index, column)}
          onLeave={onLeave}
          onStep={(step) => onStep(index, column, step)}
          onPasteRange={(text) => actions.paste(columns, index, column, text)}
        />
      ))}
      <td className="ky-line-actions">
        {hasMore && (
          <button
            type="button"
            className="ky-icon-button"
            aria-label={label([`第 ${number} 行的其他字段`, `More of row ${number}`])}
            onClick={() => onMore(index)}
          >
            <EllipsisOutlined />
          </button>
        )}
        <button
          type="button"
          className="ky-icon-button"
          aria-label={label([`删除第 ${number} 行`, `Delete row ${number}`])}
          onClick={() => actions.remove(index)}
        >
          <DeleteOutlined />
        </button>
      </td>
    </tr>
  );
});
LineRow.displayName = 'LineRow';
