/** Runs a task when the browser is idle; after 500 ms where the browser does not report that. */
export const whenIdle = (task: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 3000 });
  else setTimeout(task, 500);
};
