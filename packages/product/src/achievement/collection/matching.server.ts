import { createYielder } from '@keyan/engine/base/yielding.ts';
import type { RecordServices } from '@keyan/engine/records/behaviour.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { indexStaff, type StaffIndex, type StaffMember } from '../bibliography/staff.ts';
import { namesInCell, universityNames } from '../common/people.server.ts';
import { authorsOf } from './authors.ts';
import { claimCodes } from './dictionaries.ts';
import {
  matchWork,
  type PastCollaboration,
  type PersonMatch,
  type PreparedPeople,
  preparePeople,
  type ScholarToMatch,
  type WorkToMatch,
} from './matching.ts';

interface Person {
  readonly id: string;
  readonly name: string;
  readonly department: string | null;
  readonly email: string | null;
  readonly orcid: string | null;
  readonly researcherId: string | null;
  readonly aliases: string | null;
  readonly departmentId: string | null;
  readonly fromYear: number | null;
  readonly untilYear: number | null;
  readonly discipline: string | null;
}

/** People of a university prepared for matching, and the names of the university. */
export interface MatchedUniversity extends PreparedPeople {
  readonly names: readonly string[];
}

/** Milliseconds for which the prepared people are cached. */
const lifetime = 60_000;
/** Number of people prepared without interruption: about 12 ms. */
const atOnce = 250;

type Known = Map<string, { readonly people: Promise<MatchedUniversity>; readonly until: number }>;

/** Cached people by database and tenant. */
const lists = new WeakMap<RecordServices['database'], Known>();

type Services = Pick<RecordServices, 'database' | 'clock'>;

