/** Runs a task when the page has drawn what it has and waits; soon, where the browser cannot tell. */
export const whenIdle = (task: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 3000 });
  else setTimeout(task, 500);
};
