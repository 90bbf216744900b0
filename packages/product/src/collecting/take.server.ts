import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Fault } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { type Draft, toDraft } from '../achievement/collection/collect.ts';
import {
  type SourceValues,
  sourceValuesOf,
  storeCollected,
} from '../achievement/collection/collected.server.ts';
import { markRetracted } from '../achievement/collection/retraction.server.ts';
import { notice as noticeShape } from '../office/notices/notice.ts';
import { changeRow, createRow } from '../shared/mechanisms/rows.server.ts';
import { bilingualValues } from '../shared/mechanisms/said.ts';
import { dedupCodes, pushStates } from './dictionaries.ts';
import { spiderPush } from './push.ts';
import type { HarvestedItem } from './sources/source.ts';

// Stores items of a source: works in 收录论文库, announcements in 信息发布, and retractions.

const kind = untypedResource(spiderPush);

/** Result of storing one item. */
export type TakeOutcome = 'new' | 'updated' | 'same' | 'failed';

/** Job and site from which an item comes. */
export interface ItemOrigin {
  readonly tenantId: string;
  readonly siteId: string;
  readonly siteName: string;
  readonly source: string;
  readonly jobId: string | null;
  readonly autoPush: boolean;
  readonly batchNo: string;
}

interface Pushed {
  readonly id: string;
  readonly version: string | null;
  readonly given: string | null;
  readonly status: string;
  readonly thesisId: string | null;
}

const collectionLabel: Label = ['数据采集', 'Collection'];

const actorOf = (tenantId: string) => ({ system: collectionLabel[0], tenantId });

const inTransaction = <T>(
  engine: Engine,
  tenantId: string,
  work: (transaction: ReturnType<typeof behaviourTransaction>) => Promise<T>,
): Promise<T> =>
  engine.database.transaction(tenantId, (tx) =>
    work(behaviourTransaction({ engine, actor: actorOf(tenantId) }, tx)),
  );

const pushedBefore = (
  engine: Engine,
  from: ItemOrigin,
  item: string,
): Promise<Pushed | undefined> =>
  engine.database.read(from.tenantId, async (session) => {
    const [row] = await session.query<Pushed>(
      `select id::text, source_version as version, given, push_status as status,
              thesis_id::text as "thesisId"
         from spider_push
        where tenant_id = $1 and site_id = $2 and source_item = $3 and is_deleted = 0
        order by id limit 1`,
      [session.tenantId, from.siteId, item],
    );
    return row;
  });

/** Values that other sources gave for the record. */
const othersOf = (
  engine: Engine,
  tenantId: string,
  thesisId: string,
  id: string,
): Promise<readonly SourceValues[]> =>
  engine.database.read(tenantId, async (session) =>
    (
      await session.query<{ readonly given: string | null }>(
        `select given from spider_push
          where tenant_id = $1 and thesis_id = $2 and id <> $3 and is_deleted = 0`,
        [session.tenantId, thesisId, id],
      )
    ).flatMap(({ given }) => (given ? [JSON.parse(given) as SourceValues] : [])),
  );

/** Fields of a push record: the draft and the values of its source. */
interface StoredPush {
  readonly draft: Draft;
  readonly citedNum?: number | undefined;
  readonly openAccess?: string | undefined;
  /** Values that the source gave for the previous version. */
  readonly before: SourceValues | null;
  /** Reason for which the work is not pushed; null if it may be pushed. */
  readonly refused: Label | null;
}

const note = async (
  engine: Engine,
  from: ItemOrigin,
  item: HarvestedItem,
  values: Readonly<Record<string, unknown>>,
  before: Pushed | undefined,
): Promise<string> =>
  inTransaction(engine, from.tenantId, async (transaction) => {
    const row = before ? await lockTarget(transaction, kind, before.id) : null;
    const all: Readonly<Record<string, unknown>> = {
      siteId: from.siteId,
      jobId: from.jobId,
      sourceKind: from.source,
      sourceItem: item.id.slice(0, 300),
      sourceVersion: item.version.slice(0, 50) || null,
      raw: item.raw,
      ...values,
    };
    const saved = row
      ? await changeRow(transaction, kind, row, 'update', all)
      : await createRow(transaction, kind, all);
    return saved.id;
  });

