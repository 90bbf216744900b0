import { useRuntime } from './runtime.ts';

/** Handlers of a link that load the code of its page when the pointer or the focus reaches it. */
export const useAhead = (path: string | undefined) => {
  const { match } = useRuntime();
  const load = (): void => {
    // What fails now is asked for again, and reported, when the page opens.
    if (path)
      match(path)
        ?.route.prefetch?.()
        .catch(() => undefined);
  };
  return { onPointerEnter: load, onFocus: load };
};
