import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import { reserveNumber } from '@keyan/engine/commands/record-number.ts';
import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import { dailyAt } from '@keyan/engine/jobs/schedule.ts';
import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import { roleHolders } from '@keyan/engine/records/role-holders.ts';
import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { watchRetractions } from '../achievement/collection/retraction.server.ts';
import { changeRow, createRow } from '../shared/mechanisms/rows.server.ts';
import { retractionCase } from './case.ts';
import { recordsRestingOn } from './chain.server.ts';
import {
  type CaseMatch,
  caseMessage,
  watchListKindCodes,
  watchListStatusCodes,
} from './dictionaries.ts';
import { keyOfName, matchFromPoints, matchPointsOf, type WatchEntry } from './entries.ts';
import { watchList } from './watch-list.ts';

// Compares watch lists with the papers of the library; each match opens a case (decision 0556).

const caseKind = untypedResource(retractionCase);
const listKind = untypedResource(watchList);

const reason: Label = ['撤稿名单核对', 'Compare watch lists'];

const actorOf = (tenantId: string) => ({ system: reason[0], tenantId });

/** Number of entries per insert statement. */
const entriesPerStatement = 5000;

/** Stores the entries of a list, in the transaction that stores the list. */
export const saveWatchEntries = async (
  tx: Tx,
  listId: string,
  entries: readonly WatchEntry[],
): Promise<void> => {
  for (let from = 0; from < entries.length; from += entriesPerStatement) {
    const some = entries.slice(from, from + entriesPerStatement);
    await tx.query(
      `insert into watch_list_entry (tenant_id, list_id, place, doi_key, title, title_key, journal, journal_key,
         issn, publish_year, notice_date, notice_doi, reason)
       select $1, $2, * from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
         $9::text[], $10::int[], $11::date[], $12::text[], $13::text[])`,
      [
        tx.tenantId,
        listId,
        some.map(({ row }) => row),
        some.map(({ doi }) => doi || null),
        some.map(({ title }) => title || null),
        some.map(({ title }) => keyOfName(title) || null),
        some.map(({ journal }) => journal || null),
        some.map(({ journal }) => keyOfName(journal) || null),
        some.map(({ issn }) => issn || null),
        some.map(({ year }) => year),
        some.map(({ date }) => date),
        some.map(({ noticeDoi }) => noticeDoi || null),
        some.map((one) => one.reason || null),
      ],
    );
  }
};

/** Paper that may match an entry of a list. */
interface Hit {
  readonly paperId: string;
  readonly title: string | null;
  readonly journal: string | null;
  readonly doi: string | null;
  readonly department: string | null;
  readonly paperYear: number | null;
  readonly isDoi: boolean;
  readonly isTitle: boolean;
  readonly listId: string | null;
  readonly kind: string;
  readonly entryTitle: string | null;
  readonly entryJournal: string | null;
  readonly entryYear: number | null;
  readonly issn: string | null;
  readonly isJournal: boolean;
  readonly isIssn: boolean;
  readonly noticeDate: string | null;
  readonly noticeDoi: string | null;
  readonly reason: string | null;
}

/**
 * SQL condition on papers of the library; secret papers (R-510) are excluded, since public lists
 * cannot contain them.
 */
const library = `p.tenant_id = $1 and p.is_deleted = 0 and p.audit_status = '2' and p.secret_level = '0'`;

const issnOf = `upper(regexp_replace(coalesce(p.issn, ''), '[^0-9xX]', '', 'g'))`;

const paperColumns = `p.id::text as "paperId", p.art_name as title, p.journal_name as journal, p.doi,
  p.fk_dept_id::text as department, extract(year from p.publish_date)::int as "paperYear"`;

const isSameJournal = 'journal_name_key(p.journal_name) = journal_name_key(e.journal)';
const isSameIssn = `(e.issn <> '' and ${issnOf} = e.issn)`;

const entryColumns = `e.list_id::text as "listId", l.list_kind as kind, e.title as "entryTitle",
  e.journal as "entryJournal", e.publish_year as "entryYear", e.issn, e.notice_doi as "noticeDoi", e.reason,
  coalesce(${isSameJournal}, false) as "isJournal", coalesce(${isSameIssn}, false) as "isIssn"`;

const entriesInUse = `watch_list_entry e join watch_list l on l.tenant_id = e.tenant_id and l.id = e.list_id
  and l.is_deleted = 0 and l.status = '${watchListStatusCodes.used}' and ($2::bigint is null or l.id = $2)`;

/**
 * Entry key of retractions: a paper has one retraction case whatever list reports it. Warnings are
 * keyed by journal instead.
 */
const retracted = 'retracted';

const unopened = (key: string): string =>
  `not exists (select 1 from retraction_case c where c.tenant_id = $1 and c.is_deleted = 0 and c.paper_id = p.id
     and c.entry_key = ${key})`;

