import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { type ActorCall, type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Missing, Refused } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { createRow } from '../shared/mechanisms/rows.server.ts';
import { actorIdOf } from './assigning.server.ts';
import { itemCodes, objectionGround, reviewStageCodes } from './dictionaries.ts';
import { partiesOf } from './parties.server.ts';
import { maxAvoidedExperts, reviewAvoidance } from './review-avoidance.ts';
import { reviewObjection } from './review-objection.ts';
import { reviewedMixin } from './reviewed.ts';
import { itemKind, type ReviewedKind, type StoredItem, untypedKind } from './rows.server.ts';
import { standingOfRecord } from './standing.server.ts';
import { avoidCall, objectCall, standingCall } from './standing.ts';

const kindInput = Type.String({ minLength: 1, maxLength: 40, pattern: '^[A-Za-z]+$' });

/**
 * Reviewable kind by resource key.
 * @throws Missing for other kinds
 */
const kindOf = ({ engine }: Pick<ActorCall, 'engine'>, key: string): ReviewedKind => {
  const resource = engine.resources.get(key);
  const options = resource && reviewedMixin.optionsOf(resource);
  if (!resource || !options) throw new Missing();
  return { resource, options };
};

/** Parties of the record in a transaction. */
const namedBy = async (
  { engine, tx }: TransactionContext,
  kind: ReviewedKind,
  record: string,
): Promise<readonly string[]> =>
  (await partiesOf(engine, tx, kind, [record])).get(record)?.accounts ?? [];

const standing = endpoint({
  method: 'GET',
  path: standingCall,
  auth: 'user',
  summary: ['评审进展', 'Review progress of a record'],
  input: Type.Object({ kind: kindInput, id: idParam }),
  run: async (input, call) => {
    const { engine, actor, language } = call;
    const kind = kindOf(call, input.kind);
    await engine.as(actor).read(kind.resource, input.id);
    const parties = await engine.database.read(actor.tenantId, (session) =>
      partiesOf(engine, session, kind, [input.id]),
    );
    const isParty = parties.get(input.id)?.accounts.includes(actor.id) ?? false;
    const asking = { resource: kind.resource.key, record: input.id, isParty, language };
    return standingOfRecord(engine, actor, asking);
  },
});

/**
 * Checks a request to exclude a person.
 * @throws Refused above the limit, for a repeated person, and after experts were asked
 */
const assertMayAvoid = async (
  { tx }: TransactionContext,
  kind: ReviewedKind,
  record: string,
  name: string,
): Promise<void> => {
  const [found] = await tx.query<{ count: number; same: boolean; asked: boolean }>(
    `select count(*)::int as count, coalesce(bool_or(a.name = $4), false) as same,
        exists (select 1 from review_item i where i.tenant_id = $1 and i.resource = $2
          and i.business_id = $3 and i.is_deleted = 0 and i.status = any($5)) as asked
       from review_avoidance a
      where a.tenant_id = $1 and a.resource = $2 and a.business_id = $3 and a.is_deleted = 0`,
    [tx.tenantId, kind.resource.key, record, name, [itemCodes.open, itemCodes.confirmed]],
  );
  if (found?.asked) {
    throw new Refused([
      '专家评审已开始，不能再申请回避',
      'The review has started; exclusions can no longer be requested',
    ]);
  }
  if (found?.same) throw new Refused(['该专家已填写', 'That expert has already been named']);
  if ((found?.count ?? 0) >= maxAvoidedExperts) {
    throw new Refused(
      fill(['最多填写 {most} 名不宜评审的专家', 'At most {most} experts can be excluded'], {
        most: maxAvoidedExperts,
      }),
    );
  }
};

/** Request of an applicant to exclude a person from judging a record. */
export interface AvoidanceWish {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly unit: string;
  readonly userId?: string | null;
  readonly reason: string;
}

/**
 * Stores a request to exclude a person.
 * @throws Missing if the actor may not read the record; Refused by `assertMayAvoid`
 */
export const askToAvoid = async (
  engine: Engine,
  actor: Actor,
  wish: AvoidanceWish,
): Promise<string> => {
  const kind = kindOf({ engine }, wish.kind);
  const { row } = await engine.as(actor).read(kind.resource, wish.id);
  return engine.database.transaction(actor.tenantId, async (tx) => {
    const transaction = behaviourTransaction({ engine, actor }, tx);
    // Locks the record, so that concurrent requests respect the limit.
    await lockRow(transaction, kind.resource, wish.id);
    const parties = await namedBy(transaction, kind, wish.id);
    if (!parties.includes(actor.id)) {
      throw new Refused([
        '只有申请人与成员可申请',
        'Only the applicant and members can request this',
      ]);
    }
    const name = wish.name.trim();
    await assertMayAvoid(transaction, kind, wish.id, name);
    const made = await createRow(transaction, untypedKind(reviewAvoidance), {
      name,
      unit: wish.unit.trim(),
      userId: wish.userId || null,
      reason: wish.reason.trim(),
      title: (row as RowLike)[kind.resource.title],
      bizKind: kind.options.target,
      resource: kind.resource.key,
      businessId: wish.id,
      parties: parties.join(','),
    });
    return made.id;
  });
};

