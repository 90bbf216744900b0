import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import { dailyAt } from '@keyan/engine/jobs/schedule.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { type Resource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { markRetracted } from '../achievement/collection/retraction.server.ts';
import { thesis } from '../achievement/collection/thesis.ts';
import type { WorkFacts } from '../achievement/common/refreshing.ts';
import { paper } from '../achievement/paper/paper.ts';
import { normaliseDoi } from '../shared/formats/formats.ts';
import { changeRow } from '../shared/mechanisms/rows.server.ts';
import { CollectingStopped, type Collector, type SiteWalk } from './collector.server.ts';
import { refreshBySource } from './refreshed.ts';
import { type OpenSite, openSiteOf } from './setting.server.ts';
import { sources } from './sources/codes.ts';
import type { Retraction } from './sources/source.ts';

// Refreshes citation counts and open-access states of stored works, by their DOIs.

/** Sources of citation counts, by preference; Crossref has no open-access state. */
const citationSources = [sources.openalex, sources.crossref] as const;

/** Maximum number of DOIs per request; OpenAlex accepts a hundred. */
const doisPerRequest = 50;
/** Maximum number of works per run. */
const maxWorksPerRun = 20_000;
/** Days after which a work is refreshed again. */
const freshDays = 365;

const reason: Label = ['更新被引与开放获取', 'Update citations and open access'];

interface Kind {
  readonly resource: Resource;
  /**
   * SQL that selects ids and DOIs of records not refreshed since $2; limited to the ids in $3 if
   * given.
   */
  readonly due: string;
}

/** SQL condition on DOIs that a request can list: commas and bars separate DOIs. */
const canBeRequestedSql = `doi_key is not null and doi_key !~ '[,|\\s]' and (refresh_time is null or refresh_time < $2)
  and ($3::bigint[] is null or id = any($3::bigint[]))`;

// Resources to refresh. DOIs of secret papers are excluded, so that they do not leave the system
//
const kinds: readonly Kind[] = [
  {
    resource: untypedResource(paper),
    due: `select id::text, doi_key as doi from paper
           where tenant_id = $1 and is_deleted = 0 and audit_status = '2' and secret_level = '0' and ${canBeRequestedSql}
           order by refresh_time nulls first, id limit $4`,
  },
  {
    resource: untypedResource(thesis),
    due: `select id::text, doi_key as doi from collection_thesis
           where tenant_id = $1 and is_deleted = 0 and ${canBeRequestedSql}
           order by refresh_time nulls first, id limit $4`,
  },
];

/** Id of the first enabled source of `citationSources`; null if none is enabled. */
export const citationSiteOf = async (session: Session): Promise<string | null> => {
  const [found] = await session.query<{ readonly id: string }>(
    `select id::text from spider_site
      where tenant_id = $1 and is_deleted = 0 and status = '1' and source_kind = any($2::text[])
      order by array_position($2::text[], source_kind), id limit 1`,
    [session.tenantId, citationSources],
  );
  return found?.id ?? null;
};

interface Due {
  readonly kind: Kind;
  readonly id: string;
}

/** Records to refresh, by DOI. */
type DueByDoi = ReadonlyMap<string, readonly Due[]>;

/** Selection of records to refresh. */
export interface RefreshQuestion {
  readonly tenantId: string;
  /** Records refreshed after this time are skipped. */
  readonly before: Date;
  /** Limits the refresh to these records of one resource. */
  readonly only?: { readonly key: string; readonly ids: readonly string[] };
  readonly signal?: AbortSignal | undefined;
}

const dueOf = async (
  engine: Engine,
  { tenantId, before, only }: RefreshQuestion,
): Promise<DueByDoi> => {
  const found = new Map<string, Due[]>();
  for (const kind of kinds.filter(({ resource }) => !only || resource.key === only.key)) {
    const rows = await engine.database.read(tenantId, (session) =>
      session.query<{ readonly id: string; readonly doi: string }>(kind.due, [
        session.tenantId,
        before,
        only?.ids ?? null,
        maxWorksPerRun,
      ]),
    );
    for (const { id, doi } of rows) found.set(doi, [...(found.get(doi) ?? []), { kind, id }]);
  }
  return found;
};

interface SourceFacts {
  readonly facts: ReadonlyMap<string, WorkFacts>;
  readonly retractions: readonly Retraction[];
}

/**
 * Facts of the source about DOIs.
 * @throws CollectingStopped if the source does not respond, or responds in an unknown format
 */
