import { StorageFailure } from '@keyan/engine/base/storage.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { isRetryable, Unavailable } from '@keyan/engine/store/connection/failures.ts';
import { firstIdAt } from '@keyan/engine/store/schema/ids.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;

/** Unit of the demo that is written in one transaction: neither readers nor a crash ever see half a chapter. */
export interface Chapter {
  /** Key in the table `demo_chapter`; later versions must not change it. */
  readonly name: string;
  readonly write: () => Promise<void>;
}

/** Name of the first chapter, which creates the accounts. */
export const peopleName = 'people';

/** Reads the names of the chapters that were written or left out. */
export const readWrittenChapters = async (engine: Engine): Promise<ReadonlySet<string>> => {
  const rows = await engine.database.read(tenantId, (session) =>
    session.query<{ name: string }>('select name from demo_chapter where tenant_id = $1', [
      tenantId,
    ]),
  );
  return new Set(rows.map(({ name }) => name));
};

/** Reads the chapters that were left out, with the reasons. */
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

/** Marks chapters as done without writing them; rows of chapters already marked remain unchanged. */
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

/** Milliseconds. */
const messagesReadAfter = 5 * 86_400_000;

/** Marks the messages as read that a chapter sent more than five days before the demo's today. */
const readOldMessages = (engine: Engine, begun: number, now: Date): Promise<void> =>
  engine.database.transaction(tenantId, async (tx) => {
    tx.send({
      sql: `update message set status = '1', read_time = create_time + interval '5 hours'
             where tenant_id = $1 and id >= $2 and create_time < $3`,
      parameters: [tenantId, String(firstIdAt(begun)), new Date(now.getTime() - messagesReadAfter)],
    });
  });

/** Dependencies and date with which chapters are written. */
export interface DemoContext {
  readonly parts: SeedParts;
  /** Time that the demo treats as today. */
  readonly now: Date;
}

/** Returns whether an error comes from the database or the disk instead of the demo's data: then the next start retries. */
const isFromOutside = (error: unknown): boolean =>
  error instanceof Unavailable || error instanceof StorageFailure || isRetryable(error);

/** Prefix of the rows of `demo_chapter` that note single records instead of chapters. */
const recordNote = 'record';

/**
 * Writes later events of a record from an earlier chapter, in a nested transaction. If these fail, for instance because
 * people have changed or deleted the record, the events are left out, the reason is noted, and the chapter goes on.
 */
export const continueRecord = async (
  { engine }: Pick<SeedParts, 'engine'>,
  id: string,
  write: () => Promise<unknown>,
): Promise<void> => {
  try {
    await engine.database.transaction(tenantId, async () => {
      await write();
    });
  } catch (error) {
    if (isFromOutside(error)) throw error;
    await noteChapters(engine, [`${recordNote} ${id}`], String(error));
  }
};

/**
 * Writes a chapter unless it is already written, and marks it as written in the same transaction.
 * @param signal aborts and rolls back the chapter
 * @throws the reason of the signal, and every error of the chapter
 */
export const writeChapter = async (
  { parts, now }: DemoContext,
  { name, write }: Chapter,
  signal: AbortSignal,
): Promise<void> => {
  const { engine, clock } = parts;
  signal.throwIfAborted();
  clock.now = now;
  // Fills the cache first: transactions read cached dictionaries, but never cache dictionaries themselves.
  await engine.dictionaries.of(tenantId);
  const begun = Date.now();
  const chapter = async (): Promise<void> => {
    if ((await readWrittenChapters(engine)).has(name)) return;
    await write();
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
 * Writes the chapters that are not written yet, in order. A chapter that fails, for instance because people have
 * changed its records meanwhile, is left out, and the reason is noted.
 * @param signal aborts, also in the middle of a chapter, which is then rolled back
 * @param onChapterWritten called after each chapter with its name, and the reason if it was left out
 * @throws errors of the database and the disk, and the reason of the signal
 */
export const writeChapters = async (
  context: DemoContext,
  chapters: readonly Chapter[],
  signal: AbortSignal,
  onChapterWritten: (name: string, leftOut: string | null) => Promise<void>,
): Promise<void> => {
  const { engine } = context.parts;
  const written = await readWrittenChapters(engine);
  for (const chapter of chapters.filter(({ name }) => !written.has(name))) {
    try {
      await writeChapter(context, chapter, signal);
      await onChapterWritten(chapter.name, null);
    } catch (error) {
      if (signal.aborted || isFromOutside(error)) throw error;
      const reason = String(error);
      await noteChapters(engine, [chapter.name], reason);
      await onChapterWritten(chapter.name, reason);
    }
  }
};
