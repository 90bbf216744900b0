import { createHash } from 'node:crypto';
import type { Engine } from '@keyan/engine/engine.ts';
import { LruCache } from '@keyan/engine/store/connection/lru-cache.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { FoundGap, FoundGaps, MissingReader } from './looking.server.ts';

/** Milliseconds for which a check is cached, for the pages after the first. */
const cacheMilliseconds = 60_000;

/** Maximum number of readers with a cached check. */
const maxCachedReaders = 50;

interface Look {
  readonly at: number;
  readonly found: FoundGaps;
}

interface Looks {
  readonly kept: LruCache<string, Look>;
  /** Checks in progress, by key. */
  readonly running: Map<string, Promise<FoundGaps>>;
}

/** Caches by database, since tenants of different databases may have equal codes. */
const looks = new WeakMap<Engine['database'], Looks>();

const looksOf = ({ database }: Engine): Looks => {
  const known = looks.get(database) ?? { kept: new LruCache(maxCachedReaders), running: new Map() };
  looks.set(database, known);
  return known;
};

/** Cache key of a check; contains the reader’s rights, so that changed rights cause a new check. */
const keyOf = ({ actor, language }: MissingReader, about: string): string => {
  const { tenantId, id, permissions, departmentScope } = actor;
  const departments = departmentScope === 'all' ? ['all'] : [...departmentScope].toSorted();
  const rights = createHash('sha256')
    .update([...permissions].toSorted().join())
    .update(departments.join())
    .digest('base64url');
  return [tenantId, id, language, about, rights].join(' ');
};

/** True if the records are unchanged since the check and still readable. */
const areUnchanged = async (
  { engine, actor }: MissingReader,
  gaps: readonly FoundGap[],
): Promise<boolean> => {
  const byKind = Map.groupBy(gaps, ({ kind }) => kind);
  const found = await Promise.all(
    [...byKind].map(async ([kind, own]) => {
      const ids = own.map(({ id }) => id);
      const rows = (await engine.as(actor).readAll(kind, ids, ['version'])) as readonly RowLike[];
      const versions = new Map(rows.map(({ id, version }) => [String(id), Number(version)]));
      return own.every(({ id, version }) => versions.get(id) === version);
    }),
  );
  return found.every(Boolean);
};

/**
 * Runs a check, or joins a running check with the same key: a page requests counts and rows at the
 * same time.
 */
export const lookOnce = (
  reader: MissingReader,
  about: string,
  look: () => Promise<FoundGaps>,
): Promise<FoundGaps> => {
  const { kept, running } = looksOf(reader.engine);
  const key = keyOf(reader, about);
  const known = running.get(key);
  if (known) return known;
  const at = reader.engine.clock().getTime();
  const started = look()
    .then((found) => {
      kept.set(key, { at, found });
      return found;
    })
    .finally(() => running.delete(key));
  running.set(key, started);
  return started;
};

/**
 * Page of a check’s results. The first page runs the check; further pages reuse it for a minute, so
 * that pages are consistent. If a record of the page changed or is no longer readable, the check
 * runs again.
 * @param about cache key of the check for this reader
 */
export const pageOfLook = async <Page extends { readonly page: readonly FoundGap[] }>(
  reader: MissingReader,
  about: string,
  isFirst: boolean,
  look: () => Promise<FoundGaps>,
  cut: (found: FoundGaps) => Page,
): Promise<Page> => {
  const known = isFirst ? undefined : looksOf(reader.engine).kept.get(keyOf(reader, about));
  if (known && reader.engine.clock().getTime() - known.at < cacheMilliseconds) {
    const page = cut(known.found);
    if (await areUnchanged(reader, page.page)) return page;
  }
  return cut(await lookOnce(reader, about, look));
};
