import { DownloadOutlined } from '@ant-design/icons';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { EditedRow } from '@keyan/kernel/wire/records.ts';
import { Button, Modal, Select } from 'antd';
import { useId, useMemo } from 'react';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { FaultList } from '../components/FaultList.tsx';
import { Glyph } from '../components/Glyph.tsx';
import { ChangeLine } from '../form/ChangeLine.tsx';
import { LabelledField } from '../form/LabelledField.tsx';
import { useLabel } from '../i18n/language.ts';
import type { DataColumn } from '../table/column.ts';
import { DataTable } from '../table/DataTable.tsx';
import { DialogField } from './DialogField.tsx';
import {
  type ChosenRecords,
  changedRecords,
  chosenCount,
  type EditAllState,
  maxEditedRecords,
  refusedRecords,
  useEditAll,
} from './useEditAll.ts';
import './edit-all.css';

interface EditAllDialogProps {
  readonly resource: Resource;
  readonly records: ChosenRecords;
  readonly onClose: () => void;
  /** Called with the ids of changed records. */
  readonly onDone: (ids: readonly string[]) => void;
}

/** Width of the dialog in pixels before and after there is a preview. */
const dialogWidths = { choose: 560, preview: 880 };

const dialogTitle: Label = ['批量修改 {count} 条', 'Edit selected ({count})'];
const tooManyRecordsText: Label = [
  '一次最多修改 {most} 条，已选 {count} 条，请减少选择',
  'At most {most} records at once, and {count} are selected; select fewer',
];
const historyHint: Label = [
  '每条记录各留一条修改历史。要撤销，请按历史中的原值改回。',
  'Each record keeps the change in its history. To undo it, enter the earlier values again.',
];

/**
 * Renders a dialog that gives several records the same values: choice of fields and values, preview
 * per record, result.
 */
const EditAllDialog = ({ resource, records, onClose, onDone }: EditAllDialogProps) => {
  const label = useLabel();
  useFocusReturn();
  const state = useEditAll(resource, records, onDone);
  const { previews, result } = state;
  const count = chosenCount(records);
  const isTooMany = count > maxEditedRecords;
  return (
    <Modal
      open
      width={previews && !result ? dialogWidths.preview : dialogWidths.choose}
      title={label(fill(dialogTitle, { count }))}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={<Buttons state={state} disabled={isTooMany} onClose={onClose} />}
    >
      {isTooMany ? (
        <p className="ky-edit-all-sum" role="alert">
          <Glyph name="warning" tone="warning" />
          {label(fill(tooManyRecordsText, { most: maxEditedRecords, count }))}
        </p>
      ) : result ? (
        <Result state={state} />
      ) : previews ? (
        <Preview resource={resource} previews={previews} />
      ) : (
        <Choice resource={resource} state={state} />
      )}
    </Modal>
  );
};

interface ButtonsProps {
  readonly state: EditAllState;
  readonly disabled: boolean;
  readonly onClose: () => void;
}

const Buttons = ({ state, disabled, onClose }: ButtonsProps) => {
  const label = useLabel();
  const { previews, result, busy, chosen, preview, back, carryOut } = state;
  if (result) return <Button onClick={onClose}>{label(['关闭', 'Close'])}</Button>;
  if (!previews) {
    return (
      <>
        <Button onClick={onClose}>{label(['取消', 'Cancel'])}</Button>
        <Button
          type="primary"
          loading={busy}
          disabled={disabled || chosen.length === 0}
          onClick={() => void preview()}
        >
          {label(['预览', 'Preview'])}
        </Button>
      </>
    );
  }
  const count = changedRecords(previews).length;
  return (
    <>
      <Button onClick={back}>{label(['上一步', 'Back'])}</Button>
      <Button type="primary" loading={busy} disabled={count === 0} onClick={() => void carryOut()}>
        {label(fill(['修改 {count} 条', 'Change {count}'], { count }))}
      </Button>
    </>
  );
};

interface ChoiceProps {
  readonly resource: Resource;
  readonly state: EditAllState;
}

