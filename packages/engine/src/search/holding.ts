import { sql } from 'kysely';
import { cached, slot } from '../store/compile.ts';
import type { Statement } from '../store/statement.ts';
import { type Asked, judged } from './find.ts';

const keep = cached();

/** Of a kind, the records that may be found: all, or some if they are more than `judged`; null where they are many. */
export interface Holding {
  readonly resource: string;
  readonly ids: readonly string[] | null;
}

/**
 * A word is frequent where so many of the newest entries have it; a kind with few entries has no frequent words. A word
 * that is only begun counts as frequent there: the index would collect all of its entries to say whether they are few.
 */
const frequent = { newest: 100, holding: 3 } as const;

// The conditions are no text here: a cast of each would keep PostgreSQL from the index under row-level security.
const ofKind = sql`e.tenant_id = ${slot('tenant')} and e.resource = k.resource`;
const often = sql`select k.begins or count(*) >= ${sql.lit(frequent.holding)} as often from (select e.terms from search_entry e where ${ofKind} and k.large and not k.begins order by e.record_id desc limit ${sql.lit(frequent.newest)}) n where n.terms @@ k.condition`;
const some = sql`select array_agg(n.record_id::text) as ids from (select e.record_id from search_entry e where not o.often and e.tenant_id = ${slot('tenant')} and e.terms @@ k.condition and e.resource || '' = k.resource limit ${sql.lit(judged + 1)}) n`;
const holdingSql = sql`select k.resource, f.ids from unnest(${slot('resources')}::text[], ${slot('conditions')}::tsquery[], ${slot('larges')}::boolean[], ${slot('begun')}::boolean[]) k(resource, condition, large, begins) cross join lateral (${often}) o cross join lateral (${some}) f where o.often or f.ids is not null`;

/** Which of these resources have records that may be found. It gives rows of `Holding`. */
export const holdingStatement = (tenant: string, questions: readonly Asked[]): Statement =>
  keep('holding', () => holdingSql).bind({
    tenant,
    resources: questions.map(({ resource }) => resource.key),
    conditions: questions.map(({ holds }) => holds),
    larges: questions.map(({ shape }) => shape.stretches > 0),
    begun: questions.map(({ shape }) => shape.begins && shape.stretches > 0),
  });
