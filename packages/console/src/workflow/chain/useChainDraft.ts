import type { Chain } from '@keyan/kernel/workflow/chain/chain.ts';
import { useEffect, useMemo, useState } from 'react';
import { useClient } from '../../client/context.tsx';
import { type DraftHead, serverDrafts } from '../../data/serverDrafts.ts';
import { chainPath } from './calls.ts';

/** Milliseconds without a change after which the draft is stored. */
const settledAfter = 1500;

interface Kept {
  /** The version that the editing began with. */
  readonly baseId: string;
  readonly chain: Chain;
}

/**
 * The draft of a route on the server: stored while somebody edits, offered when they come back.
 * @param changed the chain as it is edited; undefined while nothing was changed
 */
export const useChainDraft = (
  kind: string,
  name: string,
  baseId: string,
  changed: Chain | undefined,
) => {
  const client = useClient();
  const drafts = useMemo(() => serverDrafts(client), [client]);
  const key = `route:${kind}`;
  const [found, setFound] = useState<DraftHead>();
  const [savedAt, setSavedAt] = useState<number>();
  useEffect(() => {
    let isOpen = true;
    // Without the server's drafts there is nothing to offer; editing goes on.
    drafts
      .list()
      .then((heads) => isOpen && setFound(heads.find((head) => head.key === key)))
      .catch(() => undefined);
    return () => {
      isOpen = false;
    };
  }, [drafts, key]);
  useEffect(() => {
    if (!changed) return;
    const timer = setTimeout(() => {
      const values: Kept = { baseId, chain: changed };
      drafts
        .put({ key, path: chainPath(kind), title: name, values: { ...values } })
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
