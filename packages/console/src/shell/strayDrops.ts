/**
 * Ignores files dropped outside an upload area, which the browser would open instead of the page.
 * Called once; returns a function that undoes it.
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
