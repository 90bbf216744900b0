import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { variantOf } from '@keyan/kernel/definition/variants.ts';
import { fieldApplies, isRequired } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { memo, type ReactElement, Suspense, useId, useRef } from 'react';
import { Glyph } from '../components/Glyph.tsx';
import { choicesFor, peopleNamedIn } from '../data/values.ts';
import { fieldEditors } from '../fields/editors.ts';
import { RecordLink } from '../fields/RecordLink.tsx';
import { cellByType } from '../fields/values.tsx';
import { useLabel } from '../i18n/language.ts';
import { fieldPresentation, usePresentation } from '../presentation/resources.tsx';
import { blockEditors } from './blocks.ts';
import './field.css';
import { fieldPositionOf, subTableLines, withoutLineNumbers } from '../form-store/path.ts';
import { type FormState, type FormStore, faultAt, useForm } from '../form-store/store.ts';
import { useOnReveal } from '../form-store/useRevealed.ts';
import { isFieldShown } from './progress.ts';

interface FieldBoxProps {
  readonly form: FormStore;
  /** Path of a field, or of a field in a line: `authors.0.name`. */
  readonly path: string;
}

const fieldAt = (resource: Resource, path: string) => {
  const { field, name } = fieldPositionOf(path);
  const outer = resource.fields[field];
  return name === undefined ? outer : outer?.spec.fields?.[name];
};

const rowAt = (values: RowLike, path: string): RowLike => {
  const { field, line } = fieldPositionOf(path);
  return line === undefined ? values : (subTableLines(values, field)[line] ?? {});
};

/**
 * Number of grid columns (of four) by field type: titles and prose are wide, codes and dates
 * narrow.
 */
const spanOf = (spec: FieldSpec): number => {
  if (blockEditors[spec.type] || spec.type === 'note' || spec.type === 'rich') return 4;
  return spec.type === 'text' && (spec.max ?? 0) >= 150 ? 2 : 1;
};

/** Returns true if the field applies to the current row. */
export const useFieldApplies = (form: FormStore, path: string): boolean => {
  const field = fieldAt(form.resource, path);
  return useForm(form, ({ values }) =>
    fieldPositionOf(path).line === undefined
      ? isFieldShown(form.resource, path, values)
      : field !== undefined && fieldApplies(field, rowAt(values, path)),
  );
};

/** Renders nothing until the module of a lazy part has loaded; the rest of the field is shown meanwhile. */
const whenLoaded = (part: ReactElement): ReactElement => <Suspense>{part}</Suspense>;

/**
 * Renders one field of a form: label above, control, and a line below that is always present, so
 * that an error moves nothing. Renders again for its own value only.
 */
export const FieldBox = memo(({ form, path }: FieldBoxProps) =>
  useFieldApplies(form, path) ? <AppliedField form={form} path={path} /> : null,
);
FieldBox.displayName = 'FieldBox';

/** Focuses the control when its field is revealed. */
const useReveal = (form: FormStore, path: string) => {
  const box = useRef<HTMLDivElement>(null);
  useOnReveal(form, (revealed) => {
    const { field } = fieldPositionOf(path);
    // A link to a line of a sub-table scrolls to the sub-table; the table focuses the cell.
    if (revealed !== path && revealed.split('.')[0] !== field) return;
    box.current?.scrollIntoView({ block: 'center' });
    if (revealed !== path) return;
    box.current
      ?.querySelector<HTMLElement>('input:not([type=file]), textarea, [role=textbox], button')
      ?.focus({ preventScroll: true });
  });
  return box;
};

const AppliedField = ({ form, path }: FieldBoxProps) => {
  const label = useLabel();
  const id = useId();
  const box = useReveal(form, path);
  const presentation = usePresentation(form.resource);
  const own = fieldPresentation(presentation, withoutLineNumbers(path));
  const field = fieldAt(form.resource, path);
  const { name = fieldPositionOf(path).field } = fieldPositionOf(path);
  const value = useForm(form, (state) => rowAt(state.values, path)[name] ?? null);
  const named = useForm(form, (state) => rowAt(state.values, path)[`${name}Name`]);
  const line = useForm(form, (state) =>
    fieldPositionOf(path).line === undefined ? undefined : rowAt(state.values, path),
  );
  const people = useForm(form, (state) => peopleNamedIn(form.resource, path, state.values));
  const variant = useForm(form, ({ values }) => variantOf(form.resource, values));
  const fault = useForm(form, (state: FormState) => faultAt(state, path));
  const required = useForm(
    form,
    ({ values }) => field !== undefined && isRequired(field.spec, rowAt(values, path)),
  );
  if (!field) return null;
  const { spec } = field;
  const { variants } = form.resource;
  // The variant of a record is given by its page.
  const still = spec.readonly || variants?.field === path;
  const block = blockEditors[spec.type];
  const Body = own.Block ?? block?.Body;
  const Editor = own.Editor ?? fieldEditors[spec.type];
  const Show = own.Text ?? cellByType[spec.type];
  // A field of the record reads its own value only; a field of a line reads the line.
  const row: RowLike = line ?? { [`${name}Name`]: named, [name]: value };
  return (
    <div
      ref={box}
      className="ky-form-field"
      data-path={path}
      data-span={own.span ?? spanOf(spec)}
      data-block={block ? '' : undefined}
    >
      {!block && (
        <label className="ky-label" htmlFor={still ? undefined : id}>
          {required && !still && <b aria-hidden="true">*</b>}
          {label(spec.part?.label ?? spec.label)}
        </label>
      )}
      {Body ? (
        whenLoaded(<Body form={form} path={path} Field={FieldBox} />)
      ) : still || !Editor ? (
        <div className="ky-still">
          <Show name={name} spec={spec} value={value} row={row} />
        </div>
      ) : (
        <Suspense>
          <Editor
            id={id}
            name={name}
            spec={spec}
            value={value}
            row={row}
            form={form}
            path={path}
            required={required}
            faulty={fault !== undefined}
            describedBy={`${id}-help`}
            chosen={own.chosen}
            lookup={own.lookup ?? choicesFor(form.resource, path, people, variant)}
            suffix={own.Suffix && whenLoaded(<own.Suffix form={form} path={path} />)}
            onChange={(next, more) => form.set(path, next, more)}
            onBlur={() => form.visit(path)}
          />
        </Suspense>
      )}
      {!block && (
        <FieldHelp form={form} path={path} id={`${id}-help`} help={spec.help && label(spec.help)} />
      )}
    </div>
  );
};

interface FieldHelpProps extends FieldBoxProps {
  readonly id: string;
  readonly help: string | undefined;
}

/** Renders the line under a control: the error and its remedy, or else the help text. */
const FieldHelp = ({ form, path, id, help }: FieldHelpProps) => {
  const label = useLabel();
  const presentation = usePresentation(form.resource);
  const { Help } = fieldPresentation(presentation, withoutLineNumbers(path));
  const fault = useForm(form, (state) => faultAt(state, path));
  return (
    <div id={id} className="ky-help" data-tone={fault ? 'error' : undefined} aria-live="polite">
      {fault ? (
        <>
          <Glyph name="warning" size={12} />
          <span>
            {label(fault.message)}
            {fault.link && (
              <>
                {' '}
                <RecordLink resource={fault.link.resource} id={fault.link.id}>
                  {fault.link.text}
                </RecordLink>
              </>
            )}
          </span>
        </>
      ) : Help ? (
        whenLoaded(<Help form={form} path={path} />)
      ) : (
        help
      )}
    </div>
  );
};
