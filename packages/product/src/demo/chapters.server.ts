import { StorageFailure } from '@keyan/engine/base/storage.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { isRetryable, Unavailable } from '@keyan/engine/store/connection/failures.ts';
import { firstIdAt } from '@keyan/engine/store/schema/ids.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;

/** A piece of the demo. It is told in one transaction: nobody sees, and no crash leaves, a part of it. */
export interface Chapter {
  /** Names it among the chapters that were told, in all later versions too. */
  readonly name: string;
  readonly tell: () => Promise<void>;
}

/** Name of the chapter that comes before everything else: with it people can sign in. */
export const peopleName = 'people';

/** Names of the chapters that were told or left out. */
export const chaptersTold = async (engine: Engine): Promise<ReadonlySet<string>> => {
  const rows = await engine.database.read(tenantId, (session) =>
    session.query<{ name: string }>('select name from demo_chapter where tenant_id = $1', [
      tenantId,
    ]),
  );
  return new Set(rows.map(({ name }) => name));
};

/** Chapters that were left out, with their reasons. */
export const chaptersLeftOut = (
  engine: Engine,
): Promise<readonly { readonly name: string; readonly reason: string }[]> =>
  engine.database.read(tenantId, (session) =>
    session.query(
      `select name, left_out as reason from demo_chapter
        where tenant_id = $1 and left_out is not null order by name`,
      [tenantId],
    ),
  );

/** Notes that these need not be told; those that were told stay as they are. */
export const noteChapters = (
  engine: Engine,
  names: readonly string[],
  reason: string | null = null,
): Promise<void> =>
  engine.database.transaction(tenantId, async (tx) => {
    await tx.query(
      `insert into demo_chapter (tenant_id, name, left_out) select $1, unnest($2::text[]), $3
       on conflict do nothing`,
      [tenantId, names, reason],
    );
  });

const messagesReadAfter = 5 * 86_400_000;

/** Marks the messages of a chapter as read that people have surely read by now. */
const readOldMessages = (engine: Engine, begun: number, now: Date): Promise<void> =>
  engine.database.transaction(tenantId, async (tx) => {
    tx.send({
      sql: `update message set status = '1', read_time = create_time + interval '5 hours'
             where tenant_id = $1 and id >= $2 and create_time < $3`,
      parameters: [tenantId, String(firstIdAt(begun)), new Date(now.getTime() - messagesReadAfter)],
    });
  });

/** Circumstances of a telling. */
export interface Telling {
  readonly parts: SeedParts;
  /** The moment that counts as today. */
  readonly now: Date;
}

/** The program's environment is at fault, not the story: the next start goes on with it. */
const isFromOutside = (error: unknown): boolean =>
  error instanceof Unavailable || error instanceof StorageFailure || isRetryable(error);

/** First word of the notes on single records; those are no chapters. */
const recordNote = 'record';

/**
 * Tells what happened to a record of an earlier chapter. People may have changed or removed it meanwhile: then this is
 * left out with its reason, and the chapter goes on.
 */
export const tellOfRecord = async (
  { engine }: Pick<SeedParts, 'engine'>,
  id: string,
  tell: () => Promise<unknown>,
): Promise<void> => {
  try {
    await engine.database.transaction(tenantId, async () => {
      await tell();
    });
  } catch (error) {
    if (isFromOutside(error)) throw error;
    await noteChapters(engine, [`${recordNote} ${id}`], String(error));
  }
};

/**
 * Tells a chapter unless it was told, and notes it in the same transaction.
 * @param signal breaks it off, and nothing of it is there
 * @throws the reason of the signal, and whatever keeps the chapter from being told
 */
export const tellChapter = async (
  { parts, now }: Telling,
  { name, tell }: Chapter,
  signal: AbortSignal,
): Promise<void> => {
  const { engine, clock } = parts;
  signal.throwIfAborted();
  clock.now = now;
  // Transactions use the dictionaries that are kept, and keep none that they read themselves.
  await engine.dictionaries.of(tenantId);
  const begun = Date.now();
  const chapter = async (): Promise<void> => {
    if ((await chaptersTold(engine)).has(name)) return;
    await tell();
    await readOldMessages(engine, begun, now);
    await engine.database.transaction(tenantId, async (tx) =>
      tx.send({
        sql: 'insert into demo_chapter (tenant_id, name) values ($1, $2)',
        parameters: [tenantId, name],
      }),
    );
  };
  const brokenOff = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  brokenOff.catch(() => undefined);
  await engine.database.enclosing(tenantId, () => Promise.race([chapter(), brokenOff]));
  clock.now = now;
};

/**
 * Tells the chapters that are still to be told, in their order. People may be at work meanwhile: a chapter that does
 * not fit what they did is left out with its reason.
 * @param signal breaks the telling off, in the middle of a chapter too
 * @param onTold hears of each chapter that is over, with the reason of one that is left out
 * @throws what the environment refuses, and the reason of the signal
 */
export const tellChapters = async (
  telling: Telling,
  chapters: readonly Chapter[],
  signal: AbortSignal,
  onTold: (name: string, leftOut: string | null) => Promise<void>,
): Promise<void> => {
  const { engine } = telling.parts;
  const told = await chaptersTold(engine);
  for (const chapter of chapters.filter(({ name }) => !told.has(name))) {
    try {
      await tellChapter(telling, chapter, signal);
      await onTold(chapter.name, null);
    } catch (error) {
      if (signal.aborted || isFromOutside(error)) throw error;
      const reason = String(error);
      await noteChapters(engine, [chapter.name], reason);
      await onTold(chapter.name, reason);
    }
  }
};
