import { university } from '@keyan/product/demo/university.server.ts';
import type pg from 'pg';
import { Failure } from '../failure.ts';

const { tenantId } = university;

/** A line of a template's authors. */
export interface TemplateLine {
  readonly name: string;
  /** 0-based index in the cast; null for people outside the university and for students. */
  readonly cast: number | null;
  readonly personType: string;
}

/** Paper of the demo story from which copies are made. */
export interface Template {
  readonly id: string;
  readonly status: string;
  /** Code of the college, such as `310`. */
  readonly college: string;
  readonly english: boolean;
  readonly doi: boolean;
  /** Days before now at which the paper was submitted (null: never), entered, and last changed. */
  readonly submitted: number | null;
  readonly entered: number;
  readonly last: number;
  /** Number of further authors of the university. */
  readonly colleagues: number;
  readonly corrAuthors: string | null;
  /** Index in the cast of the person who has the current task. */
  readonly assignee: number | null;
  readonly lines: readonly TemplateLine[];
}

/**
 * Fills the table `bulk_casting (template_id, old_id, place, name)` with the people who act in a
 * template, by index in its cast: the writer, the college's secretary, the officer of the research
 * office, then colleagues. Copies replace each by another person.
 */
const fillCasting = (client: pg.Client): Promise<unknown> =>
  client.query(
    `create unlogged table bulk_casting as
     with template as (
       select p.id, p.create_user from paper p where p.tenant_id = $1 and p.is_deleted = 0
        order by p.id limit 200
     ), holder as (
       select ur.user_id, r.role_alias from user_role ur
         join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id where ur.tenant_id = $1
     ), found as (
       select id as template_id, create_user as old_id, 0 as place from template
       union all
       select t.id, h.user_id, case h.role_alias when 'dept_secretary' then 1 else 2 end
         from template t join holder h on h.role_alias in ('dept_secretary', 'rd_achieve')
       union all
       select t.id, a.user_id, (2 + row_number() over (partition by t.id order by a.sort_order))::int
         from template t join paper_authors a on a.tenant_id = $1 and a.parent_id = t.id
        where a.user_id is not null and a.user_id <> t.create_user
     )
     select f.template_id, f.old_id, f.place, u.real_name as name
       from found f join users u on u.tenant_id = $1 and u.id = f.old_id`,
    [tenantId],
  );

const daysSince = (moment: string): string =>
  `(extract(epoch from now() - ${moment}) / 86400)::float8`;

/** Reads the papers of the demo story with their people. */
export const readTemplates = async (client: pg.Client): Promise<readonly Template[]> => {
  await fillCasting(client);
  await client.query('analyze bulk_casting');
  const { rows } = await client.query<Template>(
    `select p.id::text, p.audit_status as status, d.dept_code as college,
       p.publish_language = '02' as english, p.doi is not null as doi, ${daysSince('p.submit_time')} as submitted,
       ${daysSince('p.create_time')} as entered,
       ${daysSince('greatest(p.update_time, p.finish_time, p.current_since)')} as last,
       p.corr_authors as "corrAuthors",
       (select min(c.place) from bulk_casting c
         where c.template_id = p.id and c.name = p.current_assignee) as assignee,
       (select count(*)::int from bulk_casting c where c.template_id = p.id and c.place > 2) as colleagues,
       (select json_agg(json_build_object('name', a.name, 'personType', a.person_type, 'cast', (select min(c.place) from bulk_casting c where c.template_id = p.id and c.old_id = a.user_id))
           order by a.sort_order)
          from paper_authors a where a.tenant_id = p.tenant_id and a.parent_id = p.id) as lines
       from paper p join dept d on d.tenant_id = p.tenant_id and d.id = p.fk_dept_id
      where p.tenant_id = $1 and p.id in (select template_id from bulk_casting)
      order by p.id`,
    [tenantId],
  );
  if (rows.length < 100) throw new Failure('The demo university has to be there first: npm start');
  return rows;
};
