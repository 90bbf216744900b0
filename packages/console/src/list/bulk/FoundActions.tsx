import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useLabel } from '../../i18n/language.ts';
import { actionLabel, recordActionOf } from '../../records/actions.ts';
import type { FoundRecords } from '../../records/useEditAll.ts';
import { useRecordFeedback } from '../../records/useRecordFeedback.tsx';
import type { ResourceListController } from '../useResourceList.ts';

const ExportDialog = lazy(() => import('../ExportDialog.tsx'));
const EditAllDialog = lazy(() => import('../../records/EditAllDialog.tsx'));
const FoundDialog = lazy(() => import('./FoundDialog.tsx'));

/** Actions that change records. An archive of files is asked for by ids. */
const changesRecords = ({ resource }: ResourceListController, name: string): boolean =>
  ['submit', 'remove'].includes(name) || resource.actions?.[name] !== undefined;

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

/**
 * Buttons that act on everything that the conditions of a list find. An action shows first which of these records it
 * applies to: no condition says so, and a call on all of them would be refused for one (decision 0650).
 */
const FoundActions = ({ list, found }: FoundActionsProps) => {
  const label = useLabel();
  const [open, setOpen] = useState<string>();
  const { resource, view, bulkActions, selection } = list;
  const feedback = useRecordFeedback(resource, view, selection.clear);
  return (
    <>
      {bulkActions.edit && (
        <Button onClick={() => setOpen('edit')}>{label(['批量修改', 'Edit selected'])}</Button>
      )}
      {Object.keys(bulkActions)
        .filter((name) => changesRecords(list, name))
        .map((name) => (
          <Button
            key={name}
            danger={recordActionOf(resource, name).danger ?? false}
            onClick={() => setOpen(name)}
          >
            {label(actionLabel(resource, name))}
          </Button>
        ))}
      {list.may('export') && (
        <Button onClick={() => setOpen('export')}>{label(['导出', 'Export'])}</Button>
      )}
      <OpenDialog
        list={list}
        found={found}
        open={open}
        onClose={() => setOpen(undefined)}
        onEdited={(ids) => feedback.finish(['修改成功', 'Changed'], ids)}
      />
    </>
  );
};

export default FoundActions;
