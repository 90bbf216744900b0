import { useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from '../client/context.tsx';
import { toast } from '../components/toast.ts';
import { type DraftSummary, serverDrafts } from '../data/serverDrafts.ts';
import { useLabel } from '../i18n/language.ts';

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
  const label = useLabel();
  const drafts = useMemo(() => serverDrafts(client), [client]);
  const [found, setFound] = useState<DraftSummary>();
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
  /** Stores what is not stored yet; undefined when there is nothing. */
  const store = useRef<() => void>(undefined);
  useEffect(() => {
    store.current = undefined;
    if (changed === undefined) return;
    const put = () => {
      store.current = undefined;
      drafts
        .put({ key, path, title, values: { baseId, [part]: changed } })
        .then(setSavedAt)
        .catch(() => undefined);
    };
    store.current = put;
    const timer = setTimeout(put, settledAfter);
    return () => clearTimeout(timer);
  }, [drafts, key, path, title, baseId, part, changed]);
  // A page that is closed within the wait stores its last change.
  useEffect(() => () => store.current?.(), []);
  return {
    found,
    savedAt,
    /** Reads the draft that was found and hands its content over; an older version is said to be one. */
    resume: async (taken: (content: Content) => unknown): Promise<void> => {
      try {
        const kept = (await drafts.values(key)) as Kept<Part, Content>;
        setFound(undefined);
        await taken(kept[part]);
        if (kept.baseId !== baseId) {
          toast.warning(
            label([
              '草稿基于较早的版本，部署前请核对变化',
              'The draft is based on an older version; check the changes before deploying',
            ]),
          );
        }
      } catch (fault) {
        toast.fault(fault);
      }
    },
    forget: () => {
      store.current = undefined;
      setFound(undefined);
      setSavedAt(undefined);
      drafts.remove(key).catch(() => undefined);
    },
  };
};
