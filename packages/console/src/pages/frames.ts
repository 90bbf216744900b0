/** Marks an embedded page that locking the screen must not reload. */
export const keepFrameMark = { 'data-kept': '' } as const;

/**
 * Moves embedded pages out of an element that is about to leave the document: a frame that leaves
 * the document reloads, and input in it is lost. The frames stay in the document, hidden and inert,
 * so that they cannot be seen, found or focused. Browsers without `moveBefore` reload them.
 * @returns function that moves the frames back; frames whose place was removed are deleted
 */
export const moveFramesOut = (from: HTMLElement): (() => void) => {
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
