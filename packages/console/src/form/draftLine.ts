import type { DraftSummary, ServerDrafts } from '../data/serverDrafts.ts';
import type { LocalDraft } from '../storage/drafts.ts';

/** Milliseconds after a local draft before it is sent to the server. */
const serverSaveDelay = 4000;

/**
 * Difference in milliseconds above which a draft counts as newer, because the clocks of two
 * machines differ.
 */
const clockTolerance = 5000;

interface Options {
  readonly key: string;
  /** Returns the id of the signed-in user; undefined if nobody is signed in. */
  readonly holder: () => string | undefined;
  readonly server: ServerDrafts;
  /**
   * Called with a newer draft from another machine, and with undefined once the user has answered.
   */
  readonly onFound: (head: DraftSummary | undefined) => void;
  /**
   * Called with the server time of the last saved draft, milliseconds since the epoch; null if the
   * server has none.
   */
  readonly onSaved: (moment: number | null) => void;
}

/**
 * Synchronises a draft between one page and the server, one call after the other, so that a late
 * call never undoes a later state. A newer draft of another machine is not overwritten before the
 * user has answered whether to restore it. If several machines type at the same time, the last one
 * wins on the server, and each machine has a local copy.
 */
export const createDraftLine = ({ key, holder, server, onFound, onSaved }: Options) => {
  const owner = holder();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: Omit<LocalDraft, 'savedAt'> | undefined;
  let tail: Promise<unknown> = Promise.resolve();
  /** True if the server has a draft, or may have one because a response was lost. */
  let isThere = false;
  /**
   * Server time of the newest draft that was sent from here or answered. Infinite while the result
   * of a request is unknown, because a found draft may be this machine's own.
   */
  let known = 0;
  let unanswered: DraftSummary | undefined;

  const then = (act: () => Promise<unknown>): void => {
    // Skip the request if another user has signed in meanwhile.
    tail = tail.then(() => (holder() === owner ? act() : undefined)).catch(() => undefined);
  };
  const answer = () => {
    known = unanswered?.savedAt ?? known;
    unanswered = undefined;
    onFound(undefined);
  };
  const send = async () => {
    const draft = waiting;
    if (!draft || unanswered) return;
    waiting = undefined;
    known = Number.POSITIVE_INFINITY;
    isThere = true;
    known = await server.put(draft);
    onSaved(Date.now());
  };
  const drop = () => {
    clearTimeout(timer);
    waiting = undefined;
    then(async () => {
      if (!isThere || unanswered) return;
      await server.remove(key);
      isThere = false;
      onSaved(null);
    });
  };
  const flush = () => {
    clearTimeout(timer);
    then(send);
  };

  return {
    /** Looks for a draft of another machine; a draft sent from this page is ignored. */
    find(since: () => number) {
      then(async () => {
        const head = (await server.list()).find((each) => each.key === key);
        if (!head) return;
        isThere = true;
        if (head.savedAt <= Math.max(known, since() + clockTolerance)) return;
        unanswered = head;
        onFound(head);
      });
    },
    async take() {
      const values = await server.values(key);
      waiting = undefined;
      answer();
      return values;
    },
    push(draft: Omit<LocalDraft, 'savedAt'>) {
      waiting = draft;
      clearTimeout(timer);
      timer = setTimeout(flush, serverSaveDelay);
    },
    flush,
    retract: drop,
    forget() {
      answer();
      drop();
    },
  };
};
