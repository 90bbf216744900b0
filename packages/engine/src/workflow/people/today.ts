import { fill, type Label } from '@keyan/kernel/label.ts';
import { pickedPeopleFact, userOf } from '@keyan/kernel/workflow/directory.ts';
import type { Session } from '../../store/connection/database.ts';
import { peopleReferencePattern } from './people.ts';

/** Reference to people as text, with the people it currently includes. */
export interface PeopleToday {
  readonly reference: string;
  readonly label: Label;
  /** Some of the people; empty if they depend on the record. */
  readonly people: readonly { readonly name: string; readonly department: string }[];
  /** Number of people; null if they depend on the record alone. */
  readonly count: number | null;
  /** Departments without any such person, if the record's department decides. */
  readonly lacking: readonly string[];
  readonly lackingCount: number;
}

/** Maximum number of people and departments named; others are only counted. */
const maxPeopleNamed = 8;

interface Holder {
  readonly subject: string;
  readonly id: string;
  readonly name: string;
  /** Departments of the person, the main one first. */
  readonly departments: readonly string[];
}

interface Department {
  readonly id: string;
  readonly parent: string;
  readonly name: string;
  readonly leader: string | null;
}

/** SQL for active people by role, by id and by department, with their departments. */
const holdersText = `with found as (
    select 'role:' || r.role_alias as subject, ur.user_id as id
      from role r join user_role ur on ur.tenant_id = r.tenant_id and ur.role_id = r.id
     where r.tenant_id = $1 and r.is_deleted = 0 and r.role_alias = any($2::text[])
    union all
    select 'user:' || u.id, u.id from users u where u.tenant_id = $1 and u.id = any($3::bigint[])
    union all
    select 'dept:' || u.dept_id, u.id from users u
     where u.tenant_id = $1 and u.dept_id = any($4::bigint[])
    union all
    select 'leader', d.leader_id from dept d where d.tenant_id = $1 and d.is_deleted = 0)
  select f.subject, u.id::text, u.real_name as name,
         array_remove(u.dept_id::text || array(select ud.dept_id::text from user_dept ud
           where ud.tenant_id = $1 and ud.user_id = u.id), null) as departments
    from found f join users u on u.tenant_id = $1 and u.id = f.id
   where u.status = '1' and u.is_deleted = 0 order by u.real_name, u.id`;

const departmentsText = `select id::text, coalesce(parent_id, 0)::text as parent, said(dept_name, dept_name_en) as name,
    leader_id::text as leader from dept
  where tenant_id = $1 and is_deleted = 0 and merged_into is null order by sort, id`;

const rolesText = `select role_alias as alias, said(role_name, role_name_en) as name from role
  where tenant_id = $1 and is_deleted = 0`;

const texts = {
  applicant: ['申请人', 'The applicant'],
  picked: ['由申请人在提交时选择', 'Chosen by the applicant at submission'],
  ofRecord: ['记录中的【{field}】', '“{field}” of the record'],
  ofDepartment: ['{who}（所在部门）', '{who} of the department'],
  upwards: [
    '{who}（所在部门，没有则上级部门）',
    '{who} of the department, or else of the one above',
  ],
  inDepartment: ['{who}（{department}）', '{who} of {department}'],
  leader: ['部门负责人', 'Head of department'],
  leaders: ['部门负责人，逐级向上 {count} 级', 'Heads of department, {count} levels upwards'],
  everybody: ['{department}的全体人员', 'Everybody in {department}'],
} as const satisfies Record<string, Label>;

const asNumber = (ids: readonly (string | undefined)[]): readonly string[] =>
  ids.filter((id): id is string => id !== undefined && /^\d{1,19}$/.test(id));

/** Directory of one tenant, for the given references. */
class Today {
  readonly #holders: readonly Holder[];
  readonly #departments: readonly Department[];
  readonly #roles: ReadonlyMap<string, string>;
  readonly #fieldOf: (name: string) => Label | undefined;

  constructor(
    holders: readonly Holder[],
    departments: readonly Department[],
    roles: ReadonlyMap<string, string>,
    fieldOf: (name: string) => Label | undefined,
  ) {
    this.#holders = holders;
    this.#departments = departments;
    this.#roles = roles;
    this.#fieldOf = fieldOf;
  }