const dedupOf: Readonly<Record<string, string>> = {
  new: dedupCodes.fresh,
  registered: dedupCodes.registered,
};

/** Pushes a work to 收录论文库 and records the result. */
const push = async (
  engine: Engine,
  from: ItemOrigin,
  id: string,
  item: Pick<HarvestedItem, 'id' | 'version'>,
  kept: StoredPush,
  before: Pick<Pushed, 'thesisId'> | undefined,
): Promise<TakeOutcome> => {
  const { tenantId } = from;
  const isKnown = Boolean(before?.thesisId);
  const stored =
    kept.refused === null
      ? await storeCollected(engine, tenantId, {
          draft: kept.draft,
          citedNum: kept.citedNum,
          openAccess: kept.openAccess,
          origin: from.siteName,
          originId: item.id,
          originVersion: item.version,
          before: kept.before,
          thesisId: before?.thesisId ?? null,
          others: before?.thesisId ? await othersOf(engine, tenantId, before.thesisId, id) : [],
          batchNo: from.batchNo,
        })
      : {
          outcome: 'refused' as const,
          thesisId: null,
          paperId: null,
          differences: [],
          message: kept.refused,
        };
  await inTransaction(engine, tenantId, async (transaction) => {
    const row = await lockTarget(transaction, kind, id);
    if (!row) return;
    const isRefused = stored.outcome === 'refused';
    await changeRow(transaction, kind, row, isRefused ? 'refused' : 'accepted', {
      pushStatus: isRefused ? pushStates.unfit : pushStates.pushed,
      pushTime: isRefused ? null : timeText(transaction.now),
      thesisId: stored.thesisId,
      paperId: stored.paperId,
      ...bilingualValues('message', stored.message, 500),
      ...(isKnown ? {} : { dedupResult: dedupOf[stored.outcome] ?? dedupCodes.collected }),
      given: JSON.stringify(sourceValuesOf(kept.draft, kept.citedNum)),
      differences: stored.differences.map(({ fieldName, ours, theirs }) => ({
        fieldName,
        ours: ours.slice(0, 500),
        theirs: theirs.slice(0, 500),
      })),
    });
  });
  if (stored.outcome === 'refused') return 'failed';
  if (stored.outcome === 'registered') return 'same';
  return stored.outcome;
};

const keptOf = (item: HarvestedItem, before: Pushed | undefined): StoredPush | null => {
  if (!item.work) return null;
  const { draft, belongs } = toDraft(item.work);
  return {
    draft,
    citedNum: item.facts?.citedNum,
    openAccess: item.facts?.openAccess,
    before: before?.given ? (JSON.parse(before.given) as SourceValues) : null,
    refused: belongs ? belongs.message : null,
  };
};

const takeWork = async (
  engine: Engine,
  from: ItemOrigin,
  item: HarvestedItem,
): Promise<TakeOutcome> => {
  const before = await pushedBefore(engine, from, item.id);
  const kept = keptOf(item, before);
  if (!kept) return 'failed';
  const given = JSON.stringify(sourceValuesOf(kept.draft, kept.citedNum));
  const isPushed = before !== undefined && before.status !== pushStates.waiting;
  const isSame =
    before !== undefined &&
    before.given === given &&
    (before.version ?? '') === item.version.slice(0, 50);
  if (isSame && isPushed) return before.status === pushStates.unfit ? 'failed' : 'same';
  if (before?.status === pushStates.ignored) return 'same';
  const id = await note(
    engine,
    from,
    item,
    {
      rawTitle: (kept.draft.title ?? item.id).slice(0, 500),
      ...(from.autoPush || before || kept.refused === null
        ? {}
        : { pushStatus: pushStates.unfit, ...bilingualValues('message', kept.refused, 500) }),
      // Values of the previous version are kept until the new version was compared with them.
      ...(before?.given ? {} : { given: before ? null : given }),
    },
    before,
  );
  if (!from.autoPush && !before?.thesisId) return before ? 'same' : 'new';
  return push(engine, from, id, item, before?.given ? kept : { ...kept, before: null }, before);
};

