import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { scopeValues } from '@keyan/engine/records/rights.ts';
import { withLineIds } from '@keyan/engine/records/row.ts';
import { markAnswered } from '@keyan/engine/records/tell.ts';
import { commitTransition } from '@keyan/engine/records/transition.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { readableBy } from '@keyan/engine/store/statements/scope.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { opinionFault } from '@keyan/kernel/values/opinion.ts';
import { Type } from 'typebox';
import { peopleEndpoint } from '../common/people.server.ts';
import { recordPage } from '../common/words.ts';
import { paper } from '../paper/paper.ts';
import { claimPage } from './addresses.ts';
import { claimMessage, peopleToAsk } from './asking.ts';
import { authorsOf } from './authors.ts';
import { claim as claimShape, ruleOnClaimsCode } from './claim.ts';
import {
  holdersOf,
  registrationOf,
  type StoredClaim,
  type StoredThesis,
} from './claim-paper.server.ts';
import { isPlaceOfOther, rivalClaimsOf } from './claim-ranks.ts';
import { type ClaimInReview, claimsInReview } from './claim-standing.server.ts';
import type { Claimable, ClaimDispute, DisputeView } from './claims.ts';
import { claimCodes } from './dictionaries.ts';
import { type MatchLine, type Thesis, thesis as thesisShape } from './thesis.ts';

/** Claim definition without its field types, for functions of the engine. */
const claim = untypedResource(claimShape);
const thesis = untypedResource(thesisShape);

const noDispute = () => new Refused(['该认领没有排名争议', 'This claim has no rank dispute']);

type View = Omit<DisputeView, 'link'> & { readonly process: string | null };

/** Reads claims with the data that the office compares. */
const viewsOf = async (session: Session, ids: readonly string[]): Promise<DisputeView[]> => {
  const rows = await session.query<View>(
    `select c.id::text, coalesce(u.real_name, '') as name, coalesce(said(d.dept_name, d.dept_name_en), '') as department,
        c.claim_status as status, coalesce(c.author_type, '') as "authorType",
        coalesce(c.reason, '') as reason,
        to_char(c.submit_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as "submitTime",
        (select count(*)::int from attachment a
          where a.tenant_id = c.tenant_id and a.business_id = c.id) as files,
        coalesce(m.score, 0) as score, coalesce(m.reasons, '{}') as reasons,
        c.process_instance_id::text as process
       from paper_claim c
       left join users u on u.tenant_id = c.tenant_id and u.id = c.claim_user_id
       left join dept d on d.tenant_id = c.tenant_id and d.id = c.fk_dept_id
       left join collection_thesis_matches m on m.tenant_id = c.tenant_id
        and m.parent_id = c.thesis_id and m.user_id = c.claim_user_id
      where c.tenant_id = $1 and c.id = any($2::bigint[])
      order by c.id`,
    [session.tenantId, ids],
  );
  return rows.map(({ process, ...view }) => ({
    ...view,
    link: recordPage(claim, { id: view.id, processInstanceId: process }),
  }));
};

/** Reads both claims of a dispute; null if nobody else has the position. */
const disputeOf = async (
  session: Session,
  id: string,
  record: Pick<Thesis, 'id' | 'doi' | 'title' | 'authorsText'>,
): Promise<ClaimDispute | null> => {
  const all = await claimsInReview(session, record.id);
  const own = all.find((one) => one.id === id);
  if (!own) return null;
  const registration = await registrationOf(session, record);
  const holders = await holdersOf(session, registration);
  const holder = holders.get(own.sort ?? 0);
  const isHeld = isPlaceOfOther(own, (sort) => holders.get(sort ?? 0)?.id ?? null);
  const others = rivalClaimsOf(own, all);
  if (others.length === 0 && !isHeld) return null;
  const views = await viewsOf(
    session,
    [own, ...others].map((one) => one.id),
  );
  return {
    sort: own.sort ?? 0,
    printed: authorsOf(record)[(own.sort ?? 1) - 1]?.name ?? '',
    views,
    holder:
      isHeld && holder
        ? { name: holder.name, link: recordPage(paper, { id: registration }) }
        : null,
  };
};

const dispute = endpoint({
  method: 'GET',
  path: `${claimShape.path}/dispute`,
  auth: 'user',
  permissions: [ruleOnClaimsCode],
  summary: ['认领争议双方', 'Both sides of a disputed claim'],
  input: Type.Object({ id: idParam }),
  run: async (input, { engine, actor }): Promise<ClaimDispute | null> => {
    const { row } = await engine.as(actor).read(claimShape, input.id);
    if (row.thesisId === null) return null;
    const { row: record } = await engine.as(actor).read(thesisShape, row.thesisId);
    return engine.database.read(actor.tenantId, (session) => disputeOf(session, input.id, record));
  },
});

/** Ends the losing claim: refused if in review, void if approved. */
const overrule = async (
  transaction: ReturnType<typeof behaviourTransaction>,
  other: ClaimInReview,
  opinion: string,
): Promise<StoredClaim> => {
  const { engine } = transaction;
  const row = (await lockRow(transaction, claim, other.id)) as StoredClaim;
  const cause = row.auditStatus === statuses.approved ? 'abolish' : 'backDraft';
  const process = await engine.workflow.end(transaction, { resource: claim, row, cause, opinion });
  const action = cause === 'abolish' ? 'abolish' : 'refuse';
  await commitTransition(transaction, { resource: claim, row, action, process, opinion });
  return row;
};

/**
 * decides for one of several claimants of a position. The other claims end with the given reason, and all
 * claimants are notified.
 * @throws Refused if nobody else has the position; Invalid without a reason
 */
