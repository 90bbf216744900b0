import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import type { CallNote } from '@keyan/engine/outgoing/client.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Fault, Refused } from '@keyan/kernel/errors.ts';
import { joinSentences, type Label } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { changeRow, createRow } from '../shared/mechanisms/rows.server.ts';
import { bilingualValues } from '../shared/mechanisms/said.ts';
import { CollectingStopped, type Collector, type SiteWalk } from './collector.server.ts';
import { jobStates, runResultCodes } from './dictionaries.ts';
import { spiderJob } from './job.ts';
import { spiderProxy } from './proxy.ts';
import { spiderLog } from './run-log.ts';
import { type JobRow, jobOf, type Position, startPositionOf } from './run-position.server.ts';
import { openProxyOf, openSiteOf } from './setting.server.ts';
import { type ItemOrigin, takeItem } from './take.server.ts';

// Run of a crawl job: reads page by page from the last cursor, and stores each item in a
// transaction of its own.

const jobKind = untypedResource(spiderJob);
const logKind = untypedResource(spiderLog);

const reason: Label = ['数据采集', 'Collection'];

/** Maximum number of requests listed in a log; further requests are only counted. */
const maxLoggedCalls = 300;
/** Maximum number of pages per run, against sites with endless paging. */
const maxPagesPerRun = 5000;
/** Maximum number of restarts of a walk after its cursor expired at the site. */
const maxRestarts = 2;

interface Counts {
  pages: number;
  items: number;
  fresh: number;
  updated: number;
  same: number;
  failed: number;
  bytes: number;
}

interface Ending {
  readonly result: string;
  readonly message: Label | null;
  readonly until: Date | null;
  readonly needsPerson: boolean;
}

const runInterruptedText: Label = [
  '运行中断，已从断点继续',
  'The run was interrupted and continued from where it stopped',
];
const tooManyPagesText: Label = [
  '页数过多，已停止，下次从断点继续',
  'Too many pages; the next run continues from here',
];
const runStoppedText: Label = [
  '已停止，下次从断点继续',
  'Stopped; the next run continues from here',
];