const askedOf = async (
  engine: Engine,
  collector: Collector,
  site: OpenSite,
  dois: readonly string[],
  signal: AbortSignal | undefined,
): Promise<SourceFacts> => {
  const walk: SiteWalk = {
    site,
    subject: { keyword: '', yearFrom: null, yearTo: null, dois },
    proxy: null,
    userAgent: null,
    cookies: new Map(),
    from: '',
    until: '',
    noted: () => undefined,
    signal,
  };
  const facts = new Map<string, WorkFacts>();
  const retractions: Retraction[] = [];
  const page = await collector.page(engine, walk, null);
  if (page?.fault) throw new CollectingStopped(page.fault);
  for (const { work, facts: told, retraction } of page?.read?.items ?? []) {
    if (retraction) retractions.push(retraction);
    if (work?.doi && told) facts.set(normaliseDoi(work.doi), told);
  }
  return { facts, retractions };
};

const note = (engine: Engine, tenantId: string, { kind, id }: Due, facts: WorkFacts) =>
  engine.database.transaction(tenantId, async (tx) => {
    const transaction = behaviourTransaction(
      { engine, actor: { system: reason[0], tenantId } },
      tx,
    );
    const row = await lockTarget(transaction, kind.resource, id);
    if (!row) return;
    const changes = refreshBySource(row, facts, timeText(transaction.now));
    await changeRow(transaction, kind.resource, row, 'update', changes, reason);
  });

export interface RefreshOutcome {
  /** Numbers of records with facts from the source, and of records unknown to the source. */
  readonly told: number;
  readonly unknown: number;
  /** Number of records left for the next run: out of time, or without a response. */
  readonly left: number;
  /** Facts of the last record; used when a single record is refreshed. */
  readonly facts: WorkFacts | null;
  /** Reason for which the run ended early; null if the run is complete. */
  readonly fault: Label | null;
}

/**
 * Refreshes records from the enabled source and marks retractions as collection does. An
 * interrupted run needs no cursor: refreshed records are no longer due.
 */
export const refreshFacts = async (
  engine: Engine,
  collector: Collector,
  asked: RefreshQuestion,
): Promise<RefreshOutcome> => {
  const { tenantId, signal } = asked;
  const site = await engine.database.read(tenantId, async (session) => {
    const id = await citationSiteOf(session);
    return id === null ? null : openSiteOf(session, collector.secrets, id);
  });
  const none = { told: 0, unknown: 0, left: 0, facts: null, fault: null };
  if (!site) return none;
  const due = await dueOf(engine, asked);
  const dois = [...due.keys()];
  let [told, unknown, last] = [0, 0, null as WorkFacts | null];
  for (let from = 0; from < dois.length; from += doisPerRequest) {
    signal?.throwIfAborted();
    const some = dois.slice(from, from + doisPerRequest);
    try {
      const { facts, retractions } = await askedOf(engine, collector, site, some, signal);
      for (const doi of some) {
        const known = facts.get(doi);
        for (const one of due.get(doi) ?? []) {
          await note(engine, tenantId, one, known ?? {});
          if (known) told += 1;
          else unknown += 1;
        }
        last = known ?? last;
      }
      for (const retraction of retractions) await markRetracted(engine, tenantId, retraction);
    } catch (error) {
      if (!(error instanceof CollectingStopped)) throw error;
      engine.log.warn({ site: site.name, reason: error.label[1] }, 'facts were not refreshed');
      const left = dois.slice(from).flatMap((doi) => due.get(doi) ?? []).length;
      return { told, unknown, left, facts: last, fault: error.label };
    }
  }
  return { ...none, told, unknown, facts: last };
};

/** Name of the background job. */
export const refreshJob = { name: 'refresh-facts' } as const;

/**
 * Background job that refreshes works a year after their last refresh, each night; all works if the
 * office requested a refresh.
 */
export const refreshFactsJob = (collector: Collector): EngineJob<{ readonly before?: string }> => ({
  ...refreshJob,
  label: reason,
  at: dailyAt('04:20'),
  run: async ({ tenantId, data: { before }, signal }, engine) => {
    const year = new Date(engine.clock().getTime() - freshDays * 86_400_000);
    const { told, unknown, left } = await refreshFacts(engine, collector, {
      tenantId,
      before: before ? new Date(before) : year,
      signal,
    });
    return { done: told + unknown, left };
  },
});
