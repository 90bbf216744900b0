import type { Fields, FieldType } from '@keyan/kernel/definition/field/field.ts';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { useRef, useState } from 'react';
import type { FormStore } from '../../form-store/store.ts';
import { useLabel } from '../../i18n/language.ts';
import { useShortcuts } from '../../navigation/shortcuts.ts';
import type { Presentation } from '../../presentation/present.ts';
import { fieldPresentation } from '../../presentation/resources.tsx';
import { LineRow } from './LineRow.tsx';
import { ordinalFieldOf } from './lines.ts';
import { lineHeight, lineWindow, windowHeight } from './lineWindow.ts';
import { useCellCursor } from './useCellCursor.ts';
import { useLineDrag } from './useLineDrag.ts';
import type { LineActions } from './useLines.ts';

/** Width in pixels of a column by field type; other columns share the rest. */
const columnWidthByType: Readonly<Partial<Record<FieldType, number>>> = {
  integer: 96,
  decimal: 104,
  money: 136,
  percent: 112,
  year: 88,
  date: 132,
  time: 184,
  dict: 128,
  dicts: 168,
  ref: 148,
  refs: 168,
};

/** Pixels for the handle and the position, and minimum width of a column without a fixed width. */
const placeWidth = 64;
const freeWidth = 140;

interface LineTableProps {
  readonly form: FormStore;
  readonly path: string;
  readonly presentation: Presentation;
  readonly fields: Fields;
  readonly columns: readonly string[];
  readonly lines: readonly RowLike[];
  readonly actions: LineActions;
  readonly hasMore: boolean;
  readonly onMore: (line: number) => void;
}

/** Renders the table head: position, fields, actions. */
const LineHead = ({ fields, columns }: Pick<LineTableProps, 'fields' | 'columns'>) => {
  const label = useLabel();
  const ordinal = ordinalFieldOf(fields);
  return (
    <thead>
      <tr>
        <th scope="col">{label((ordinal && fields[ordinal]?.spec.label) || ['序号', 'No.'])}</th>
        {columns.map((name) => {
          const spec = fields[name]?.spec;
          return (
            <th key={name} scope="col" data-align={spec && fieldTypeTable[spec.type].align}>
              {spec && label(spec.label)}
            </th>
          );
        })}
        <th scope="col">
          <span className="ky-sr">{label(['操作', 'Actions'])}</span>
        </th>
      </tr>
    </thead>
  );
};

/**
 * Renders the sub-table of a form: Tab moves right and leaves at the end, Enter moves down to the
 * last line. Not a `DataTable`, because its cells are editors, the cursor moves from cell to cell,
 * and lines can be dragged.
 */
export const LineTable = (props: LineTableProps) => {
  const { form, path, presentation, fields, columns, lines, actions, hasMore, onMore } = props;
  useShortcuts([
    { keys: 'Enter', label: ['子表：下一行', 'In a table: go to the next row'] },
    { keys: 'Alt+↑', label: ['子表：本行上移', 'In a table: move the row up'] },
    { keys: 'Alt+↓', label: ['子表：本行下移', 'In a table: move the row down'] },
  ]);
  const [scroll, setScroll] = useState(0);
  const body = useRef<HTMLTableSectionElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const cursor = useCellCursor({
    form,
    path,
    columns,
    editable: columns.flatMap((name, at) => (fields[name]?.spec.readonly ? [] : [at])),
    lineCount: lines.length,
    actions,
    scroller,
    onMore,
  });
  const { drag, grab } = useLineDrag(body, lines.length, actions);
  const { scrolls, first, last } = lineWindow(lines.length, scroll);

  const widthOf = (name: string): number | undefined =>
    fieldPresentation(presentation, `${path}.${name}`).width ??
    columnWidthByType[fields[name]?.spec.type ?? 'text'];
  const actionsWidth = hasMore ? 80 : 48;
  // Minimum width of the table: below it the table scrolls sideways.
  const least = columns.reduce(
    (sum, name) => sum + (widthOf(name) ?? freeWidth),
    placeWidth + actionsWidth,
  );

  return (
    <div
      className="ky-lines"
      ref={scroller}
      style={scrolls ? { maxHeight: windowHeight + lineHeight } : undefined}
      onScroll={(event) => scrolls && setScroll(event.currentTarget.scrollTop)}
    >
      <table style={{ minWidth: least }} aria-rowcount={lines.length + 1}>
        <colgroup>
          <col style={{ width: placeWidth }} />
          {columns.map((name) => (
            <col key={name} style={{ width: widthOf(name) }} />
          ))}
          <col style={{ width: actionsWidth }} />
        </colgroup>
        <LineHead fields={fields} columns={columns} />
        <tbody ref={body} data-drop={drag ? drag.to : undefined}>
          {first > 0 && <tr style={{ height: first * lineHeight }} />}
          {lines.slice(first, last).map((line, offset) => {
            const index = first + offset;
            return (
              <LineRow
                key={form.lineKey(line)}
                form={form}
                path={path}
                presentation={presentation}
                columns={columns}
                line={line}
                index={index}
                actions={actions}
                activeColumn={cursor.active.line === index ? cursor.active.column : -1}
                hasMore={hasMore}
                dragged={drag !== null && (drag.from === index || drag.to === index)}
                onActivate={cursor.activate}
                onLeave={cursor.leave}
                onStep={cursor.step}
                onMore={onMore}
                onGrab={grab}
              />
            );
          })}
          {last < lines.length && <tr style={{ height: (lines.length - last) * lineHeight }} />}
        </tbody>
      </table>
    </div>
  );
};
