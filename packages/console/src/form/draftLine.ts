import type { DraftSummary, ServerDrafts } from '../data/serverDrafts.ts';
import type { LocalDraft } from '../storage/drafts.ts';

/** Milliseconds of quiet after a local draft before the server gets it. */
const pause = 4000;

/** Clocks of two machines differ; a copy is newer only by more than this. Milliseconds. */
const skew = 5000;

interface Options {
  readonly key: string;
  /** Id of the signed-in user, or undefined. */
  readonly holder: () => string | undefined;
  readonly server: ServerDrafts;
  /** A newer draft of another machine, until it is answered. */
  readonly onFound: (head: DraftSummary | undefined) => void;
  /** When the server took what is typed, milliseconds since the epoch; null when it has nothing. */
  readonly onSaved: (moment: number | null) => void;
}

/**
 * Exchange of a draft between one page and the server, one call after the other, so that a late call never undoes a
 * later state. Nothing overwrites a newer draft of another machine that was found before the user has answered
 * whether to restore it. If several machines type at the same time, the last one counts, and each has its own copy.
 */
export const createDraftLine = ({ key, holder, server, onFound, onSaved }: Options) => {
  const owner = holder();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: Omit<LocalDraft, 'savedAt'> | undefined;
  let tail: Promise<unknown> = Promise.resolve();
  /** The server has one, or may have: an answer can be lost. */
  let isThere = false;
  /**
   * By the server's clock, the newest draft that came from here or was answered. Later than any
   * while it is not known what the server took: it may be their own text.
   */
  let known = 0;
  let unanswered: DraftSummary | undefined;

  const then = (act: () => Promise<unknown>): void => {
    // Never in the name of another user who signed in meanwhile.
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
    /** Looks for a draft of another machine; one that comes from here is no news. */
    find(since: () => number) {
      then(async () => {
        const head = (await server.list()).find((each) => each.key === key);
        if (!head) return;
        isThere = true;
        if (head.savedAt <= Math.max(known, since() + skew)) return;
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
      timer = setTimeout(flush, pause);
    },
    flush,
    retract: drop,
    forget() {
      answer();
      drop();
    },
  };
};
