import { yielder } from '@keyan/engine/base/yielding.ts';
import type { RecordServices } from '@keyan/engine/records/behaviour.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { indexStaff, type StaffIndex, type StaffMember } from '../bibliography/staff.ts';
import { namesIn, universityNames } from '../common/people.server.ts';
import { type Match, matchWork, type Scholar, type Work } from './matching.ts';

interface Person {
  readonly id: string;
  readonly name: string;
  readonly department: string | null;
  readonly email: string | null;
  readonly orcid: string | null;
  readonly researcherId: string | null;
  readonly aliases: string | null;
}

/** Everybody of a university, ready to be matched with authors. */
export interface People {
  readonly index: StaffIndex;
  readonly scholars: ReadonlyMap<string, Scholar>;
  readonly university: readonly string[];
}

/** Milliseconds for which the people of a university are used again. */
const lifetime = 60_000;
/** People whose spellings are worked out at a time: about 12 ms. */
const atOnce = 250;

type Known = Map<string, { readonly people: Promise<People>; readonly until: number }>;

/** By database and tenant. */
const lists = new WeakMap<RecordServices['database'], Known>();

type Services = Pick<RecordServices, 'database' | 'clock'>;

/** A person with every name that they sign with (署名变体, 英文名, 曾用名). */
const signing = ({ id, name, department, aliases }: Person): StaffMember => ({
  id,
  name,
  aliases: namesIn(aliases).filter((one) => one !== name),
  ...(department ? { departmentName: department } : {}),
});

const merged = (parts: readonly StaffIndex[]): StaffIndex => {
  const join = (pick: (part: StaffIndex) => ReadonlyMap<string, readonly StaffMember[]>) => {
    const all = new Map<string, readonly StaffMember[]>();
    for (const part of parts) {
      for (const [key, members] of pick(part)) all.set(key, [...(all.get(key) ?? []), ...members]);
    }
    return all;
  };
  return {
    byName: join(({ byName }) => byName),
    byPinyin: join(({ byPinyin }) => byPinyin),
    byInitials: join(({ byInitials }) => byInitials),
  };
};

const indexed = async (members: readonly StaffMember[]): Promise<StaffIndex> => {
  const giveWay = yielder();
  const parts: StaffIndex[] = [];
  for (let from = 0; from < members.length; from += atOnce) {
    parts.push(await indexStaff(members.slice(from, from + atOnce)));
    await giveWay();
  }
  return merged(parts);
};

const read = async (session: Session): Promise<People> => {
  const people = await session.query<Person>(
    `select u.id::text, u.real_name as name, d.dept_name as department, u.email,
        p.orcid, p.researcher_id as "researcherId",
        concat_ws(';', p.english_name, p.name_used, p.name_variants) as aliases
      from users u left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
      left join personnel p on p.tenant_id = u.tenant_id and p.id = u.personel_id
        and p.is_deleted = 0
      where u.tenant_id = $1 and u.is_deleted = 0 and u.status = '1'`,
    [session.tenantId],
  );
  const scholars = people.map(({ id, name, email, orcid, researcherId }): Scholar => {
    const identities = [email, orcid, researcherId].filter((one): one is string => Boolean(one));
    return { id, name, identities };
  });
  return {
    index: await indexed(people.map(signing)),
    scholars: new Map(scholars.map((one) => [one.id, one])),
    university: await universityNames(session),
  };
};

/** Everybody of the session's university; at most a minute old. */
export const peopleOf = ({ database, clock }: Services, session: Session): Promise<People> => {
  const known: Known = lists.get(database) ?? new Map();
  lists.set(database, known);
  const now = clock().getTime();
  const found = known.get(session.tenantId);
  if (found && found.until > now) return found.people;
  const people = read(session);
  known.set(session.tenantId, { people, until: now + lifetime });
  people.catch(() => known.delete(session.tenantId));
  return people;
};

/** With whom these people wrote papers that are in the library: ids of colleagues, and names. */
export const coauthorsOf =
  (session: Session) =>
  async (ids: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
    if (ids.length === 0) return new Map();
    const rows = await session.query<{ id: string; other: string | null; name: string | null }>(
      `select distinct mine.user_id::text as id, other.user_id::text as other, other.name
         from paper_authors mine
         join paper p on p.tenant_id = mine.tenant_id and p.id = mine.parent_id
          and p.is_deleted = 0 and p.audit_status = '2' and p.secret_level = '0'
         join paper_authors other on other.tenant_id = mine.tenant_id
          and other.parent_id = mine.parent_id and other.id <> mine.id
        where mine.tenant_id = $1 and mine.user_id = any($2::bigint[])`,
      [session.tenantId, ids],
    );
    const found = new Map<string, Set<string>>();
    for (const { id, other, name } of rows) {
      const all = found.get(id) ?? new Set();
      found.set(id, all);
      for (const one of [other, name]) if (one) all.add(one);
    }
    return found;
  };

/**
 * People of the university to whom a collected record may belong; the data of people are a minute old at
 * most.
 */
export const matchesOf = async (
  services: Services,
  session: Session,
  work: Work,
): Promise<readonly Match[]> => {
  const { index, scholars, university } = await peopleOf(services, session);
  return matchWork(work, index, scholars, university, coauthorsOf(session));
};
