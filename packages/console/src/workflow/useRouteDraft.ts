import { useEffect, useMemo, useState } from 'react';
import { useClient } from '../client/context.tsx';
import { type DraftHead, serverDrafts } from '../data/serverDrafts.ts';

/** Milliseconds without a change after which the draft is stored. */
const settledAfter = 1500;

/** The route that is edited, and the name under which its draft keeps the content. */
interface DraftOf<Part extends string> {
  /** Key among the drafts of the person. */
  readonly key: string;
  /** Page on which the draft is offered. */
  readonly path: string;
  readonly title: string;
  /** The version that the editing began with. */
  readonly baseId: string;
  readonly part: Part;
}

type Kept<Part extends string, Content> = { readonly baseId: string } & Readonly<
  Record<Part, Content>
>;

/**
 * The draft of a route on the server, as steps or as a drawing: stored while somebody edits, offered when they return.
 * @param changed the content as it is edited; undefined while nothing was changed
 */
export const useRouteDraft = <Part extends string, Content>(
  { key, path, title, baseId, part }: DraftOf<Part>,
  changed: Content | undefined,
) => {
  const client = useClient();
  const drafts = useMemo(() => serverDrafts(client), [client]);
  const [found, setFound] = useState<DraftHead>();
  const [savedAt, setSavedAt] = useState<number>();
  useEffect(() => {
    let isOpen = true;
    drafts
      .list()
      .then((heads) => isOpen && setFound(heads.find((head) => head.key === key)))
      // Without the server's drafts there is nothing to offer; editing goes on.
      .catch(() => undefined);
    return () => {
      isOpen = false;
    };
  }, [drafts, key]);
  useEffect(() => {
    if (changed === undefined) return;
    const timer = setTimeout(() => {
      drafts
        .put({ key, path, title, values: { baseId, [part]: changed } })
        .then(setSavedAt)
        .catch(() => undefined);
    }, settledAfter);
    return () => clearTimeout(timer);
  }, [drafts, key, path, title, baseId, part, changed]);
  return {
    found,
    savedAt,
    /** The content of the draft that was found. */
    take: async (): Promise<Kept<Part, Content>> => {
      const kept = (await drafts.values(key)) as Kept<Part, Content>;
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
