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

/**
 * Returns true if the action changes records; a download of attachments does not, and needs ids.
 */
const changesRecords = ({ resource }: ResourceListController, name: string): boolean =>
  ['submit', 'remove'].includes(name) || resource.actions?.[name] !== undefined;

interface FoundActionsProps extends FoundRecords {
  readonly list: ResourceListController;
}

interface OpenDialogProps extends FoundActionsProps {
  /** Name of the action whose dialog is open, `edit` or `export`. */
  readonly open: string | undefined;
  readonly onClose: () => void;
  readonly onEdited: (ids: readonly string[]) => void;
}

/** Renders the dialog of an action on all found records. */
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
 * Renders buttons that act on all records that match the conditions of a list. An action first
 * shows to which records it applies, because no condition states it, and a call on all of them
 * would be refused because of one (decision 0650).
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