const decide = (
  engine: Engine,
  actor: Actor,
  asked: { readonly id: string; readonly opinion: string },
): Promise<void> =>
  engine.database.transaction(actor.tenantId, async (tx) => {
    const context = { engine, actor };
    const transaction = behaviourTransaction(context, tx);
    const scope = readableBy(engine.store.catalog, claim, actor);
    const values = scopeValues(context);
    const before = (await lockRow(transaction, claim, asked.id, scope, values)) as StoredClaim;
    if (before.auditStatus !== statuses.inApproval || before.thesisId === null) throw noDispute();
    const record = (await lockRow(transaction, thesis, before.thesisId)) as StoredThesis;
    const all = await claimsInReview(tx, record.id);
    const own = all.find(({ id: one }) => one === before.id);
    if (!own || !(await disputeOf(tx, before.id, record))) throw noDispute();
    const { opinion } = asked;
    await commitChange(transaction, {
      resource: claim,
      before,
      after: { ...before, ruledBy: actor.id },
      action: 'rule',
      note: opinion,
      keepsVersion: true,
    });
    const ended: StoredClaim[] = [];
    for (const other of rivalClaimsOf(own, all)) {
      ended.push(await overrule(transaction, other, opinion));
    }
    const said = {
      title: before.title ?? '',
      sort: before.authorSort ?? 0,
      name: own.name,
      opinion,
    };
    await engine.messages.send(tx, [
      {
        type: claimMessage,
        title: ['论文认领争议已裁定', 'A paper claim dispute has been decided'],
        content: fill(
          [
            '《{title}》第 {sort} 作者裁定为【{name}】：{opinion}',
            'Author {sort} of “{title}” was decided to be {name}: {opinion}',
          ],
          said,
        ),
        business: { resource: claim.key, id: before.id },
        to: [before, ...ended].map(({ createUser }) => createUser),
      },
    ]);
  });

const rule = endpoint({
  method: 'POST',
  path: `${claimShape.path}/rule`,
  auth: 'user',
  permissions: [ruleOnClaimsCode],
  summary: ['裁定认领争议', 'Decide a claim dispute'],
  input: Type.Object({ id: idParam, opinion: Type.Optional(Type.String({ maxLength: 500 })) }),
  run: async (input, { engine, actor }) => {
    const opinion = input.opinion?.trim() ?? '';
    const message = opinionFault(['裁定依据', 'Grounds'], opinion);
    if (message) throw new Invalid([{ path: 'opinion', message }]);
    await decide(engine, actor, { id: input.id, opinion });
    return { id: input.id };
  },
});

/**
 * Stores a person's answer that a collected record is not theirs, or withdraws that answer.
 * @throws Missing for a record about which the person is not asked, or that the person has claimed
 */
export const answerClaimQuestion = (
  engine: Engine,
  actor: Actor,
  said: { readonly id: string; readonly mine: boolean },
): Promise<void> =>
  engine.database.transaction(actor.tenantId, async (tx) => {
    const context = { engine, actor };
    const transaction = behaviourTransaction(context, tx);
    const scope = readableBy(engine.store.catalog, thesis, actor);
    const values = scopeValues(context);
    const before = (await lockRow(transaction, thesis, said.id, scope, values)) as StoredThesis;
    const lines = before.matches ?? [];
    const own = lines.find(({ userId }) => userId === actor.id);
    if (!own || (own.answer !== null && own.answer !== claimCodes.ignored)) throw new Missing();
    const answer = said.mine ? null : claimCodes.ignored;
    const matches = lines.map((line): MatchLine => (line === own ? { ...line, answer } : line));
    const changed = { ...before, matches, asked: peopleToAsk(matches, before.askScope) };
    await commitChange(transaction, {
      resource: thesis,
      before,
      after: withLineIds(transaction, thesis, changed, before),
      action: 'answer',
      // Leaves the version unchanged, since the office may be editing the record.
      keepsVersion: true,
    });
    markAnswered(transaction, { record: before.id, page: claimPage, person: actor.id });
  });

const answer = endpoint({
  method: 'POST',
  path: `${thesisShape.path}/answer`,
  auth: 'user',
  permissions: ['pclaim'],
  summary: ['答复不是本人论文', 'Mark a collected record as not one’s own'],
  input: Type.Object({ id: idParam, mine: Type.Optional(Type.Boolean()) }),
  run: async ({ id: record, mine = false }, { engine, actor }) => {
    await answerClaimQuestion(engine, actor, { id: record, mine });
    return { id: record };
  },
});

/** Reads the records that wait for a person's answer, the likeliest first, and their number. */
export const claimableRecordsOf = async (
  { database }: Pick<Engine, 'database'>,
  actor: Actor,
  size: number,
): Promise<{ readonly total: number; readonly rows: readonly Claimable[] }> => {
  if (!actor.permissions.has('pclaim')) return { total: 0, rows: [] };
  const rows = await database.short<Claimable & { total: number }>(actor.tenantId, {
    sql: `select t.id::text, t.title, t.source, t.publish_year as year, m.score, m.reasons, m.sort,
            count(*) over ()::int as total
            from collection_thesis_asked a
            join collection_thesis t on t.tenant_id = a.tenant_id and t.id = a.parent_id
            join collection_thesis_matches m on m.tenant_id = a.tenant_id
             and m.parent_id = t.id and m.user_id = a.user_id
           where a.tenant_id = $1 and a.user_id = $2 and t.is_deleted = 0 and t.status = '1'
           order by m.score desc, t.update_time desc, t.id limit ${size}`,
    parameters: [actor.tenantId, actor.id],
  });
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ total: _total, ...row }) => ({ ...row, reasons: row.reasons ?? [] })),
  };
};

/** Calls of claims, in addition to those derived from the definition. */
export const claimEndpoints: readonly Endpoint[] = [dispute, rule, answer, peopleEndpoint(claim)];
