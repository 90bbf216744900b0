import { createHash } from 'node:crypto';
import type { Engine } from '@keyan/engine/engine.ts';
import { LruCache } from '@keyan/engine/store/connection/lru-cache.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { FoundGap, FoundGaps, MissingReader } from './looking.server.ts';

/** Milliseconds for which the pages after the first one are those of one look. */
const patience = 60_000;

/** Readers whose last look is remembered. */
const mostReaders = 50;

interface Look {
  readonly at: number;
  readonly found: FoundGaps;
}

interface Looks {
  readonly kept: LruCache<string, Look>;
  /** Looks that go on at this moment. */
  readonly running: Map<string, Promise<FoundGaps>>;
}

/** By database, since two may have tenants of one code. */
const looks = new WeakMap<Engine['database'], Looks>();

const looksOf = ({ database }: Engine): Looks => {
  const known = looks.get(database) ?? { kept: new LruCache(mostReaders), running: new Map() };
  looks.set(database, known);
  return known;
};

/** Parts that a look depends on beside its records: rights that were taken away meanwhile make another key. */
const keyOf = ({ actor, language }: MissingReader, about: string): string => {
  const { tenantId, id, permissions, departmentScope } = actor;
  const departments = departmentScope === 'all' ? ['all'] : [...departmentScope].toSorted();
  const rights = createHash('sha256')
    .update([...permissions].toSorted().join())
    .update(departments.join())
    .digest('base64url');
  return [tenantId, id, language, about, rights].join(' ');
};

/** Do these records stand as they were looked at, for this reader? */
const stillStand = async (
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
 * Looks, or joins the look of the same reader that goes on at this moment: the counts of a page and its first rows are
 * asked for together.
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
 * A page of what a look finds. The first page looks anew; the next ones are of the same look for a minute, so that nobody
 * waits for a whole topic at each page and no record slips from one page to another. A page with a record that has
 * changed, or is closed to the reader now, looks anew.
 * @param about names the look among those of the reader
 */
export const pageOfLook = async <Page extends { readonly page: readonly FoundGap[] }>(
  reader: MissingReader,
  about: string,
  isFirst: boolean,
  look: () => Promise<FoundGaps>,
  cut: (found: FoundGaps) => Page,
): Promise<Page> => {
  const known = isFirst ? undefined : looksOf(reader.engine).kept.get(keyOf(reader, about));
  if (known && reader.engine.clock().getTime() - known.at < patience) {
    const page = cut(known.found);
    if (await stillStand(reader, page.page)) return page;
  }
  return cut(await lookOnce(reader, about, look));
};