/** Returns a person with every name used for signing (署名变体, 英文名, 曾用名). */
const signing = ({ id, name, department, aliases }: Person): StaffMember => ({
  id,
  name,
  aliases: namesInCell(aliases).filter((one) => one !== name),
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
  const giveWay = createYielder();
  const parts: StaffIndex[] = [];
  for (let from = 0; from < members.length; from += atOnce) {
    parts.push(await indexStaff(members.slice(from, from + atOnce)));
    await giveWay();
  }
  return merged(parts);
};

interface Department {
  readonly id: string;
  readonly parent: string | null;
  readonly zh: string | null;
  readonly en: string | null;
}

/** Returns the names of a department and its ancestors, without the root. */
const placesOf = (departments: ReadonlyMap<string, Department>, id: string | null): string[] => {
  const names: string[] = [];
  const seen = new Set<string>();
  for (let at = departments.get(id ?? ''); at && !seen.has(at.id); ) {
    seen.add(at.id);
    const above = departments.get(at.parent ?? '');
    if (!above) break;
    names.push(...[at.zh, at.en].filter((name): name is string => Boolean(name)));
    at = above;
  }
  return names;
};

/** Reads the first-level disciplines of approved papers, by journal. */
const disciplinesOf = async (
  session: Session,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const rows = await session.query<{ key: string; discipline: string }>(
    `select distinct key, left(p.discipline, 3) as discipline
       from paper p cross join lateral (values (p.issn), (lower(p.journal_name))) keys (key)
      where p.tenant_id = $1 and p.is_deleted = 0 and p.audit_status = '2'
        and p.secret_level = '0' and p.discipline is not null and key is not null`,
    [session.tenantId],
  );
  const found = new Map<string, Set<string>>();
  for (const { key, discipline } of rows) {
    found.set(key, (found.get(key) ?? new Set()).add(discipline));
  }
  return found;
};

const read = async (session: Session): Promise<MatchedUniversity> => {
  const people = await session.query<Person>(
    `select u.id::text, u.real_name as name, d.dept_name as department, u.email,
        p.orcid, p.researcher_id as "researcherId", u.dept_id::text as "departmentId",
        extract(year from p.appointment_time)::int as "fromYear",
        null::int as "untilYear", left(p.subject_title, 3) as discipline,
        concat_ws(';', p.english_name, p.name_used, p.name_variants) as aliases
      from users u left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
      left join personnel p on p.tenant_id = u.tenant_id and p.id = u.personel_id
        and p.is_deleted = 0
      where u.tenant_id = $1 and u.is_deleted = 0 and u.status = '1'`,
    [session.tenantId],
  );
  const departments = new Map(
    (
      await session.query<Department>(
        `select id::text, parent_id::text as parent, dept_name as zh, dept_name_en as en
           from dept where tenant_id = $1 and is_deleted = 0`,
        [session.tenantId],
      )
    ).map((one) => [one.id, one]),
  );
  const scholars = people.map(
    ({ id, name, email, orcid, researcherId, departmentId, ...more }): ScholarToMatch => ({
      id,
      name,
      identities: [email, orcid, researcherId].filter((one): one is string => Boolean(one)),
      places: placesOf(departments, departmentId),
      fromYear: more.fromYear,
      untilYear: more.untilYear,
      discipline: more.discipline,
    }),
  );
  const names = await universityNames(session);
  const index = await indexed(people.map(signing));
  return { ...preparePeople(index, scholars, names, await disciplinesOf(session)), names };
};

/** Returns everybody of the session's university; the data are at most a minute old. */
export const peopleOfUniversity = (
  { database, clock }: Services,
  session: Session,
): Promise<MatchedUniversity> => {
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

/** Groups texts by person id. */
const grouped = (
  rows: readonly { readonly id: string; readonly texts: readonly (string | null)[] }[],
): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  for (const { id, texts } of rows) {
    const all = found.get(id) ?? new Set();
    found.set(id, all);
    for (const one of texts) if (one) all.add(one);
  }
  return found;
};

/**
 * Returns a function that reads people's co-authors in approved papers (account ids and names), and the authors of
 * records that they declined.
 */
export const pastCollaborationOf =
  (session: Session) =>
  async (ids: readonly string[]): Promise<PastCollaboration> => {
    if (ids.length === 0) return { coauthors: new Map(), denied: new Map() };
    const together = await session.query<{
      id: string;
      other: string | null;
      name: string | null;
    }>(
      `select distinct mine.user_id::text as id, other.user_id::text as other, other.name
         from paper_authors mine
         join paper p on p.tenant_id = mine.tenant_id and p.id = mine.parent_id
          and p.is_deleted = 0 and p.audit_status = '2' and p.secret_level = '0'
         join paper_authors other on other.tenant_id = mine.tenant_id
          and other.parent_id = mine.parent_id and other.id <> mine.id
        where mine.tenant_id = $1 and mine.user_id = any($2::bigint[])`,
      [session.tenantId, ids],
    );
    const refused = await session.query<{ id: string; authors: string | null; sort: number }>(
      `select m.user_id::text as id, t.authors_text as authors, coalesce(m.sort, 0) as sort
         from collection_thesis_matches m
         join collection_thesis t on t.tenant_id = m.tenant_id and t.id = m.parent_id
          and t.is_deleted = 0
        where m.tenant_id = $1 and m.user_id = any($2::bigint[]) and m.answer = $3`,
      [session.tenantId, ids, claimCodes.ignored],
    );
    return {
      coauthors: grouped(together.map(({ id, other, name }) => ({ id, texts: [other, name] }))),
      denied: grouped(
        refused.map(({ id, authors, sort }) => ({
          id,
          texts: authorsOf({ authorsText: authors })
            .filter((_, index) => index + 1 !== sort)
            .map(({ name }) => name),
        })),
      ),
    };
  };

/** Returns a function that reads people's co-authors in approved papers: account ids and names. */
export const coauthorsOf =
  (session: Session) =>
  async (ids: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> =>
    (await pastCollaborationOf(session)(ids)).coauthors;

/** Returns the people to whom a collected record may belong; data of people are at most a minute old. */
export const matchesOfRecord = async (
  services: Services,
  session: Session,
  work: WorkToMatch,
): Promise<readonly PersonMatch[]> =>
  matchWork(work, await peopleOfUniversity(services, session), pastCollaborationOf(session));
