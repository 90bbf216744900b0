import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useClient } from '../client/context.tsx';
import type { Draft } from '../storage/drafts.ts';
import { type DraftHead, serverDrafts } from '../storage/serverDrafts.ts';

/** Milliseconds of quiet after a local draft before the server gets it. */
const pause = 4000;

/** One answer serves all forms that are opened or come back into sight while it is fresh. */
const headsKey = ['form-drafts'];

/** The server's copy of a draft. Whatever fails here is silent: the copy on this machine stands. */
export interface ServerDraft {
  /** A draft of another machine, once the server has told of one. */
  readonly found: DraftHead | undefined;
  /** When the server took what is typed, milliseconds since the epoch. */
  readonly savedAt: number | null;
  /** What the found draft holds. */
  readonly values: () => Promise<unknown>;
  /** Takes over a local draft once typing rests. */
  readonly push: (draft: Omit<Draft, 'savedAt'>) => void;
  /** Sends at once what still waits: the page is being left. */
  readonly flush: () => void;
  /** There is nothing to go on with any more. */
  readonly forget: () => void;
}

export const useServerDraft = (key: string): ServerDraft => {
  const client = useClient();
  const queries = useQueryClient();
  const [found, setFound] = useState<DraftHead>();
  const [savedAt, setSavedAt] = useState<number | null>(null);

  const line = useMemo(() => {
    const server = serverDrafts(client);
    const holder = () => client.sessions.get()?.user.userId;
    const owner = holder();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waiting: Omit<Draft, 'savedAt'> | undefined;
    // One call after the other, so that a late draft never comes back after it was forgotten.
    let tail: Promise<unknown> = Promise.resolve();
    let isThere = false;
    let isOurs = false;
    const then = (act: () => Promise<unknown>): void => {
      // Never in the name of somebody who signed in meanwhile.
      tail = tail.then(() => (holder() === owner ? act() : undefined)).catch(() => undefined);
    };
    const flush = () => {
      clearTimeout(timer);
      const draft = waiting;
      waiting = undefined;
      if (!draft) return;
      isOurs = true;
      then(async () => {
        await server.put(draft);
        queries.removeQueries({ queryKey: headsKey });
        isThere = true;
        setSavedAt(Date.now());
      });
    };
    return {
      server,
      flush,
      known: () => {
        isThere = true;
      },
      /** What the server has comes from here: nothing of another machine is left to be offered. */
      isOurs: () => isOurs,
      push(draft: Omit<Draft, 'savedAt'>) {
        waiting = draft;
        clearTimeout(timer);
        timer = setTimeout(flush, pause);
      },
      forget() {
        clearTimeout(timer);
        waiting = undefined;
        then(async () => {
          if (isThere) await server.remove(key);
          queries.removeQueries({ queryKey: headsKey });
          isThere = false;
          setSavedAt(null);
        });
      },
    };
  }, [client, queries, key]);

  useEffect(() => {
    // Also run when the tab comes back into sight.
    if (line.isOurs()) return;
    let gone = false;
    queries
      .fetchQuery({ queryKey: headsKey, queryFn: line.server.list })
      .then((heads) => {
        const head = heads.find((each) => each.key === key);
        if (!head || gone) return;
        line.known();
        setFound(head);
      })
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [line, key, queries]);

  return {
    found,
    savedAt,
    values: () => line.server.values(key),
    push: line.push,
    flush: line.flush,
    forget: line.forget,
  };
};
