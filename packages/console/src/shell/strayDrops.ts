/**
 * A file that is let go beside the place that takes it would be opened by the browser, in place of
 * the whole page. Call it once; returns the undo.
 */
export const refuseStrayDrops = (): (() => void) => {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  addEventListener('dragover', refuse);
  addEventListener('drop', refuse);
  return () => {
    removeEventListener('dragover', refuse);
    removeEventListener('drop', refuse);
  };
};