const plain = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * Turns a funder’s announcement into a draft of 通知公告, which the office reviews before
 * publication.
 */
const takeNotice = async (
  engine: Engine,
  from: ItemOrigin,
  item: HarvestedItem,
): Promise<TakeOutcome> => {
  const { notice } = item;
  if (!notice) return 'failed';
  if (await pushedBefore(engine, from, item.id)) return 'same';
  const link = notice.link
    ? `<p><a href="${plain(notice.link)}">${plain(notice.link)}</a></p>`
    : '';
  let message: Label = ['已存为公告草稿', 'Saved as a draft notice'];
  let status: string = pushStates.pushed;
  try {
    await engine.asSystem(collectionLabel[0], from.tenantId).save(untypedResource(noticeShape), {
      bt: notice.title.slice(0, 200),
      content: `${notice.content.slice(0, 80_000)}${link}` || `<p>${plain(notice.title)}</p>`,
    });
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    message = fault.label;
    status = pushStates.unfit;
  }
  await note(
    engine,
    from,
    item,
    {
      rawTitle: notice.title.slice(0, 500),
      pushStatus: status,
      pushTime: status === pushStates.pushed ? timeText(engine.clock()) : null,
      ...bilingualValues('message', message, 500),
    },
    undefined,
  );
  return status === pushStates.pushed ? 'new' : 'failed';
};

const takeRetraction = async (
  engine: Engine,
  from: ItemOrigin,
  item: HarvestedItem,
): Promise<TakeOutcome> => {
  if (!item.retraction) return 'failed';
  const marked = await markRetracted(engine, from.tenantId, item.retraction);
  return marked > 0 ? 'updated' : 'same';
};

const sourceDeletedText: Label = ['来源已删除该题录', 'The source has deleted this record'];

/** Marks the push record of a work that its source withdrew; the work stays in 收录论文库. */
const takeGone = async (
  engine: Engine,
  from: ItemOrigin,
  item: HarvestedItem,
): Promise<TakeOutcome> => {
  const before = await pushedBefore(engine, from, item.id);
  if (!before || before.version === item.version) return 'same';
  await note(engine, from, item, bilingualValues('message', sourceDeletedText), before);
  return 'updated';
};

type Take = (engine: Engine, from: ItemOrigin, item: HarvestedItem) => Promise<TakeOutcome>;

/** Handlers of items, by the property that identifies the sort of item. */
const handlersByPart: readonly (readonly [part: keyof HarvestedItem, take: Take])[] = [
  ['work', takeWork],
  ['notice', takeNotice],
  ['retraction', takeRetraction],
  ['isGone', takeGone],
];

/** Stores an item of a source; storing the same version again changes nothing. */
export const takeItem: Take = (engine, from, item) => {
  const [, take] = handlersByPart.find(([part]) => item[part] !== undefined) ?? [];
  return take ? take(engine, from, item) : Promise.resolve('failed');
};

/** Pushes a pending record with its stored values, after a person decided that it is a paper. */
export const pushStored = async (
  engine: Engine,
  from: ItemOrigin,
  id: string,
): Promise<TakeOutcome> => {
  const row = await engine.database.read(from.tenantId, async (session) => {
    const [found] = await session.query<Pushed & { readonly item: string }>(
      `select id::text, source_version as version, given, push_status as status, source_item as item,
              thesis_id::text as "thesisId"
         from spider_push where tenant_id = $1 and id = $2 and is_deleted = 0`,
      [session.tenantId, id],
    );
    return found;
  });
  if (!row?.given || row.status === pushStates.pushed) return 'same';
  const { citedNum, publishYear, ...texts } = JSON.parse(row.given) as SourceValues;
  const draft: Draft = { ...texts, ...(publishYear ? { publishYear: Number(publishYear) } : {}) };
  const kept = {
    draft,
    citedNum: citedNum ? Number(citedNum) : undefined,
    before: null,
    refused: null,
  };
  return push(engine, from, id, { id: row.item, version: row.version ?? '' }, kept, undefined);
};
