import { fill, inSentence, type Label } from '@keyan/kernel/label.ts';
import type { PerformedRows } from '@keyan/kernel/wire/records.ts';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useClient } from '../../client/context.tsx';
import { ApiFault } from '../../client/fault.ts';
import { toast } from '../../components/toast.ts';
import { useLabel } from '../../i18n/language.ts';
import { actionLabel, recordActionOf } from '../../records/actions.ts';
import type { FoundRecords } from '../../records/useEditAll.ts';
import { useRecordFeedback } from '../../records/useRecordFeedback.tsx';
import type { ResourceListController } from '../useResourceList.ts';

const ExportDialog = lazy(() => import('../ExportDialog.tsx'));
const EditAllDialog = lazy(() => import('../../records/EditAllDialog.tsx'));
const FoundDialog = lazy(() => import('./FoundDialog.tsx'));

const sure: Label = [
  '将对筛选出的全部 {count} 条记录执行：{action}',
  'This applies to all {count} records that the filter finds: {action}',
];
const amountDone: Label = [
  '成功 {done} 条，失败 {refused} 条',
  '{done} succeeded, {refused} failed',
];

/** Actions that need nothing but the records: without a form, for all of them at once. */
const isPlain = ({ resource }: ResourceListController, name: string): boolean =>
  name === 'remove' || (resource.actions?.[name] !== undefined && !resource.actions[name].form);

/** Actions that ask for something, or judge each record anew: their records are looked at first. */
const isLookedAt = ({ resource }: ResourceListController, name: string): boolean =>
  name === 'submit' || resource.actions?.[name]?.form !== undefined;

interface FoundActionsProps extends FoundRecords {
  readonly list: ResourceListController;
}

interface OpenDialogProps extends FoundActionsProps {
  /** Name of an action, `edit` or `export`. */
  readonly open: string | undefined;
  readonly onClose: () => void;
  readonly onEdited: (ids: readonly string[]) => void;
}

/** The dialog of an action on everything that was found. */
const OpenDialog = ({ list, found, open, onClose, onEdited }: OpenDialogProps) => {
  if (!open) return null;
  return (
    <Suspense>
      {open === 'export' ? (
        <ExportDialog list={list} onClose={onClose} />
      ) : open === 'edit' ? (
        <EditAllDialog
          resource={list.resource}
          records={{ found }}
          onClose={onClose}
          onDone={onEdited}
        />
      ) : (
        <FoundDialog
          list={list}
          found={found}
          name={open}
          onClose={onClose}
          onGo={(rows) => {
            onClose();
            list.bulkActions[open]?.(rows);
          }}
        />
      )}
    </Suspense>
  );
};

/** Buttons that act on everything that the conditions of a list find; the server finds it again. */
const FoundActions = ({ list, found }: FoundActionsProps) => {
  const client = useClient();
  const label = useLabel();
  const [open, setOpen] = useState<string>();
  const close = () => setOpen(undefined);
  const { resource, view, bulkActions, selection } = list;
  const feedback = useRecordFeedback(resource, view, selection.clear);
  const send = async (name: string) => {
    const call = resource.actions?.[name]?.call ?? name;
    try {
      const answer = await client.post<PerformedRows | true>(
        `/${resource.path}/${call}`,
        { found },
        { quiet: true },
      );
      const amounts =
        answer === true
          ? { done: found.count, refused: 0 }
          : { done: answer.done.length, refused: answer.refused.length };
      feedback.finish(fill(amountDone, amounts), []);
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      toast.fault(fault);
    }
  };
  const ask = (name: string, text: Label, danger: boolean) => {
    const [zh, en] = [text, inSentence(text)] as const;
    feedback.confirm({
      title: [
        fill(sure, { count: found.count, action: zh[0] })[0],
        fill(sure, { count: found.count, action: en })[1],
      ],
      go: text,
      danger,
      run: () => void send(name),
    });
  };
  const offered = Object.keys(bulkActions).filter(
    (name) => name !== 'edit' && (isPlain(list, name) || isLookedAt(list, name)),
  );
  return (
    <>
      {bulkActions.edit && (
        <Button onClick={() => setOpen('edit')}>{label(['批量修改', 'Edit selected'])}</Button>
      )}
      {offered.map((name) => {
        const text = actionLabel(resource, name);
        const danger = recordActionOf(resource, name).danger ?? false;
        return (
          <Button
            key={name}
            danger={danger}
            onClick={() => (isLookedAt(list, name) ? setOpen(name) : ask(name, text, danger))}
          >
            {label(text)}
          </Button>
        );
      })}
      {list.may('export') && (
        <Button onClick={() => setOpen('export')}>{label(['导出', 'Export'])}</Button>
      )}
      <OpenDialog
        list={list}
        found={found}
        open={open}
        onClose={close}
        onEdited={(ids) => feedback.finish(['修改成功', 'Changed'], ids)}
      />
    </>
  );
};

export default FoundActions;
