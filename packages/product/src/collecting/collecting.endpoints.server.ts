import type { Engine } from '@keyan/engine/engine.ts';
import type { CallNote } from '@keyan/engine/outgoing/client.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { Invalid, Missing } from '@keyan/kernel/errors.ts';
import { type Label, say } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { toDraft } from '../achievement/collection/collect.ts';
import { sourceValuesOf } from '../achievement/collection/collected.server.ts';
import { CollectingStopped, type Collector, type SiteWalk } from './collector.server.ts';
import { cronLabel, isCron, nextScheduledTimes, readCron } from './cron.ts';
import { spiderJob } from './job.ts';
import { spiderService } from './service.ts';
import { openSiteOf } from './setting.server.ts';
import { spiderSite } from './site.ts';
import type { HarvestedItem } from './sources/source.ts';
import type { TriedItem, TriedPage } from './wire.ts';

/** Number of run times in the preview of a schedule. */
const shownTimes = 5;

/** Call that returns the next run times of a schedule (spec §7). */
const nextTriggerTime = endpoint({
  method: 'GET',
  path: `${spiderService}/job/nextTriggerTime`,
  auth: 'user',
  permissions: ['sp_job', 'sp_mon'],
  summary: ['执行计划的后 5 次时间', 'The next five times of a schedule'],
  input: Type.Object({ cron: Type.String({ minLength: 1, maxLength: 100 }) }),
  run: async ({ cron }, { engine, language }) => {
    const read = readCron(cron);
    if (!isCron(read)) throw new Invalid([{ path: 'cron', message: read }]);
    return {
      words: say(cronLabel(read), language),
      times: nextScheduledTimes(read, engine.clock(), shownTimes).map(timeText),
    };
  },
});

/** Call that lists jobs for the monitor of BladeX clients. */
const monitor = endpoint({
  method: 'GET',
  path: `${spiderService}/monitor/list`,
  auth: 'user',
  permissions: ['sp_mon'],
  summary: ['采集监控', 'Job monitor'],
  input: Type.Object({}),
  run: async (_input, { engine, actor }) =>
    engine.as(actor).list(spiderJob, {
      view: 'monitor',
      where: [],
      sort: [{ field: 'jobName', descending: false }],
      page: 1,
      size: 200,
    }),
});

const nothingReadText: Label = ['没有识别出题录', 'No record was recognised'];

const itemOf = (item: HarvestedItem): TriedItem => {
  const { work, notice, retraction } = item;
  const fields: Record<string, string> = work
    ? { ...sourceValuesOf(toDraft(work).draft, item.facts?.citedNum) }
    : notice
      ? {
          title: notice.title,
          url: notice.link,
          publishDate: notice.date,
          content: notice.content.slice(0, 500),
        }
      : retraction
        ? {
            title: retraction.title,
            doi: retraction.doi,
            publishDate: retraction.date,
            content: retraction.reason,
          }
        : {};
  const kind = work ? 'work' : notice ? 'notice' : retraction ? 'retraction' : 'gone';
  return { id: item.id, kind, fields };
};

/** Maximum number of items that a trial shows. */
const maxShownItems = 50;

/** Reads one page of a site without storing anything. */
const trial = async (
  engine: Engine,
  collector: Collector,
  tenantId: string,
  given: { readonly site: string; readonly keyword: string; readonly cursor: string | null },
  say_: (label: Label) => string,
): Promise<TriedPage> => {
  const site = await engine.database.read(tenantId, (session) =>
    openSiteOf(session, collector.secrets, given.site),
  );
  const calls: CallNote[] = [];
  const walk: SiteWalk = {
    site,
    subject: { keyword: given.keyword, yearFrom: null, yearTo: null },
    proxy: null,
    userAgent: null,
    cookies: new Map(),
    from: '',
    until: '',
    noted: (note) => calls.push(note),
  };
  const none = { items: [], page: '', next: null, total: null, problems: [] };
  try {
    const page = await collector.page(engine, walk, given.cursor);
    if (page === null) return { ...none, calls };
    const { read, fault, text } = page;
    return {
      items: (read?.items ?? []).slice(0, maxShownItems).map(itemOf),
      page: text,
      next: read?.next ?? null,
      total: read?.total ?? null,
      problems: [
        ...(fault ? [fault] : []),
        ...(read?.problems ?? []),
        ...(read && read.items.length === 0 && !read.next ? [nothingReadText] : []),
      ].map(say_),
      calls,
    };
  } catch (error) {
    if (!(error instanceof CollectingStopped)) throw error;
    return { ...none, problems: [say_(error.label)], calls };
  }
};

const tryOne = (collector: Collector): Endpoint =>
  endpoint({
    method: 'POST',
    path: `${spiderService}/site/try`,
    auth: 'user',
    permissions: ['spider_try'],
    perMinute: 20,
    summary: ['试采一页', 'Try one page of a site'],
    input: Type.Object({
      id: idParam,
      keyword: Type.Optional(Type.String({ maxLength: 500 })),
      cursor: Type.Optional(Type.String({ maxLength: 8000 })),
    }),
    run: async (input, { engine, actor, language }): Promise<TriedPage> => {
      const { row } = await engine.as(actor).read(spiderSite, input.id);
      if (!row) throw new Missing();
      return trial(
        engine,
        collector,
        actor.tenantId,
        { site: row.id, keyword: input.keyword ?? '', cursor: input.cursor || null },
        (label) => say(label, language),
      );
    },
  });

/** Calls of collection that do not derive from a resource. */
export const collectingEndpoints = (collector: Collector): readonly Endpoint[] => [
  nextTriggerTime,
  monitor,
  tryOne(collector),
];
