import type { Engine } from '@keyan/engine/engine.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { likeLiteral } from '@keyan/engine/store/statements/conditions.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { type Label, say } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { aliasesIn, aliasParam } from '../../shared/references/school-names.ts';
import { personTypeOf } from './authors.ts';

interface Person {
  readonly id: string;
  /** False for a person without account; then `id` is that of the personnel file. */
  readonly hasAccount: boolean;
  readonly name: string;
  readonly jobNum: string | null;
  /** Other names in the personnel file: variants, English name, former name. */
  readonly aliases: string | null;
  /** Unit that is stored with an author, always in Chinese (decision 0174). */
  readonly department: string | null;
  /** Department in the language of the request. */
  readonly shown: string | null;
  /** 人员类别 of the personnel file, a code of `sorter`. */
  readonly sorter: string | null;
}

/** SQL of all possible authors: accounts, and personnel files without an account. */
const peopleText = `select u.id::text, true as "hasAccount", u.real_name as name, u.code as "jobNum",
    concat_ws(';', p.english_name, p.name_used, p.name_variants) as aliases,
    d.dept_name as department, said(d.dept_name, d.dept_name_en) as shown, p.sorter,
    u.search_text
  from users u left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
  left join personnel p on p.tenant_id = u.tenant_id and p.id = u.personel_id and p.is_deleted = 0
  where u.tenant_id = $1 and u.is_deleted = 0 and u.status = '1'
  union all
  select p.id::text, false, p.name, p.job_num,
    concat_ws(';', p.english_name, p.name_used, p.name_variants),
    d.dept_name, said(d.dept_name, d.dept_name_en), p.sorter, p.search_text
  from personnel p left join dept d on d.tenant_id = p.tenant_id and d.id = p.fk_dept_id
  where p.tenant_id = $1 and p.is_deleted = 0
    and not exists (select 1 from users u
      where u.tenant_id = p.tenant_id and u.is_deleted = 0
        and (u.personel_id = p.id or u.id = p.user_id or u.code = p.job_num))`;

/** Reads the names of the tenant's university: in both languages, and those used by databases. */
export const universityNames = async (session: Session): Promise<readonly string[]> => {
  const [names] = await session.query<{
    zh: string | null;
    en: string | null;
    aliases: string | null;
  }>(
    `select t.tenant_name as zh, t.tenant_name_en as en,
        (select p.param_value from param p where p.tenant_id = t.tenant_id
           and p.param_key = $2 and p.is_deleted = 0) as aliases
       from tenant t where t.tenant_id = $1`,
    [session.tenantId, aliasParam],
  );
  return [names?.zh, names?.en, ...aliasesIn(names?.aliases)].filter((name) => name != null);
};

/** Milliseconds for which the list of people is cached. */
const lifetime = 60_000;

/** Person for matching with pasted authors. */
export interface StaffEntry {
  readonly id: string;
  readonly hasAccount: boolean;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly jobNum?: string;
  readonly departmentName?: string;
  /** Dictionary `personType`. */
  readonly personType: string;
}

interface Staff {
  /** Changes whenever the list is read again. */
  readonly key: string;
  readonly people: Promise<readonly StaffEntry[]>;
  readonly until: number;
}

type Source = Pick<Engine, 'database' | 'clock'>;

/** Cached lists by database, since two databases may have tenants with the same code; then by tenant. */
const lists = new WeakMap<Engine['database'], Map<string, Staff>>();

const listsIn = ({ database }: Source): Map<string, Staff> => {
  const known = lists.get(database) ?? new Map<string, Staff>();
  lists.set(database, known);
  return known;
};

/** Splits the names in a field of the personnel file. */
export const namesInCell = (text: string | null): readonly string[] => [
  ...new Set(
    (text ?? '')
      .split(/[;；、\n]/)
      .map((name) => name.trim())
      .filter(Boolean),
  ),
];

/** Returns everybody with an account or a personnel file; the data are at most a minute old. */
export const staffOfUniversity = (source: Source, session: Session): Staff => {
  const own = listsIn(source);
  const now = source.clock().getTime();
  const known = own.get(session.tenantId);
  if (known && known.until > now) return known;
  const people = session.query<Person>(peopleText, [session.tenantId]).then((found) =>
    found.map(({ id, hasAccount, name, jobNum, aliases, department, sorter }) => ({
      id,
      hasAccount,
      name,
      aliases: namesInCell(aliases).filter((one) => one !== name),
      jobNum: jobNum ?? undefined,
      departmentName: department ?? undefined,
      personType: personTypeOf(sorter),
    })),
  );
  const staff = { key: `${session.tenantId}:${now}`, people, until: now + lifetime };
  own.set(session.tenantId, staff);
  people.catch(() => own.delete(session.tenantId));
  return staff;
};

/** Returns the permission codes of all pages with the form of a resource. */
const editorsOf = (kind: Resource): readonly string[] =>
  Object.values(kind.views).flatMap(({ code, actions }) =>
    (['add', 'edit'] as const)
      .filter((action) => actions.includes(action))
      .map((action) => `${code}_${action}`),
  );

const noAccount: Label = ['无账号', 'No account'];

/** People for the sub-table of authors, with what a line takes over from them. */
export const peopleEndpoint = (kind: Resource): Endpoint =>
  endpoint({
    method: 'GET',
    path: `${kind.path}/people`,
    auth: 'user',
    permissions: editorsOf(kind),
    summary: ['按姓名或工号找作者', 'Find authors by name or staff number'],
    input: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 50 })),
      ids: Type.Optional(Type.Array(idParam, { maxItems: 200 })),
    }),
    run: async ({ search = '', ids }, { engine, actor, language }) => {
      const pattern = `%${likeLiteral(search.trim().toLowerCase())}%`;
      const found = await engine.database.read(actor.tenantId, (session) =>
        ids
          ? session.query<Person>(
              `select * from (${peopleText}) people where id = any($2::text[])`,
              [actor.tenantId, ids],
            )
          : session.query<Person>(
              `select * from (${peopleText}) people where search_text like $2
               order by not "hasAccount", length(name), name collate "zh-x-icu", id limit 20`,
              [actor.tenantId, pattern],
            ),
      );
      return found.map(({ id: person, hasAccount, name, jobNum, department, shown, sorter }) => ({
        id: person,
        text: name,
        note: [shown, jobNum, hasAccount ? null : say(noAccount, language)]
          .filter(Boolean)
          .join(' · '),
        jobNum: jobNum ?? '',
        department: department ?? '',
        hasAccount,
        personType: personTypeOf(sorter),
      }));
    },
  });