/** One run of a crawl job. */
class Run {
  readonly #engine: Engine;
  readonly #tenantId: string;
  readonly #collector: Collector;
  readonly #jobId: string;
  readonly #signal: AbortSignal;
  readonly #calls: (CallNote & { readonly at: string })[] = [];
  readonly #counts: Counts = {
    pages: 0,
    items: 0,
    fresh: 0,
    updated: 0,
    same: 0,
    failed: 0,
    bytes: 0,
  };
  readonly #problems: Label[] = [];
  #logId = '';
  #start = '';

  constructor(
    engine: Engine,
    collector: Collector,
    tenantId: string,
    jobId: string,
    signal: AbortSignal,
  ) {
    this.#engine = engine;
    this.#collector = collector;
    this.#tenantId = tenantId;
    this.#jobId = jobId;
    this.#signal = signal;
  }

  #change<T>(
    work: (transaction: ReturnType<typeof behaviourTransaction>) => Promise<T>,
  ): Promise<T> {
    const context = {
      engine: this.#engine,
      actor: { system: reason[0], tenantId: this.#tenantId },
    };
    return this.#engine.database.transaction(this.#tenantId, (tx) =>
      work(behaviourTransaction(context, tx)),
    );
  }

  #job(): Promise<JobRow | undefined> {
    return this.#engine.database.read(this.#tenantId, (session) => jobOf(session, this.#jobId));
  }

  /** Opens a log, and closes the log of a crashed run. */
  async #open(job: JobRow): Promise<void> {
    await this.#change(async (transaction) => {
      const { tx } = transaction;
      const open = await tx.query<{ readonly id: string }>(
        `select id::text from spider_log where tenant_id = $1 and job_id = $2 and run_result = $3 and is_deleted = 0`,
        [tx.tenantId, this.#jobId, runResultCodes.running],
      );
      for (const { id } of open) {
        const row = await lockTarget(transaction, logKind, id);
        if (!row) continue;
        await changeRow(transaction, logKind, row, 'update', {
          runResult: runResultCodes.failed,
          endTime: timeText(transaction.now),
          ...bilingualValues('message', runInterruptedText),
        });
      }
      this.#start = timeText(transaction.now);
      const log = await createRow(transaction, logKind, {
        jobId: this.#jobId,
        jobName: job.name,
        startTime: this.#start,
        runResult: runResultCodes.running,
      });
      this.#logId = log.id;
      const row = await lockTarget(transaction, jobKind, this.#jobId);
      if (!row) return;
      await changeRow(transaction, jobKind, row, 'update', {
        lastRunTime: this.#start,
        lastResult: runResultCodes.running,
        ...bilingualValues('lastMessage', null),
        resumeTime: null,
      });
    });
  }

  #counted(): Record<string, unknown> {
    const { pages, items, fresh, updated, same, failed, bytes } = this.#counts;
    return {
      pageNum: pages,
      itemNum: items,
      newNum: fresh,
      updateNum: updated,
      dupNum: same,
      failNum: failed,
      byteNum: Math.min(bytes, 2_000_000_000),
    };
  }

  /** Stores progress and cursor in the log, after the items of the page were stored. */
  async #say(position: Position | null, ending?: Ending): Promise<void> {
    await this.#change(async (transaction) => {
      const log = await lockTarget(transaction, logKind, this.#logId);
      const now = timeText(transaction.now);
      const message = ending?.message ?? joinSentences(this.#problems);
      if (log) {
        await changeRow(transaction, logKind, log, 'update', {
          ...this.#counted(),
          ...(ending
            ? {
                runResult: ending.result,
                endTime: now,
                ...bilingualValues('message', message),
                calls: this.#calls.slice(0, maxLoggedCalls).map(({ status, ...call }) => ({
                  ...call,
                  answer: status,
                })),
              }
            : {}),
        });
      }
      const row = await lockTarget(transaction, jobKind, this.#jobId);
      if (!row) return;
      const isPaused = ending?.needsPerson && row.jobStatus === jobStates.running;
      await changeRow(transaction, jobKind, row, isPaused ? 'suspend' : 'update', {
        position: position ? JSON.stringify(position).slice(0, 4000) : null,
        lastPages: this.#counts.pages,
        lastItems: this.#counts.items,
        lastNew: this.#counts.fresh,
        ...(ending
          ? {
              lastResult: ending.result,
              ...bilingualValues('lastMessage', message),
              resumeTime: ending.until ? timeText(ending.until) : null,
              ...(ending.result === runResultCodes.done || (position && !position.cursor)
                ? { doneUntil: position?.began ?? this.#start }
                : {}),
              ...(isPaused ? { jobStatus: jobStates.paused, nextRunTime: null } : {}),
            }
          : {}),
      });
    });
  }

  /** True if the job was stopped, closed or deleted after the run was requested. */
  #isStopped(): Promise<boolean> {
    return this.#engine.database.read(this.#tenantId, async (session) => {
      const [row] = await session.query<{ readonly isOver: boolean }>(
        `select is_deleted = 1 or job_status = $3 or stop_time is not null as "isOver"
           from spider_job where tenant_id = $1 and id = $2`,
        [session.tenantId, this.#jobId, jobStates.closed],
      );
      return row?.isOver ?? true;
    });
  }

  async #walkOf(job: JobRow, position: Position): Promise<SiteWalk> {
    const { site, proxy } = await this.#engine.database.read(this.#tenantId, async (session) => ({
      site: await openSiteOf(session, this.#collector.secrets, job.siteId),
      proxy: await openProxyOf(session, this.#collector.secrets, job.proxyId),
    }));
    if (!site.isOn)
      throw new CollectingStopped(['站点已停用', 'The site is disabled'], { needsPerson: true });
    return {
      site,
      proxy,
      subject: { keyword: job.keyword, yearFrom: job.yearFrom, yearTo: job.yearTo },
      userAgent: job.userAgent,
      cookies: new Map(),
      from: position.from,
      until: '',
      signal: this.#signal,
      noted: (note) => {
        this.#counts.bytes += note.bytes;
        this.#calls.push({ ...note, at: timeText(this.#engine.clock()) });
      },
    };
  }

  async #noteProxy(walk: SiteWalk, works: boolean): Promise<void> {
    const { proxy } = walk;
    if (!proxy) return;
    await this.#change(async (transaction) => {
      const row = await lockTarget(transaction, untypedResource(spiderProxy), proxy.id);
      const isValid = works ? '1' : '0';
      if (row && row.isValid !== isValid) {
        await changeRow(transaction, untypedResource(spiderProxy), row, 'update', { isValid });
      }
    });
  }

  /**
   * Reads pages until the last page, a stop or a fault.
   * @returns true if the last page was read
   */
  async #walk(job: JobRow, first: Position, moved: (position: Position) => void): Promise<boolean> {
    const walk = await this.#walkOf(job, first);
    const from: ItemOrigin = {
      tenantId: this.#tenantId,
      siteId: walk.site.id,
      siteName: walk.site.name,
      source: walk.site.source,
      jobId: job.id,
      autoPush: job.autoPush,
      batchNo: `CJ${this.#start.replace(/\D/g, '')}`.slice(0, 30),
    };
    let position = first;
    for (let afresh = 0; this.#counts.pages < maxPagesPerRun; ) {
      this.#signal.throwIfAborted();
      if (await this.#isStopped()) return false;
      const page = await this.#collector.page(
        this.#engine,
        walk,
        position.cursor,
        position.cursor === null ? position.tag : {},
      );
      if (this.#counts.pages === 0) await this.#noteProxy(walk, true);
      this.#counts.pages += 1;
      if (page === null) return true;
      if (page.fault) throw new CollectingStopped(page.fault, { needsPerson: true });
      const { items, next, problems, isStale } = page.read ?? {
        items: [],
        next: null,
        problems: [],
      };
      if (isStale && afresh < maxRestarts) {
        afresh += 1;
        position = { ...position, cursor: null };
        moved(position);
        continue;
      }
      this.#problems.push(...problems.slice(0, 20 - this.#problems.length));
      for (const item of items) {
        this.#signal.throwIfAborted();
        const taken = await takeItem(this.#engine, from, item);
        this.#counts.items += 1;
        this.#counts[taken === 'new' ? 'fresh' : taken] += 1;
      }
      position = { ...position, cursor: next, tag: next === null ? page.tag : position.tag };
      moved(position);
      await this.#say(position);
      if (next === null) return true;
    }
    this.#problems.push(tooManyPagesText);
    return false;
  }

  /** Runs the job from its stored position. */
  async go(): Promise<Counts> {
    const job = await this.#job();
    if (!job || job.status === jobStates.closed) return this.#counts;
    await this.#open(job);
    let position = startPositionOf(job, this.#start);
    try {
      const isThrough = await this.#walk(job, position, (moved) => {
        position = moved;
      });
      const isClean = this.#problems.length === 0 && this.#counts.failed === 0;
      const partly = this.#problems.length > 0 ? null : partlyWords(this.#counts.failed);
      await this.#say(isThrough ? { ...position, cursor: null } : position, {
        result: isThrough && isClean ? runResultCodes.done : runResultCodes.partly,
        message: isThrough
          ? isClean
            ? null
            : partly
          : this.#problems.length > 0
            ? null
            : runStoppedText,
        until: null,
        needsPerson: false,
      });
    } catch (error) {
      await this.#fail(error, position);
      if (!(error instanceof Fault)) throw error;
    }
    return this.#counts;
  }

  /** Records a fault; the cursor is unchanged, so that the next run resumes there. */
  async #fail(error: unknown, position: Position): Promise<void> {
    const isBroken = error instanceof CollectingStopped;
    const message: Label =
      error instanceof Fault
        ? error.label
        : this.#signal.aborted
          ? runStoppedText
          : [
              '系统错误，已记录，稍后自动重试',
              'A system error was logged; it will be retried automatically',
            ];
    await this.#say(position, {
      result: this.#counts.items > 0 ? runResultCodes.partly : runResultCodes.failed,
      message,
      until: isBroken ? error.until : null,
      needsPerson: (isBroken && error.needsPerson) || (error instanceof Refused && !isBroken),
    });
  }
}

const partlyWords = (failed: number): Label => [
  `${failed} 条未收，原因见数据推送`,
  `${failed} not collected; see “Data push” for the reasons`,
];

/** Runs a job once from its stored position; the caller prevents concurrent runs of one job. */
export const runJob = (
  engine: Engine,
  collector: Collector,
  {
    tenantId,
    jobId,
    signal,
  }: { readonly tenantId: string; readonly jobId: string; readonly signal: AbortSignal },
): Promise<Counts> => new Run(engine, collector, tenantId, jobId, signal).go();
