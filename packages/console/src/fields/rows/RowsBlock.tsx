import { HolderOutlined, PlusOutlined } from '@ant-design/icons';
import type { FieldSpec, FieldType } from '@keyan/kernel/definition/field/field.ts';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import { fill, inSentence, type Label } from '@keyan/kernel/label.ts';
import { Button, Drawer } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useScreen } from '../../base/useScreen.ts';
import { Glyph } from '../../components/Glyph.tsx';
import { fieldPositionOf, subTableLines } from '../../form-store/path.ts';
import { faultAt, shownFaults, useForm } from '../../form-store/store.ts';
import { useLabel } from '../../i18n/language.ts';
import type { BlockProps, FieldPresentation, FormPartProps } from '../../presentation/present.ts';
import { fieldPresentation, usePresentation } from '../../presentation/resources.tsx';
import { LineCards } from './LineCards.tsx';
import { LineTable } from './LineTable.tsx';
import { lineLabelOf, ordinalFieldOf, sumOfLines } from './lines.ts';
import { ReadRows } from './ReadRows.tsx';
import './rows.css';
import { useLineActions } from './useLines.ts';

/**
 * Maximum number of columns if the presentation names none; the other fields are in the drawer of a
 * line.
 */
const maxColumnsByDefault = 8;

const columnsOf = (spec: FieldSpec, presentation: FieldPresentation): readonly string[] => {
  const fields = spec.fields ?? {};
  const ordinal = ordinalFieldOf(fields);
  const names = Object.keys(fields).filter((name) => name !== ordinal);
  return presentation.columns ?? names.slice(0, maxColumnsByDefault);
};

/** Renders a sub-table in a form; read-only if the field is only shown. */
export const RowsBlock = (props: BlockProps) =>
  props.form.resource.fields[props.path]?.spec.readonly ? (
    <ShownRows {...props} />
  ) : (
    <OpenRows {...props} />
  );

const ShownRows = ({ form, path }: FormPartProps) => {
  const presentation = usePresentation(form.resource);
  const lines = useForm(form, (state) => subTableLines(state.values, path));
  const spec = form.resource.fields[path]?.spec;
  return (
    spec && <ReadRows path={path} spec={spec} row={{ [path]: lines }} presentation={presentation} />
  );
};

/** Renders an editable table, or cards on a narrow screen. */
const OpenRows = ({ form, path, Field }: BlockProps) => {
  const label = useLabel();
  const narrow = useScreen() === 0;
  const presentation = usePresentation(form.resource);
  const own = fieldPresentation(presentation, path);
  const spec = form.resource.fields[path]?.spec;
  const lines = useForm(form, (state) => subTableLines(state.values, path));
  const actions = useLineActions(form, path, own);
  const [opened, setOpened] = useState(-1);
  const open = useCallback((line: number) => setOpened(line), []);
  const columns = useMemo(() => (spec ? columnsOf(spec, own) : []), [spec, own]);
  if (!spec) return null;
  const fields = spec.fields ?? {};
  const names = Object.keys(fields).filter((name) => name !== ordinalFieldOf(fields));
  const Foot = own.Foot;
  return (
    <div className="ky-rows" data-path={path}>
      {lines.length === 0 ? (
        <p className="ky-rows-empty">
          {label(['还没有内容，', 'Nothing here yet: '])}
          <button type="button" className="ky-link" onClick={() => actions.add()}>
            {label(['添加一行', 'add a row'])}
          </button>
        </p>
      ) : narrow ? (
        <LineCards
          form={form}
          path={path}
          fields={fields}
          columns={columns}
          head={own.head ?? columns[0] ?? ''}
          lines={lines}
          actions={actions}
          onEdit={open}
        />
      ) : (
        <LineTable
          form={form}
          path={path}
          presentation={presentation}
          fields={fields}
          columns={columns}
          lines={lines}
          actions={actions}
          hasMore={names.length > columns.length}
          onMore={open}
        />
      )}
      <LineFault form={form} path={path} />
      {Foot ? <Foot form={form} path={path} /> : <PlainFoot form={form} path={path} />}
      <Drawer
        open={opened >= 0 && opened < lines.length}
        size={narrow ? 'large' : 480}
        placement={narrow ? 'bottom' : 'right'}
        title={label([`第 ${opened + 1} 行`, `Row ${opened + 1}`])}
        onClose={() => setOpened(-1)}
        destroyOnHidden
      >
        <div className="ky-line-form">
          {names.map((name) => (
            <Field key={name} form={form} path={`${path}.${opened}.${name}`} />
          ))}
        </div>
      </Drawer>
    </div>
  );
};

