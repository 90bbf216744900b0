import { literal } from '@keyan/engine/store/conditions.ts';
import type { Session } from '@keyan/engine/store/database.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { id } from '@keyan/engine/wire/inputs.ts';
import { personOf } from '@keyan/engine/workers/person.ts';
import { defineTask } from '@keyan/engine/workers/task.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import type { StaffMember } from '../bibliography/staff.ts';

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

/** Milliseconds for which the list of a university's people is used again. */
const fresh = 60_000;

interface Staff {
  readonly key: string;
  readonly people: Promise<readonly StaffMember[]>;
  readonly until: number;
}

const lists = new Map<string, Staff>();

/** The university's people, and a key that is another one whenever they were read anew. */
const staffOf = (session: Session, now: number): Staff => {
  const known = lists.get(session.tenantId);
  if (known && known.until > now) return known;
  const people = session.query<Person>(select, [session.tenantId]).then((found) =>
    found.map(({ id, name, jobNum, department }) => ({
      id,
      name,
      jobNum: jobNum ?? undefined,
      departmentName: department ?? undefined,
    })),
  );
  const staff = { key: `${session.tenantId}:${now}`, people, until: now + fresh };
  lists.set(session.tenantId, staff);
  people.catch(() => lists.delete(session.tenantId));
  return staff;
};

/** Characters of one paste: a hundred records with their abstracts and references. */
const longestPaste = 500_000;

/** Junk of the longest paste takes about two seconds and 150 MB, measured on two busy processors. */
const recognisePaste = defineTask<
  typeof import('./paper-recognition-task.server.ts'),
  'recognisePaste'
>({
  what: ['粘贴的题录', 'The pasted text'],
  module: new URL('./paper-recognition-task.server.ts', import.meta.url),
  run: 'recognisePaste',
  // The input holds the staff, too: about 200 bytes a person.
  bounds: { inputBytes: 16e6, outputBytes: 16e6, milliseconds: 10_000, megabytes: 256 },
});

/** Authors are matched on the server: the list of all people never travels to the page. */
const recognise = endpoint({
  method: 'POST',
  path: 'kh-edu-research/papers/recognise',
  door: 'actor',
  permissions: ['paper_add', 'paper_edit'],
  perMinute: 60,
  summary: ['识别粘贴的题录', 'Recognise pasted references'],
  input: Type.Object({ text: Type.String({ minLength: 1 }) }),
  run: async ({ text }, { engine, actor }) => {
    if (text.length > longestPaste) throw new Invalid([{ path: 'text', message: tooLong }]);
    const { key, people } = await engine.database.read(actor.tenantId, async (session) => {
      const staff = staffOf(session, engine.clock().getTime());
      return { key: staff.key, people: await staff.people };
    });
    const paste = { text, staff: people, staffKey: key };
    return engine.workers.run(recognisePaste, paste, { person: personOf(actor) });
  },
});

const tooLong: Label = [
  `粘贴的题录过长(上限 ${longestPaste / 10_000} 万字),请分批粘贴`,
  `The pasted text is too long (at most ${longestPaste / 1000},000 characters); paste it in parts`,
];

/** People for the sub-table of authors, with what a line takes over from them. */
const people = endpoint({
  method: 'GET',
  path: 'kh-edu-research/papers/people',
  door: 'actor',
  permissions: ['paper_add', 'paper_edit'],
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