/** Renders the choice of fields, and their values. */
const Choice = ({ resource, state }: ChoiceProps) => {
  const label = useLabel();
  const id = useId();
  const { fields, chosen, choose, values, change, faults } = state;
  const options = Object.entries(fields).map(([value, { spec }]) => ({
    value,
    label: label(spec.label),
  }));
  return (
    <>
      <LabelledField
        id={id}
        label={['要修改的字段', 'Fields to change']}
        help={label(['留空的字段会被清除', 'A field that is left empty is cleared'])}
      >
        <Select<string[]>
          id={id}
          className="ky-wide"
          mode="multiple"
          autoFocus
          value={[...chosen]}
          options={options}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={label(['请选择', 'Choose'])}
          onChange={choose}
        />
      </LabelledField>
      {chosen.map((name) => {
        const spec = fields[name]?.spec;
        return (
          spec && (
            <DialogField
              key={name}
              resource={resource}
              name={name}
              spec={spec}
              values={values}
              fault={faults[name]}
              onChange={change}
            />
          )
        );
      })}
    </>
  );
};

/** Returns how many records change, stay unchanged, and may not change; zeros are omitted. */
const sumOf = (previews: readonly EditedRow[]): Label => {
  const refused = previews.filter(({ message }) => message !== undefined).length;
  const changed = changedRecords(previews).length;
  const counts = [
    [changed, ['{n} 条将修改', '{n} change']],
    [previews.length - changed - refused, ['{n} 条无变化', '{n} stay the same']],
    [refused, ['{n} 条不能修改', '{n} cannot be changed']],
  ] as const satisfies readonly (readonly [number, Label])[];
  const parts = counts.filter(([n], at) => at === 0 || n > 0).map(([n, text]) => fill(text, { n }));
  return [parts.map(([zh]) => zh).join('，'), parts.map(([, en]) => en).join(', ')];
};

interface PreviewProps {
  readonly resource: Resource;
  readonly previews: readonly EditedRow[];
}

/** Renders each record with its changes, or the reason why it is not changed. */
const Preview = ({ resource, previews }: PreviewProps) => {
  const label = useLabel();
  const columns = useMemo<readonly DataColumn<EditedRow>[]>(
    () => [
      {
        key: 'title',
        head: resource.fields[resource.title]?.spec.label ?? resource.label,
        width: 260,
        isRowHead: true,
        cell: (row) => row.title || '—',
      },
      {
        key: 'changes',
        head: ['修改', 'Change'],
        cell: ({ message, changes }) =>
          message !== undefined ? (
            <span className="ky-edit-all-refused">
              <Glyph name="warning" size={12} tone="error" /> {message}
            </span>
          ) : changes.length === 0 ? (
            <span className="ky-note">{label(['无变化', 'No change'])}</span>
          ) : (
            <dl>
              {changes.map((change) => (
                <ChangeLine key={change.path} resource={resource} change={change} />
              ))}
            </dl>
          ),
      },
    ],
    [resource, label],
  );
  return (
    <>
      <p className="ky-edit-all-sum" aria-live="polite">
        {label(sumOf(previews))}
      </p>
      <div className="ky-edit-all-rows">
        <DataTable
          frame="region"
          caption={label(['修改预览', 'Preview'])}
          rows={previews}
          columns={columns}
          keyOf={({ id }) => id}
        />
      </div>
      <p className="ky-note">{label(historyHint)}</p>
    </>
  );
};

/** Renders how many records changed, and those that did not. */
const Result = ({ state }: Pick<ButtonsProps, 'state'>) => {
  const label = useLabel();
  const { previews, result, busy, downloadRefused } = state;
  if (!previews || !result) return null;
  const refused = refusedRecords(previews, result);
  const counts = { done: result.done.length, refused: refused.length };
  return (
    <>
      <p className="ky-edit-all-sum" role="status">
        <Glyph
          name={refused.length === 0 ? 'approved' : 'warning'}
          tone={refused.length === 0 ? 'success' : 'warning'}
        />
        {label(
          refused.length === 0
            ? fill(['已修改 {done} 条', '{done} changed'], counts)
            : fill(
                ['已修改 {done} 条，{refused} 条未修改', '{done} changed, {refused} not changed'],
                counts,
              ),
        )}
      </p>
      {refused.length > 0 && (
        <>
          <FaultList>
            {refused.map(({ id, title: name, message }) => (
              <li key={id}>
                <b>{name}</b> {message}
              </li>
            ))}
          </FaultList>
          <Button icon={<DownloadOutlined />} loading={busy} onClick={() => void downloadRefused()}>
            {label(['下载未修改的记录', 'Download what was not changed'])}
          </Button>
        </>
      )}
      <p className="ky-note">{label(historyHint)}</p>
    </>
  );
};

export default EditAllDialog;
