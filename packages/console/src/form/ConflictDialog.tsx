import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal, Radio } from 'antd';
import { useMemo, useState } from 'react';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { useClient, useUser } from '../client/context.tsx';
import { queryKeysOf, resourceCalls, type WireRow } from '../data/calls.ts';
import { cellByType } from '../fields/values.tsx';
import { useLabel } from '../i18n/language.ts';
import type { DataColumn } from '../table/column.ts';
import { DataTable } from '../table/DataTable.tsx';
import { type FieldDispute, mergeConflict, mergedRow } from './conflict.ts';
import './dialogs.css';
import { normalisedRow } from '../form-store/row.ts';
import type { FormStore } from '../form-store/store.ts';

interface ConflictDialogProps {
  readonly form: FormStore;
  /** The row as stored now. */
  readonly current: WireRow;
  /** Text of the button that continues with the choice. */
  readonly go?: Label;
  readonly onCancel: () => void;
  /** Continues with the merged row. */
  readonly onMerged: () => void;
}

const mergeAndSaveText: Label = ['按所选合并并保存', 'Merge as chosen and save'];

/**
 * Returns the merge of the form with the stored row: for each disputed field the version to use.
 */
const useMerge = (form: FormStore, current: WireRow) => {
  const { resource } = form;
  const { taken, disputes } = useMemo(
    () => mergeConflict(resource, form.stored(), form.state().values, current),
    [resource, form, current],
  );
  const [keep, setKeep] = useState<ReadonlySet<string>>(
    () => new Set(disputes.map(({ name }) => name)),
  );
  return {
    taken,
    disputes,
    isMine: (name: string) => keep.has(name),
    choose(name: string, mine: boolean) {
      const next = new Set(keep);
      if (mine) next.add(name);
      else next.delete(name);
      setKeep(next);
    },
    apply() {
      const values = mergedRow(resource, form.stored(), form.state().values, current, keep);
      form.rebase(current);
      form.fill(values);
    },
  };
};

type Merging = ReturnType<typeof useMerge>;

/** Renders both versions of every disputed field, to choose from. */
const DisputeTable = ({
  form,
  current,
  merge,
}: Pick<ConflictDialogProps, 'form' | 'current'> & { readonly merge: Merging }) => {
  const label = useLabel();
  const { resource } = form;
  const theirs = useMemo(() => normalisedRow(resource.fields, current), [resource, current]);
  const show = (name: string, row: RowLike) => {
    const spec = resource.fields[name]?.spec;
    if (!spec) return null;
    const Show = cellByType[spec.type];
    return <Show name={name} spec={spec} value={row[name]} row={row} />;
  };
  const version = (
    key: string,
    head: Label,
    mine: boolean,
    row: RowLike,
  ): DataColumn<FieldDispute> => ({
    key,
    head,
    cell: ({ name }) => (
      <Radio checked={merge.isMine(name) === mine} onChange={() => merge.choose(name, mine)}>
        {show(name, row)}
      </Radio>
    ),
  });
  return (
    <DataTable
      frame="plain"
      className="ky-conflict"
      rows={merge.disputes}
      columns={[
        {
          key: 'field',
          head: ['字段', 'Field'],
          isRowHead: true,
          cell: ({ name }) => label(resource.fields[name]?.spec.label ?? name),
        },
        version('mine', ['本页填写的', 'On this page'], true, form.state().values),
        version('theirs', ['已保存的', 'Saved meanwhile'], false, theirs),
      ]}
      keyOf={({ name }) => name}
    />
  );
};

/** Renders the changes that another user saved meanwhile, and a choice for each disputed field. */
export const ConflictDialog = (props: ConflictDialogProps) => {
  const { form, current, go = mergeAndSaveText, onCancel, onMerged } = props;
  const label = useLabel();
  useFocusReturn();
  const { resource } = form;
  const merge = useMerge(form, current);
  const client = useClient();
  const { data: entries } = useQuery({
    queryKey: [...queryKeysOf(resource).history(current.id), current.version],
    queryFn: () => resourceCalls(client, resource).history(current.id),
  });
  const { userId } = useUser();
  const [last] = entries ?? [];
  const who = last?.actorName ?? current.updateUserName ?? '';
  const mine = last?.actorId === userId;
  return (
    <Modal
      open
      width={720}
      title={label(
        mine
          ? ['您在另一个窗口改过这条记录', 'You changed this record in another window']
          : ['这条记录已被他人修改', 'Somebody else changed this record'],
      )}
      onCancel={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>{label(['返回修改', 'Back to the form'])}</Button>
          <Button
            type="primary"
            onClick={() => {
              merge.apply();
              onMerged();
            }}
          >
            {label(go)}
          </Button>
        </>
      }
    >
      <p className="ky-dialog-lead">
        {label([
          `${mine ? '您' : who || '他人'} 在 ${current.updateTime ?? ''} 保存过。您改过的内容都还在，请逐项选择保留哪一个。`,
          `${mine ? 'You' : who || 'Somebody'} saved at ${current.updateTime ?? ''}. Everything you typed is still here; choose for each field.`,
        ])}
      </p>
      {merge.disputes.length > 0 && <DisputeTable form={form} current={current} merge={merge} />}
      {merge.taken.length > 0 && (
        <p className="ky-note">
          {label([
            '您没有改过、将采用已保存的：',
            'Not changed here, the saved value will be used: ',
          ])}
          {merge.taken.map((name) => label(resource.fields[name]?.spec.label ?? name)).join('、')}
        </p>
      )}
    </Modal>
  );
};
