import { Suspense } from 'react';
import { Guarded } from '../Guarded.tsx';
import { closeTool, useOpenedTool } from './opened.ts';
import { tools } from './tools.ts';

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
