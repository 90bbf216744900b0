import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useClient } from '../client/context.tsx';
import { type DraftSummary, serverDrafts } from '../data/serverDrafts.ts';
import type { LocalDraft } from '../storage/drafts.ts';
import { createDraftLine } from './draftLine.ts';

/** One answer serves all forms that are opened or come back into sight while it is fresh. */
const headsKey = ['form-drafts'];

/** The server's copy of a draft. Whatever fails here is silent: the copy on this machine stands. */
export interface ServerDraft {
  /** A newer draft of another machine that waits for an answer. */
  readonly found: DraftSummary | undefined;
  /** When the server took what is typed, milliseconds since the epoch. */
  readonly savedAt: number | null;
  /** Takes the content of the found draft; it replaces the values typed here. */
  readonly take: () => Promise<unknown>;
  /** Takes over a local draft once typing rests. */
  readonly push: (draft: Omit<LocalDraft, 'savedAt'>) => void;
  /** Sends at once what still waits: the page is being left. */
  readonly flush: () => void;
  /** All that was typed here was taken back: nothing of it is left there either. */
  readonly retract: () => void;
  /** There is nothing to go on with any more, wherever it was typed. */
  readonly forget: () => void;
}

/** This machine's own draft of the page, one value for as long as the page stands. */
interface OwnDraft {
  /** When it was written or the server took it, whichever is later; 0 where there is none. */
  since(): number;
  /** The server took it, at that moment by its own clock. */
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

  // Also run when the tab comes back into sight.
  useEffect(() => line.find(own.since), [line, own]);

  return { found, savedAt, ...line };
};
