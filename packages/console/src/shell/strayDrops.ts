/**
 * Ignores files dropped outside an upload area, which the browser would open in place of the page.
 * Call it once; returns the undo.
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