const avoid = endpoint({
  method: 'POST',
  path: avoidCall,
  auth: 'user',
  summary: ['申请专家回避', 'Request the exclusion of an expert'],
  input: Type.Object({
    kind: kindInput,
    id: idParam,
    name: Type.String({ minLength: 1, maxLength: 30 }),
    unit: Type.String({ minLength: 1, maxLength: 100 }),
    userId: Type.Optional(Type.Union([idParam, Type.Literal('')])),
    reason: Type.String({ minLength: 1, maxLength: 300 }),
  }),
  run: async (input, { engine, actor }) => {
    const { userId = null, ...wish } = input;
    return { id: await askToAvoid(engine, actor, { ...wish, userId }) };
  },
});

interface Objectable {
  readonly id: string;
  readonly set: string;
  readonly stage: string;
  readonly end: string | null;
  readonly objected: boolean;
}

/**
 * Review of a record against which an objection is possible.
 * @throws Refused if none is possible
 */
const objectable = async (
  { tx, now, actor }: TransactionContext,
  kind: ReviewedKind,
  record: string,
): Promise<Objectable> => {
  const [found] = await tx.query<Objectable>(
    `select i.id::text, s.id::text as set, s.status as stage,
        to_char(s.objection_end, 'YYYY-MM-DD') as "end",
        exists (select 1 from review_objection o where o.tenant_id = $1 and o.item_id = i.id
          and o.is_deleted = 0) as objected
       from review_item i join review_set s on s.tenant_id = i.tenant_id and s.id = i.set_id
      where i.tenant_id = $1 and i.resource = $2 and i.business_id = $3 and i.status = $4
        and i.is_deleted = 0 and $5 = any(string_to_array(i.parties, ','))
      order by i.id desc limit 1`,
    [tx.tenantId, kind.resource.key, record, itemCodes.confirmed, actorIdOf(actor)],
  );
  if (!found || found.stage !== reviewStageCodes.fedBack || found.end === null) {
    throw new Refused(['评审结果尚未反馈', 'The result has not been fed back']);
  }
  if (found.end < dayText(now)) {
    throw new Refused(
      fill(['异议期已于 {end} 截止', 'The objection period ended on {end}'], { end: found.end }),
    );
  }
  return found;
};

/** Objection of an applicant to the review of a record. */
export interface RaisedObjection {
  readonly kind: string;
  readonly id: string;
  /** Code of `objectionGround`. */
  readonly ground: string;
  readonly content: string;
}

/**
 * Stores an objection, one per record, within the period.
 * @throws Missing if the actor may not read the record; Refused if none is possible
 */
export const raiseObjection = async (
  engine: Engine,
  actor: Actor,
  { kind: key, id: record, ground, content }: RaisedObjection,
): Promise<string> => {
  const kind = kindOf({ engine }, key);
  await engine.as(actor).read(kind.resource, record);
  if (!objectionGround.entries.some(({ code }) => code === ground)) {
    throw new Refused([
      '对专家学术判断的不同意见不予受理',
      'Objections to experts’ academic judgement are not accepted',
    ]);
  }
  return engine.database.transaction(actor.tenantId, async (tx) => {
    const transaction = behaviourTransaction({ engine, actor }, tx);
    const found = await objectable(transaction, kind, record);
    // Locks the item, so that concurrent requests create one objection.
    const item = (await lockRow(transaction, itemKind, found.id)) as StoredItem;
    const again = await objectable(transaction, kind, record);
    if (again.objected)
      throw new Refused(['该项已提出异议', 'An objection has already been raised']);
    const made = await createRow(transaction, untypedKind(reviewObjection), {
      title: item.title,
      bizKind: item.bizKind,
      setId: found.set,
      itemId: item.id,
      ground,
      content: content.trim(),
      parties: item.parties,
    });
    return made.id;
  });
};

const object = endpoint({
  method: 'POST',
  path: objectCall,
  auth: 'user',
  summary: ['提出评审异议', 'Object to the review of a record'],
  input: Type.Object({
    kind: kindInput,
    id: idParam,
    ground: Type.String({ maxLength: 2 }),
    content: Type.String({ minLength: 10, maxLength: 2000 }),
  }),
  run: async (input, { engine, actor }) => ({ id: await raiseObjection(engine, actor, input) }),
});

/** Calls for parties of a record about its review. */
export const standingEndpoints: readonly Endpoint[] = [standing, avoid, object];