const retractionList = `e.tenant_id = $1 and l.list_kind = '${watchListKindCodes.retraction}' and ${unopened(`'${retracted}'`)}`;

/** SQL of matches by DOI, or by title if either side has no DOI. Missing notice dates stay null. */
const byPaper = `select ${paperColumns}, ${entryColumns}, e.notice_date::text as "noticeDate",
    true as "isDoi", p.art_name_key = e.title_key as "isTitle"
    from ${entriesInUse} join paper p on ${library} and p.doi_key = e.doi_key
   where ${retractionList}
  union all
  select ${paperColumns}, ${entryColumns}, e.notice_date::text, false, true
    from ${entriesInUse} join paper p on ${library} and p.art_name_key = e.title_key
      and (p.doi_key is null or e.doi_key is null)
   where ${retractionList}`;

/** SQL of papers in journals that a list warns of, published after the date of the list. */
const inJournal = (isSame: string): string =>
  `select ${paperColumns}, ${entryColumns}, coalesce(e.notice_date, l.issue_date)::text as "noticeDate",
     false as "isDoi", false as "isTitle"
     from ${entriesInUse} join paper p on ${library} and p.publish_date >= l.issue_date and ${isSame}
    where e.tenant_id = $1 and l.list_kind = '${watchListKindCodes.journal}'
      and ${unopened(`'journal ' || coalesce(e.journal_key, e.issn)`)}`;

/**
 * Union of two joins with one key each, since a condition with `or` would compare every paper with
 * every journal.
 */
const byJournal = `${inJournal(`${issnOf} = e.issn and e.issn <> ''`)} union all ${inJournal(isSameJournal)}`;

/** SQL of papers that a source marked as retracted. */
const byMark = `select ${paperColumns}, null as "listId", '${watchListKindCodes.source}' as kind,
    p.art_name as "entryTitle", p.journal_name as "entryJournal", null::int as "entryYear", null as issn,
    p.retract_doi as "noticeDoi", null as reason, false as "isJournal", false as "isIssn",
    p.retract_date::text as "noticeDate", false as "isDoi", false as "isTitle"
    from paper p where ${library} and p.is_retracted = '1' and $2::bigint is null
     and ${unopened(`'${retracted}'`)}`;

/** Match with points, reasons and key of its entry. */
interface Judged {
  readonly entryKey: string;
  readonly points: number;
  readonly matchedBy: readonly CaseMatch[];
}

/**
 * Scores a match.
 * @returns null below the minimum points
 */
const judgeHit = (hit: Hit): Judged | null => {
  if (hit.kind === watchListKindCodes.source) {
    return { entryKey: retracted, points: 100, matchedBy: ['mark'] };
  }
  const { isDoi: doi, isTitle: title, isJournal, isIssn } = hit;
  const journal = isJournal || isIssn;
  const year = hit.entryYear !== null && hit.entryYear === hit.paperYear;
  const reasons: readonly (readonly [CaseMatch, boolean])[] = [
    ['doi', doi],
    ['title', title],
    ['journal', isJournal],
    ['issn', isIssn],
    ['year', year],
  ];
  const matchedBy = reasons.flatMap(([code, holds]) => (holds ? [code] : []));
  if (hit.kind === watchListKindCodes.journal) {
    const named = keyOfName(hit.entryJournal ?? '') || hit.issn;
    return { entryKey: `journal ${named}`, points: isIssn ? 100 : 85, matchedBy };
  }
  const points = matchPointsOf({ doi, title, journal, year });
  return points < matchFromPoints ? null : { entryKey: retracted, points, matchedBy };
};

type JudgedHit = Hit & Judged;

/** Maximum number of cases opened per run. */
const maxCasesPerRun = 500;

/** Matches with enough points, one per case; weak matches do not use up the limit. */
const hitsIn = async (session: Session, listId: string | null): Promise<readonly JudgedHit[]> => {
  const found = new Map<string, JudgedHit>();
  for (const sql of [byPaper, byJournal, byMark]) {
    for (const hit of await session.query<Hit>(sql, [session.tenantId, listId])) {
      const judged = judgeHit(hit);
      if (!judged) continue;
      const key = `${hit.paperId} ${judged.entryKey}`;
      if ((found.get(key)?.points ?? 0) < judged.points) found.set(key, { ...hit, ...judged });
    }
  }
  return [...found.values()].slice(0, maxCasesPerRun);
};

/** Account ids of the authors of a paper. */
const authorsOf = async (tx: Tx, paperId: string): Promise<readonly string[]> => {
  const rows = await tx.query<{ readonly id: string }>(
    `select u.id::text from users u
      where u.tenant_id = $1 and u.is_deleted = 0 and u.id in (
        select user_id from paper_authors where tenant_id = $1 and parent_id = $2 and user_id is not null)
      order by u.id`,
    [tx.tenantId, paperId],
  );
  return rows.map(({ id }) => id);
};

