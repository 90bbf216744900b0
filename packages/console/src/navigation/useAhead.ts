import { useRuntime } from './runtime.ts';

/** Handlers of a link that load the code of its page when the pointer or the focus reaches it. */
export const usePreload = (path: string | undefined) => {
  const { match } = useRuntime();
  const load = (): void => {
    // A chunk that fails now is requested again, and its failure reported, when the page opens.
    if (path)
      match(path)
        ?.route.prefetch?.()
        .catch(() => undefined);
  };
  return { onPointerEnter: load, onFocus: load };
};
