/** Marks an embedded page that a lock must not load anew. */
export const keptFrame = { 'data-kept': '' } as const;

/**
 * Takes embedded pages aside: a frame that leaves the document loads anew when it comes back, and
 * whatever somebody did in it is lost. They stay in it, not displayed and inert, so that nothing of
 * them can be seen, found or focused. Browsers that cannot move a frame alive load it anew.
 * @returns puts them back where they were; what has no place any more goes
 */
export const takeAside = (from: HTMLElement): (() => void) => {
  const frames = [...from.querySelectorAll<HTMLIFrameElement>('iframe[data-kept]')];
  if (frames.length === 0 || !('moveBefore' in from)) return () => undefined;
  const aside = document.createElement('div');
  aside.hidden = true;
  aside.inert = true;
  document.body.append(aside);
  const places = frames.map((frame) => {
    const place = document.createComment('');
    frame.before(place);
    aside.moveBefore(frame, null);
    return { frame, place };
  });
  return () => {
    for (const { frame, place } of places) {
      if (place.isConnected) place.parentElement?.moveBefore(frame, place);
      place.remove();
    }
    aside.remove();
  };
};
