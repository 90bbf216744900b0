import type { Session } from '@keyan/engine/store/connection/database.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Input } from '@keyan/kernel/specimen/values.ts';
import { defaultRates } from '../achievement/common/authors.ts';
import { memberFields } from '../project/common/parts.ts';
import { program } from '../project/program/program.ts';
import type { WriterChoices } from './choices.server.ts';
import { teamOf } from './project-parts.server.ts';
import { teamLines } from './teams.server.ts';
import { demoUnits, university } from './university.server.ts';

export interface DemoColleague {
  readonly id: string;
  readonly name: string;
}

/** Person who may write records of the demo. */
export interface DemoWriterPerson {
  readonly actor: Actor;
  /** Another person of the same college. */
  readonly colleague: DemoColleague | null;
  /** All other people of the same college. */
  readonly colleagues: readonly DemoColleague[];
  /** Id of a department in another college. */
  readonly partner: string | undefined;
  /** Code of the college, a key of `collegeWords`. */
  readonly college: string;
}

/** Writer of a demo record, with the options for its references. */
export interface DemoRecordWriter extends DemoWriterPerson, WriterChoices {}

/** Teacher with college and department. */
export interface MembersByCollege extends DemoColleague {
  readonly college: string;
  readonly department: string;
}

/** Returns the people of departments by department code. */
export const membersOf = (
  session: Session,
  codes: readonly string[],
): Promise<MembersByCollege[]> =>
  session.query<MembersByCollege>(
    `select users.id::text, users.real_name as name, dept.dept_code as college,
        dept.id::text as department
       from users join dept on dept.id = users.dept_id and dept.tenant_id = users.tenant_id
      where users.tenant_id = $1 and dept.dept_code = any($2) and users.status = '1'
      order by users.id`,
    [university.tenantId, codes],
  );

/** Returns the colleagues of a member of a college, and the partner department from another college. */
export const colleaguesAndPartner = (
  members: readonly MembersByCollege[],
  college: string,
  id: string,
): Pick<DemoWriterPerson, 'colleagues' | 'partner'> => {
  const codes = [...new Set(members.map((one) => one.college))];
  const next = codes[(codes.indexOf(college) + 1) % codes.length];
  return {
    colleagues: members.filter((one) => one.college === college && one.id !== id),
    partner: members.find((one) => one.college === next && next !== college)?.department,
  };
};

interface About {
  readonly college: string;
  readonly writer: DemoRecordWriter | undefined;
  /** Index of the record within its resource, from 0. */
  readonly index: number;
}

/** Number of people of a record, by index: of four records one has one person, one has two, two have three. */
const signing = [2, 3, 3, 1] as const;

/** Returns the lines of a membership change in which a colleague joins the team of the record's project. */
const joined = ({ programId }: Input, { colleague, records }: DemoRecordWriter): Input => {
  const team = records.get(`${program.key} ${programId}`)?.members as readonly Input[] | undefined;
  if (!colleague || !team?.length) return {};
  const [, line] = teamOf('', colleague.id);
  const names = Object.keys(memberFields());
  const stay = team.map((one) => Object.fromEntries(names.map((name) => [name, one[name]])));
  return { newMembers: [...stay, { ...line, sort: team.length + 1 }] };
};

/** Returns the lines of the people concerned by the record: the writer, and in most records colleagues. */
export const concernedPeople = (
  { concerned, fields }: Resource,
  drawn: Input,
  { writer, college, index }: About,
): Input => {
  const [rows = '', person = ''] = concerned ?? [];
  const lines = fields[rows]?.spec.fields;
  if (writer && fields.newMembers) return joined(drawn, writer);
  if (writer && lines?.teamRole) {
    const { actor, colleagues, partner } = writer;
    const together = colleagues.slice(0, 3 + (index % 3));
    const joined = index % 2 === 0 ? partner : undefined;
    return teamLines(actor, together, joined, String(drawn.foundDate));
  }
  if (writer && lines?.memberRole) {
    const { actor, colleague } = writer;
    const members = teamOf(actor.id, index % 2 === 0 ? colleague?.id : undefined);
    return { programLeader: actor.id, [rows]: members };
  }
  const [first, ...later] = lines?.authorType?.spec.dictionary?.entries ?? [];
  if (!writer || !lines?.[person] || !first) return {};
  const { actor, colleagues } = writer;
  const stated = Object.keys(lines).filter((name) => lines[name]?.spec.specimen);
  const [example = {}] = (drawn[rows] as readonly Input[] | null) ?? [];
  const unit = demoUnits.find(({ code }) => code === college)?.name[0] ?? '';
  const beside = (after: number) => colleagues[(index + after) % colleagues.length];
  const people = [actor, beside(0), beside(1)]
    .filter((one) => one !== undefined)
    .filter((one, at, all) => all.findIndex(({ id }) => id === one.id) === at)
    .slice(0, Math.min(signing[index % signing.length] ?? 1, later.length + 1));
  const rates = defaultRates(people.length);
  const signed = people.map((who, place) => ({
    ...(place === 0 ? Object.fromEntries(stated.map((name) => [name, example[name]])) : {}),
    sort: place + 1,
    personType: '01',
    [person]: who.id,
    name: who.name,
    unit,
    authorType: (place === 0 ? first : later[place - 1])?.code,
    contributionRate: rates[place],
  }));
  return { [rows]: signed };
};
