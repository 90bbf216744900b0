import { useEffect, useMemo, useState } from 'react';
import { useClient } from '../../client/context.tsx';
import { type DraftHead, serverDrafts } from '../../data/serverDrafts.ts';
import { drawingPath } from './calls.ts';

/** Milliseconds without a change after which the draft is stored. */
const settledAfter = 1500;

interface Kept {
  /** The version that the drawing began with. */
  readonly baseId: string;
  readonly xml: string;
}

/**
 * The draft of a drawing on the server: stored while somebody draws, offered when they come back.
 * @param changed the file as it is drawn; undefined while nothing was changed
 */
export const useDrawingDraft = (
  kind: string,
  name: string,
  baseId: string,
  changed: string | undefined,
) => {
  const client = useClient();
  const drafts = useMemo(() => serverDrafts(client), [client]);
  const key = `drawing:${kind}`;
  const [found, setFound] = useState<DraftHead>();
  const [savedAt, setSavedAt] = useState<number>();
  useEffect(() => {
    let isOpen = true;
    drafts
      .list()
      .then((heads) => isOpen && setFound(heads.find((head) => head.key === key)))
      // Without the server's drafts there is nothing to offer; drawing goes on.
      .catch(() => undefined);
    return () => {
      isOpen = false;
    };
  }, [drafts, key]);
  useEffect(() => {
    if (changed === undefined) return;
    const timer = setTimeout(() => {
      const values: Kept = { baseId, xml: changed };
      drafts
        .put({ key, path: drawingPath(kind), title: name, values: { ...values } })
        .then(setSavedAt)
        .catch(() => undefined);
    }, settledAfter);
    return () => clearTimeout(timer);
  }, [drafts, key, kind, name, baseId, changed]);
  return {
    found,
    savedAt,
    /** The content of the draft that was found. */
    take: async (): Promise<Kept> => {
      const kept = (await drafts.values(key)) as Kept;
      setFound(undefined);
      return kept;
    },
    forget: () => {
      setFound(undefined);
      setSavedAt(undefined);
      drafts.remove(key).catch(() => undefined);
    },
  };
};
