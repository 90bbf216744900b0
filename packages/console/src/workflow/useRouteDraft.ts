import { useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from '../client/context.tsx';
import { toast } from '../components/toast.ts';
import { type DraftSummary, serverDrafts } from '../data/serverDrafts.ts';
import { useLabel } from '../i18n/language.ts';

/** Milliseconds without a change before the draft is stored. */
const saveDelay = 1500;

/** The edited route, and the property of the draft that has its content. */
interface DraftOf<Part extends string> {
  /** Key of the draft among those of the user. */
  readonly key: string;
  /** Address of the page that offers the draft. */
  readonly path: string;
  readonly title: string;
  /** Id of the version that the editing started from. */
  readonly baseId: string;
  readonly part: Part;
}

type StoredRouteDraft<Part extends string, Content> = { readonly baseId: string } & Readonly<
  Record<Part, Content>
>;

/**
 * Returns the server's draft of a route, as steps or as a diagram: stored while editing, offered on
 * the next visit.
 * @param changed edited content; undefined if nothing was changed
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
      // If the server's drafts cannot be fetched, nothing is offered; editing continues.
      .catch(() => undefined);
    return () => {
      isOpen = false;
    };
  }, [drafts, key]);
  /** Stores pending changes; undefined if there are none. */
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
    const timer = setTimeout(put, saveDelay);
    return () => clearTimeout(timer);
  }, [drafts, key, path, title, baseId, part, changed]);
  // A page that is closed before the delay has passed stores its last change.
  useEffect(() => () => store.current?.(), []);
  return {
    found,
    savedAt,
    /** Fetches the found draft and passes on its content; warns if it is of an older version. */
    resume: async (taken: (content: Content) => unknown): Promise<void> => {
      try {
        const kept = (await drafts.values(key)) as StoredRouteDraft<Part, Content>;
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