/** Renders the first error of a line as a link to its cell, which has no room for the text. */
const LineFault = ({ form, path }: FormPartProps) => {
  const label = useLabel();
  const fault = useForm(form, (state) =>
    shownFaults(state).find((each) => each.path.startsWith(`${path}.`)),
  );
  if (!fault) return null;
  const number = (fieldPositionOf(fault.path).line ?? 0) + 1;
  return (
    <div className="ky-rows-foot" data-tone="error" role="status">
      <button type="button" className="ky-fault-link" onClick={() => form.reveal(fault.path)}>
        <Glyph name="warning" />
        {label([`第 ${number} 行：`, `Row ${number}: `])}
        {label(fault.message)}
      </button>
    </div>
  );
};

/** Field types whose column sum is shown below the lines, with the unit. */
const addedUp: Readonly<Partial<Record<FieldType, Label>>> = {
  money: ['元', 'yuan'],
  percent: ['', ''],
};

/** Renders the error of the sub-table as a whole, and the sums of its columns. */
const PlainFoot = ({ form, path }: FormPartProps) => {
  const label = useLabel();
  const fault = useForm(form, (state) => faultAt(state, path));
  const lines = useForm(form, (state) => subTableLines(state.values, path));
  const fields = form.resource.fields[path]?.spec.fields ?? {};
  const sums = Object.entries(fields).filter(([, { spec }]) => addedUp[spec.type]);
  if (!fault && (sums.length === 0 || lines.length === 0)) return null;
  return (
    <div className="ky-rows-foot" data-tone={fault ? 'error' : undefined}>
      {fault && (
        <span>
          <Glyph name="warning" /> {label(fault.message)}
        </span>
      )}
      {sums.map(([name, { spec }]) => (
        <span key={name}>
          {label(spec.label)} {label(['合计', 'total'])}{' '}
          {fieldTypeTable[spec.type].text(sumOfLines(lines, name, spec.scale ?? 0), spec, 'zh')}{' '}
          {label(addedUp[spec.type] ?? ['', ''])}
        </span>
      ))}
    </div>
  );
};

/** Renders the buttons of a sub-table, beside its title. */
export const RowsTools = ({ form, path }: FormPartProps) => {
  const label = useLabel();
  const presentation = usePresentation(form.resource);
  const own = fieldPresentation(presentation, path);
  const actions = useLineActions(form, path, own);
  const spec = form.resource.fields[path]?.spec;
  if (!spec || spec.readonly) return null;
  const word = own.line ?? lineLabelOf(spec.label);
  const Tools = own.Tools;
  const ordinal = ordinalFieldOf(spec.fields ?? {});
  const place = ordinal && spec.fields?.[ordinal]?.spec.label;
  return (
    <span className="ky-rows-tools">
      {place && (
        <span className="ky-note">
          {label(['拖动 ', 'Drag '])}
          <HolderOutlined />
          {label(fill([' 调整{place}；键盘 Alt + ↑↓', ' to move; keys Alt + ↑↓'], { place }))}
        </span>
      )}
      {Tools && <Tools form={form} path={path} />}
      <Button icon={<PlusOutlined />} onClick={() => actions.add()}>
        {label([`添加${word[0]}`, `Add ${inSentence(word)}`])}
      </Button>
    </span>
  );
};
