import { useRuntime } from './runtime.ts';

/**
 * Returns link handlers that load the code of a page when the pointer or the focus reaches its
 * link.
 */
export const usePreload = (path: string | undefined) => {
  const { match } = useRuntime();
  const load = (): void => {
    // A chunk that fails here is requested again when the page opens; the failure is reported then.
    if (path)
      match(path)
        ?.route.prefetch?.()
        .catch(() => undefined);
  };
  return { onPointerEnter: load, onFocus: load };
};
