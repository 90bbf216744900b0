import type { FieldSpec, FieldType } from '@keyan/kernel/definition/field/field.ts';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import { fieldApplies } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { ClipboardEvent, FocusEvent, KeyboardEvent } from 'react';
import { lookupOptions } from '../../data/values.ts';
import { valueAt } from '../../form-store/path.ts';
import { type FormStore, faultAt, useForm } from '../../form-store/store.ts';
import { useLabel } from '../../i18n/language.ts';
import type { FieldPresentation } from '../../presentation/present.ts';
import { fieldEditors } from '../editors.ts';
import { canonicalSpelling } from '../text.tsx';
import { cellByType } from '../values.tsx';
import { isCopiedRange } from './lines.ts';

/** Date types. Their pickers accept typed text only after blur, which is too late for a cell. */
const dateTypes: ReadonlySet<FieldType> = new Set(['year', 'date', 'time']);

/** Direction in which a key moves the cursor. */
export type CursorDirection = 'left' | 'right' | 'down' | 'lineUp' | 'lineDown';

/** Types whose open list uses Enter itself; in a closed list Enter must move the cursor. */
const pickerTypes: ReadonlySet<FieldType> = new Set(['dict', 'dicts', 'ref', 'refs']);

interface CellProps {
  readonly form: FormStore;
  /** Path of the sub-table. */
  readonly path: string;
  readonly index: number;
  readonly name: string;
  readonly line: RowLike;
  readonly presentation: FieldPresentation;
  readonly active: boolean;
  readonly onActivate: () => void;
  readonly onLeave: () => void;
  /**
   * Moves the cursor. Returns false if it would leave the sub-table: the key then has its usual
   * effect.
   */
  readonly onStep: (step: CursorDirection) => boolean;
  readonly onPasteRange: (text: string) => void;
}

const directionOf = (event: KeyboardEvent): CursorDirection | undefined => {
  if (event.nativeEvent.isComposing) return undefined;
  if (event.key === 'Tab') return event.shiftKey ? 'left' : 'right';
  if (event.altKey && event.key === 'ArrowUp') return 'lineUp';
  if (event.altKey && event.key === 'ArrowDown') return 'lineDown';
  if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey) return 'down';
  return undefined;
};

const isOpenList = (event: KeyboardEvent): boolean =>
  (event.target as HTMLElement).getAttribute('aria-expanded') === 'true';

/** Returns the keyboard and clipboard handlers of a cell. */
const handlersOf = (props: CellProps, at: string, spec: FieldSpec) => {
  const { form, onLeave, onStep, onPasteRange } = props;
  /** Called on leaving the cell: writes the value in its canonical format and shows its error. */
  const settle = (target?: EventTarget) => {
    if (dateTypes.has(spec.type) && target instanceof HTMLInputElement) {
      form.set(at, canonicalSpelling(target.value, spec));
    }
    const typed = valueAt(form.state().values, at);
    const tidy = canonicalSpelling(typed, spec);
    if (tidy !== typed && typed !== undefined) form.set(at, tidy);
    form.visit(at);
  };
  const move = (event: KeyboardEvent, phase: 'capture' | 'bubble') => {
    const direction = directionOf(event);
    const early = pickerTypes.has(spec.type);
    if (!direction || early !== (phase === 'capture')) return;
    if (direction === 'down' && isOpenList(event)) return;
    settle(event.target);
    if (!onStep(direction)) return;
    event.preventDefault();
    if (early) event.stopPropagation();
  };
  return {
    onKeyDownCapture: (event: KeyboardEvent) => move(event, 'capture'),
    onKeyDown: (event: KeyboardEvent) => move(event, 'bubble'),
    onPaste(event: ClipboardEvent) {
      const text = event.clipboardData.getData('text/plain');
      if (!isCopiedRange(text)) return;
      event.preventDefault();
      onPasteRange(text);
    },
    onBlur(event: FocusEvent<HTMLTableCellElement>) {
      const next = event.relatedTarget;
      // A calendar belongs to the cell although its element is elsewhere in the document.
      if (event.currentTarget.contains(next) || next?.closest('.ant-picker-dropdown')) return;
      settle();
      onLeave();
    },
  };
};

/** Renders a cell as text, and as a control while the cursor is in it. */
export const EditableCell = (props: CellProps) => {
  const { form, path, index, name, line, presentation, active, onActivate } = props;
  const label = useLabel();
  const at = `${path}.${index}.${name}`;
  const fault = useForm(form, (state) => faultAt(state, at));
  const field = form.resource.fields[path]?.spec.fields?.[name];
  if (!field) return <td />;
  const { spec } = field;
  const Show = presentation.Cell ?? cellByType[spec.type];
  const shown = <Show name={name} spec={spec} value={line[name]} row={line} />;
  const align = fieldTypeTable[spec.type].align;
  if (spec.readonly || !fieldApplies(field, line)) {
    return (
      <td data-align={align} data-still="">
        {shown}
      </td>
    );
  }
  const Editor = presentation.Editor ?? fieldEditors[spec.type];
  const { onBlur, ...handlers } = handlersOf(props, at, spec);
  return (
    <td
      data-align={align}
      data-path={at}
      data-faulty={fault ? true : undefined}
      data-active={active || undefined}
      title={fault && label(fault.message)}
      tabIndex={active ? -1 : 0}
      onFocus={active ? undefined : onActivate}
      onBlur={active ? onBlur : undefined}
      {...handlers}
    >
      {fault && (
        <span id={`${at}-fault`} className="ky-sr">
          {label(fault.message)}
        </span>
      )}
      {active && Editor ? (
        <Editor
          id={`${at}-cell`}
          describedBy={fault && `${at}-fault`}
          name={name}
          spec={spec}
          value={line[name] ?? null}
          row={line}
          inCell
          form={form}
          path={at}
          caption={label(spec.label)}
          faulty={fault !== undefined}
          chosen={presentation.chosen}
          lookup={presentation.lookup ?? lookupOptions(form.resource, at)}
          onChange={(value, more) => form.set(at, value, more)}
        />
      ) : (
        shown
      )}
    </td>
  );
};