const tellOffice = async (
  { engine, tx }: TransactionContext,
  id: string,
  { title }: Hit,
): Promise<void> => {
  const to = await roleHolders(tx, ['rd_achieve', 'rd_admin']);
  if (to.length === 0) return;
  await engine.messages.send(tx, [
    {
      type: caseMessage,
      title: ['撤稿（预警）名单命中论文', 'A watch list matches a paper'],
      content: [
        `论文《${title ?? ''}》命中撤稿（预警）名单，请核实并处理`,
        `The paper “${title ?? ''}” matches a watch list: please verify and handle it`,
      ],
      business: { resource: caseKind.key, id },
      link: `/achievement/retractionCase/detail?id=${id}`,
      to: [...to],
    },
  ]);
};

/**
 * Opens the case of a match.
 * @returns false if the case exists already
 */
const openCase = async (engine: Engine, tenantId: string, hit: JudgedHit): Promise<boolean> => {
  const actor = actorOf(tenantId);
  const number = await reserveNumber({ engine, actor }, caseKind, {}, { kind: 'submit' });
  let isOpened = false;
  try {
    isOpened = await engine.database.transaction(tenantId, async (tx) => {
      await tx.query(`select pg_advisory_xact_lock(hashtextextended($1 || 'retraction', 0))`, [
        hit.paperId,
      ]);
      const [open] = await tx.query(
        `select 1 from retraction_case where tenant_id = $1 and paper_id = $2 and entry_key = $3 and is_deleted = 0`,
        [tenantId, hit.paperId, hit.entryKey],
      );
      if (open) return false;
      const transaction = behaviourTransaction({ engine, actor }, tx);
      const authors = await authorsOf(tx, hit.paperId);
      const row = await createRow(transaction, caseKind, {
        caseNum: number?.text ?? null,
        paperId: hit.paperId,
        paperTitle: hit.title?.slice(0, 300) ?? null,
        journalName: hit.journal?.slice(0, 200) ?? null,
        doi: hit.doi?.slice(0, 120) ?? null,
        fkDeptId: hit.department,
        listId: hit.listId,
        listKind: hit.kind,
        entryTitle: hit.entryTitle,
        entryJournal: hit.entryJournal,
        noticeDate: hit.noticeDate,
        noticeDoi: hit.noticeDoi,
        reason: hit.reason,
        entryKey: hit.entryKey,
        points: hit.points,
        matchedBy: hit.matchedBy,
        chain: await recordsRestingOn(tx, hit.paperId),
        chainAt: timeText(transaction.now),
        statements: authors.map((userId) => ({ userId })),
      });
      await tellOffice(transaction, row.id, hit);
      return true;
    });
  } finally {
    if (!isOpened) number?.release();
  }
  return isOpened;
};

/** Stores when a list was compared, and its total number of matched papers. */
const noteCompared = (engine: Engine, tenantId: string, listId: string): Promise<void> =>
  engine.database.transaction(tenantId, async (tx) => {
    const transaction = behaviourTransaction({ engine, actor: actorOf(tenantId) }, tx);
    const row = await lockTarget(transaction, listKind, listId);
    if (!row) return;
    const [counted] = await tx.query<{ readonly hits: number }>(
      `select count(distinct paper_id)::int as hits from retraction_case
        where tenant_id = $1 and list_id = $2 and is_deleted = 0`,
      [tenantId, listId],
    );
    const values = { hits: counted?.hits ?? 0, comparedAt: timeText(transaction.now) };
    await changeRow(transaction, listKind, row, 'update', values, reason);
  });

const listsInUse = (engine: Engine, tenantId: string, listId: string | null) =>
  engine.database.read(tenantId, (session) =>
    session.query<{ readonly id: string }>(
      `select id::text from watch_list where tenant_id = $1 and is_deleted = 0 and status = '${watchListStatusCodes.used}'
        and ($2::bigint is null or id = $2)`,
      [tenantId, listId],
    ),
  );

/**
 * Compares active lists and marks of sources with the library; opens one case per paper and entry.
 * @param listId a single list; null for all lists and marks
 * @returns number of opened cases
 */
export const compareLists = async (
  engine: Engine,
  tenantId: string,
  listId: string | null,
  signal?: AbortSignal,
): Promise<number> => {
  const hits = await engine.database.read(tenantId, (session) => hitsIn(session, listId));
  let opened = 0;
  for (const hit of hits) {
    signal?.throwIfAborted();
    if (await openCase(engine, tenantId, hit)) opened += 1;
  }
  for (const { id } of await listsInUse(engine, tenantId, listId)) {
    await noteCompared(engine, tenantId, id);
  }
  return opened;
};

/** Background job that compares watch lists with the library, each night and on request. */
export const watchJob: EngineJob<{ readonly list?: string }> = {
  ...watchRetractions,
  label: reason,
  at: dailyAt('05:10'),
  run: async ({ tenantId, data: { list }, signal }, engine) => ({
    done: await compareLists(engine, tenantId, list ?? null, signal),
  }),
};
