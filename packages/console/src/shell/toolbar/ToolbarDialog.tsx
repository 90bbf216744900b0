import { Suspense } from 'react';
import { closeToolbarDialog, useOpenToolbarDialog } from '../../navigation/toolbarDialog.ts';
import { DialogBoundary } from '../errors/DialogBoundary.tsx';
import { toolbarItems } from './items.ts';

/** Renders the dialog of the chosen toolbar item. */
export const ToolbarDialog = () => {
  const opened = useOpenToolbarDialog();
  const Dialog = toolbarItems.find(({ key }) => key === opened)?.Dialog;
  return (
    <DialogBoundary key={opened}>
      <Suspense>{Dialog && <Dialog onClose={closeToolbarDialog} />}</Suspense>
    </DialogBoundary>
  );
};
