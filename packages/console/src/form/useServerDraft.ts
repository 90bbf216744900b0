import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useClient } from '../client/context.tsx';
import { type DraftSummary, serverDrafts } from '../data/serverDrafts.ts';
import type { LocalDraft } from '../storage/drafts.ts';
import { createDraftLine } from './draftLine.ts';

/** Query key of the list of drafts; one response serves all forms while it is fresh. */
const headsKey = ['form-drafts'];

/** The server's copy of a draft. Failures are silent: the copy on this machine remains. */
export interface ServerDraft {
  /** A newer draft from another machine that the user has not answered. */
  readonly found: DraftSummary | undefined;
  /** Time when the server saved the typed values, milliseconds since the epoch. */
  readonly savedAt: number | null;
  /** Fetches the values of the found draft, which replace the values typed here. */
  readonly take: () => Promise<unknown>;
  /** Sends a local draft once typing pauses. */
  readonly push: (draft: Omit<LocalDraft, 'savedAt'>) => void;
  /** Sends pending changes immediately, because the user leaves the page. */
  readonly flush: () => void;
  /** Deletes the server's copy, because every change here was undone. */
  readonly retract: () => void;
  /** Deletes the draft on the server, wherever it was typed. */
  readonly forget: () => void;
}

/** This machine's own draft of the page, one object while the page is mounted. */
interface OwnDraft {
  /**
   * Returns when the draft was saved here or by the server, whichever is later; 0 if there is none.
   */
  since(): number;
  /** Called when the server has saved the draft, with the server time. */
  taken(moment: number): void;
}

export const useServerDraft = (key: string, own: OwnDraft): ServerDraft => {
  const client = useClient();
  const queries = useQueryClient();
  const [found, setFound] = useState<DraftSummary>();
  const [savedAt, setSavedAt] = useState<number | null>(null);

  const line = useMemo(() => {
    const { list, ...server } = serverDrafts(client);
    return createDraftLine({
      key,
      holder: () => client.sessions.get()?.user.userId,
      server: {
        ...server,
        async put(draft) {
          const moment = await server.put(draft);
          own.taken(moment);
          return moment;
        },
        list: () => queries.fetchQuery({ queryKey: headsKey, queryFn: list }),
      },
      onFound: setFound,
      onSaved(moment) {
        queries.removeQueries({ queryKey: headsKey });
        setSavedAt(moment);
      },
    });
  }, [client, queries, key, own]);

  // Also run when the tab becomes visible again.
  useEffect(() => line.find(own.since), [line, own]);

  return { found, savedAt, ...line };
};