  #nameOf(department: string): string {
    return this.#departments.find(({ id }) => id === department)?.name ?? department;
  }

  #people(reference: string, label: Label, holders: readonly Holder[]): PeopleToday {
    const people = [...new Map(holders.map((holder) => [holder.id, holder])).values()];
    return {
      reference,
      label,
      people: people.slice(0, maxPeopleNamed).map(({ name, departments: [main] }) => ({
        name,
        department: main === undefined ? '' : this.#nameOf(main),
      })),
      count: people.length,
      lacking: [],
      lackingCount: 0,
    };
  }

  #open(reference: string, label: Label): PeopleToday {
    return { reference, label, people: [], count: null, lacking: [], lackingCount: 0 };
  }

  /** Returns the lowest-level departments in which, or above which if that counts, nobody has the role. */
  #lacking(holders: readonly Holder[], upwards: boolean): readonly string[] {
    const staffed = new Set(holders.flatMap(({ departments }) => departments));
    const parents = new Map(this.#departments.map(({ id, parent }) => [id, parent]));
    const isStaffed = (id: string | undefined, depth = 0): boolean =>
      id !== undefined &&
      depth < 20 &&
      (staffed.has(id) || (upwards && isStaffed(parents.get(id), depth + 1)));
    const withChildren = new Set(parents.values());
    return this.#departments
      .filter(({ id }) => !withChildren.has(id) && !isStaffed(id))
      .map(({ name }) => name);
  }

  #placed(reference: string, subject: string, who: Label): PeopleToday {
    const { up, at } = peopleReferencePattern.exec(reference)?.groups ?? {};
    const holders =
      subject === 'leader'
        ? this.#departments.flatMap(({ id, leader }) =>
            this.#holders
              .filter((holder) => holder.subject === 'leader' && holder.id === leader)
              .map((holder) => ({ ...holder, departments: [id] })),
          )
        : this.#holders.filter((holder) => holder.subject === subject);
    if (at !== undefined) {
      const label = fill(texts.inDepartment, { who, department: this.#nameOf(at) });
      const there = holders.filter(({ departments }) => departments.includes(at));
      return this.#people(reference, label, there);
    }
    if (!reference.includes('@')) return this.#people(reference, who, holders);
    const lacking = this.#lacking(holders, up !== undefined);
    const label = fill(up === undefined ? texts.ofDepartment : texts.upwards, { who });
    return {
      ...this.#people(reference, label, holders),
      lacking: lacking.slice(0, maxPeopleNamed),
      lackingCount: lacking.length,
    };
  }

  of(reference: string): PeopleToday {
    if (reference === 'applicant') return this.#open(reference, texts.applicant);
    const variable = /^var:(.+)$/.exec(reference)?.[1];
    if (variable === pickedPeopleFact) return this.#open(reference, texts.picked);
    if (variable !== undefined) {
      const field = this.#fieldOf(variable) ?? variable;
      return this.#open(reference, fill(texts.ofRecord, { field }));
    }
    const user = userOf(reference);
    if (user !== undefined) {
      const holders = this.#holders.filter(({ subject }) => subject === reference);
      const name = holders[0]?.name ?? user;
      return this.#people(reference, [name, name], holders);
    }
    const { role, leader, dept, levels } = peopleReferencePattern.exec(reference)?.groups ?? {};
    if (levels !== undefined) return this.#open(reference, fill(texts.leaders, { count: levels }));
    if (dept !== undefined) {
      const holders = this.#holders.filter(({ subject }) => subject === reference);
      const label = fill(texts.everybody, { department: this.#nameOf(dept) });
      return this.#people(reference, label, holders);
    }
    if (leader !== undefined) return this.#placed(reference, 'leader', texts.leader);
    const name = this.#roles.get(role ?? '');
    const label: Label = name === undefined ? [reference, reference] : [name, name];
    return this.#placed(reference, `role:${role}`, label);
  }
}

/**
 * Returns references to people as text, with the people whom they currently include: the answer to “who would be asked
 * today”.
 * @param fieldOf returns the label of a field of the record with people
 */
export const peopleToday = async (
  session: Session,
  references: readonly string[],
  fieldOf: (name: string) => Label | undefined = () => undefined,
): Promise<ReadonlyMap<string, PeopleToday>> => {
  const all = [...new Set(references)];
  const { tenantId } = session;
  const groups = all.map((one) => peopleReferencePattern.exec(one)?.groups ?? {});
  const roles = groups.flatMap(({ role }) => role ?? []);
  const holders = await session.query<Holder>(holdersText, [
    tenantId,
    roles,
    asNumber(all.map((one) => userOf(one))),
    asNumber(groups.map(({ dept }) => dept)),
  ]);
  const departments = await session.query<Department>(departmentsText, [tenantId]);
  const named = await session.query<{ alias: string; name: string }>(rolesText, [tenantId]);
  const names = new Map(named.map(({ alias, name }) => [alias, name]));
  const today = new Today(holders, departments, names, fieldOf);
  return new Map(all.map((reference) => [reference, today.of(reference)]));
};
