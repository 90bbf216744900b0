import { literal } from '@keyan/engine/store/conditions.ts';
import type { Session } from '@keyan/engine/store/database.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { id } from '@keyan/engine/wire/inputs.ts';
import { Type } from 'typebox';
import { referenceToPaper } from './bibliography/draft.ts';
import { parseReferences } from './bibliography/parse.ts';
import { indexStaff, type StaffIndex } from './bibliography/staff.ts';

interface Person {
  readonly id: string;
  readonly name: string;
  readonly jobNum: string | null;
  readonly department: string | null;
}

const select = `select u.id::text, u.real_name as name, u.code as "jobNum",
    d.dept_name as department
  from users u left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
  where u.tenant_id = $1 and u.is_deleted = 0 and u.status = '1'`;

/** Milliseconds for which a university's index of names is used again. */
const fresh = 60_000;

const indexes = new Map<string, { readonly until: number; readonly index: Promise<StaffIndex> }>();

/** The university's people by every spelling of their names. */
const staffIndex = (session: Session, now: number): Promise<StaffIndex> => {
  const known = indexes.get(session.tenantId);
  if (known && known.until > now) return known.index;
  const index = session.query<Person>(select, [session.tenantId]).then((people) =>
    indexStaff(
      people.map(({ id, name, jobNum, department }) => ({
        id,
        name,
        jobNum: jobNum ?? undefined,
        departmentName: department ?? undefined,
      })),
    ),
  );
  indexes.set(session.tenantId, { until: now + fresh, index });
  index.catch(() => indexes.delete(session.tenantId));
  return index;
};

/** Characters of one paste: a few thousand records. */
const longestPaste = 2_000_000;
/** Records that one paste shows; more of them are a matter of importing a file. */
const mostRecords = 100;

/** Authors are matched here: the list of all people never travels to the page. */
const recognise = endpoint({
  method: 'POST',
  path: 'kh-edu-research/papers/recognise',
  door: 'actor',
  permits: ['paper_add', 'paper_edit'],
  perMinute: 60,
  summary: ['识别粘贴的题录', 'Recognise pasted references'],
  input: Type.Object({ text: Type.String({ minLength: 1, maxLength: longestPaste }) }),
  run: async ({ text }, { engine, actor }) => {
    const found = parseReferences(text);
    const works = found.slice(0, mostRecords);
    const index = await engine.database.read(actor.tenantId, (session) =>
      staffIndex(session, engine.clock().getTime()),
    );
    const records = await Promise.all(
      works.map(async (work) => ({
        title: work.title,
        type: work.type,
        source: work.source,
        ...(await referenceToPaper(work, index)),
      })),
    );
    return { records, total: found.length };
  },
});

/** People for the sub-table of authors, with what a line takes over from them. */
const people = endpoint({
  method: 'GET',
  path: 'kh-edu-research/papers/people',
  door: 'actor',
  permits: ['paper_add', 'paper_edit'],
  summary: ['按姓名或工号找作者', 'Find authors by name or staff number'],
  input: Type.Object({
    search: Type.Optional(Type.String({ maxLength: 50 })),
    ids: Type.Optional(Type.Array(id, { maxItems: 200 })),
  }),
  run: async ({ search = '', ids }, { engine, actor }) => {
    const pattern = `%${literal(search.trim().toLowerCase())}%`;
    const found = await engine.database.read(actor.tenantId, (session) =>
      ids
        ? session.query<Person>(`${select} and u.id = any($2::bigint[])`, [actor.tenantId, ids])
        : session.query<Person>(
            `${select} and u.search_text like $2
             order by length(u.real_name), u.real_name collate "zh-x-icu", u.id limit 20`,
            [actor.tenantId, pattern],
          ),
    );
    return found.map(({ id: userId, name, jobNum, department }) => ({
      id: userId,
      text: name,
      note: [department, jobNum].filter(Boolean).join(' · '),
      jobNum: jobNum ?? '',
      department: department ?? '',
    }));
  },
});

export const recognitionEndpoints: readonly Endpoint[] = [recognise, people];
