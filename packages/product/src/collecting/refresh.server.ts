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

// Citation counts and open-access states of works that stand here, asked for again by their DOIs.

/** Sources that tell them, by preference: Crossref says nothing of open access. */
const tellers = [sources.openalex, sources.crossref] as const;

/** Works of one call; OpenAlex takes a hundred. */
const atOnce = 50;
/** Works of one run. */
const mostOfRun = 20_000;
/** Days after which a work is asked for again. */
const freshDays = 365;

const reason: Label = ['更新被引与开放获取', 'Update citations and open access'];

interface Kind {
  readonly resource: Resource;
  /** Ids and DOIs of records that were not refreshed since $2; of those in $3 where it names any. */
  readonly due: string;
}

/** Commas and bars part the DOIs of a call. */
const askable = `doi_key is not null and doi_key !~ '[,|\\s]' and (refresh_time is null or refresh_time < $2)
  and ($3::bigint[] is null or id = any($3::bigint[]))`;

// DOIs of secret papers are asked for nowhere.
const kinds: readonly Kind[] = [
  {
    resource: untypedResource(paper),
    due: `select id::text, doi_key as doi from paper
           where tenant_id = $1 and is_deleted = 0 and audit_status = '2' and secret_level = '0' and ${askable}
           order by refresh_time nulls first, id limit $4`,
  },
  {
    resource: untypedResource(thesis),
    due: `select id::text, doi_key as doi from collection_thesis
           where tenant_id = $1 and is_deleted = 0 and ${askable}
           order by refresh_time nulls first, id limit $4`,
  },
];

/** The site that tells citations: the first source of `tellers` that is switched on; null without one. */
export const citationSiteOf = async (session: Session): Promise<string | null> => {
  const [found] = await session.query<{ readonly id: string }>(
    `select id::text from spider_site
      where tenant_id = $1 and is_deleted = 0 and status = '1' and source_kind = any($2::text[])
      order by array_position($2::text[], source_kind), id limit 1`,
    [session.tenantId, tellers],
  );
  return found?.id ?? null;
};

interface Due {
  readonly kind: Kind;
  readonly id: string;
}

/** Records that are asked for, by DOI. */
type DueByDoi = ReadonlyMap<string, readonly Due[]>;

/** Question whose records are refreshed. */
export interface RefreshQuestion {
  readonly tenantId: string;
  /** Records that were refreshed since then are left alone. */
  readonly before: Date;
  /** Only these records of one resource. */
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
        mostOfRun,
      ]),
    );
    for (const { id, doi } of rows) found.set(doi, [...(found.get(doi) ?? []), { kind, id }]);
  }
  return found;
};

interface Told {
  readonly facts: ReadonlyMap<string, WorkFacts>;
  readonly retractions: readonly Retraction[];
}

/** Answer of the source about these DOIs. @throws Broken where it does not answer, or not in its form */
const askedOf = async (
  engine: Engine,
  collector: Collector,
  site: OpenSite,
  dois: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Told> => {
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
  /** Records of which the source told something, and those of which it knows nothing. */
  readonly told: number;
  readonly unknown: number;
  /** Records for which there was no time, or no answer. */
  readonly left: number;
  /** The last answer, for a record that was asked for alone. */
  readonly facts: WorkFacts | null;
  /** Reason why it ended early. */
  readonly fault: Label | null;
}

/**
 * Asks the source that is switched on about works that stand here, and notes what it tells; retractions are marked as
 * collection does it. A run that breaks off is gone on with: what was refreshed is not due any more.
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
  for (let from = 0; from < dois.length; from += atOnce) {
    signal?.throwIfAborted();
    const some = dois.slice(from, from + atOnce);
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

/** Name of the job. */
export const refreshJob = { name: 'refresh-facts' } as const;

/** Refreshes works a year after the last time, each night; all of them where the office asked for it. */
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
