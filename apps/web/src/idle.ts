/** Runs a task when the browser is idle, or after 500 ms if the browser does not support that. */
export const whenIdle = (task: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 3000 });
  else setTimeout(task, 500);
};
