import { Suspense } from 'react';
import { closeTool, useOpenedTool } from '../../navigation/toolbarDialog.ts';
import { Guarded } from '../errors/Guarded.tsx';
import { tools } from './items.ts';

/** The dialog of the tool that was chosen, if it has one. */
export const ToolDialog = () => {
  const opened = useOpenedTool();
  const Dialog = tools.find(({ key }) => key === opened)?.Dialog;
  return (
    <Guarded key={opened}>
      <Suspense>{Dialog && <Dialog onClose={closeTool} />}</Suspense>
    </Guarded>
  );
};
