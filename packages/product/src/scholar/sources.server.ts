import type { NamingRow, PersonNaming } from '@keyan/engine/commands/port.ts';
import type { ActorCall } from '@keyan/engine/wire/endpoint.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import { englishNamesIn } from '../achievement/citing/english-names.server.ts';
import { citationOf, type EnglishNames, fieldsForCiting } from '../achievement/citing/item.ts';
import { personnel } from '../people/personnel.ts';
import { project } from '../project/project.ts';
import { maxOutputs } from './scholar.ts';

// Loads the data of a scholar page; two SQL statements, whatever the number of records.

/** Public data of a person: name, department, position. */
export interface PublicCard {
  readonly id: string;
  readonly name: string;
  readonly department: string | null;
  /** Code of 职称. */
  readonly ranks: string | null;
  readonly avatar: string | null;
}

/**
 * Fields of the personnel file on a scholar page, for readers of the file; none is secret or
 * masked.
 */
export const factFields = [
  'englishName',
  'jobNum',
  'tlDegree',
  'subjectTitle',
  'researchDirection',
  'academicExpertise',
  'academicPartTime',
  'isDoctoral',
  'email',
  'officePhone',
  'website',
  'orcid',
  'scopusId',
  'researcherId',
  'intro',
] as const;

/** Additional fields that a person may include in the résumé. */
export const privateFields = ['sex', 'birthDate', 'phone', 'position', 'studies', 'jobs'] as const;

const projectFields = [
  'programName',
  'programNum',
  'programKind',
  'programLeader',
  'level',
  'status',
  'startDate',
  'endDate',
] as const;

/** Kinds with a citation, whose records count as outputs. */
export const outputKinds = (resources: readonly Resource[]): readonly Resource[] =>
  resources.filter(citationOf);

const plain = (resource: unknown): Resource => resource as Resource;

/** Query for records that name a person as author; pending ones only for the author. */
const outputsOf = (kind: Resource, own: boolean): readonly PersonNaming[] => {
  const [rows, field] = kind.concerned ?? [];
  if (!rows || !field) return [];
  const shown = own ? [statuses.approved, statuses.inApproval] : [statuses.approved];
  return [
    {
      resource: kind,
      at: [[rows, field]],
      fields: [...fieldsForCiting(kind).filter((name) => name !== 'abstractText'), 'auditStatus'],
      where: [
        { field: 'auditStatus', operator: 'anyOf', value: shown },
        // Excludes secret records.
        { field: 'secretLevel', operator: 'anyOf', value: ['0'] },
      ],
    },
  ];
};

/** Records that name a person and that the caller may read. */
export interface ScholarSources {
  readonly card: PublicCard;
  readonly own: boolean;
  /** Records by resource key. */
  readonly rows: ReadonlyMap<string, readonly NamingRow['row'][]>;
  /** English names of authors with a personnel file. */
  readonly english: EnglishNames;
}

/**
 * Public data of a person.
 * @throws Missing for an unknown id
 */
const cardOf = async ({ engine, actor }: ActorCall, person: string): Promise<PublicCard> => {
  const [found] = await engine.database.short<PublicCard>(actor.tenantId, {
    sql: `select u.id::text, u.real_name as name, said(d.dept_name, d.dept_name_en) as department, p.ranks, u.avatar
            from users u
            left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
            left join lateral (select p.ranks from personnel p
              where p.tenant_id = u.tenant_id and p.user_id = u.id and p.is_deleted = 0 limit 1) p on true
           where u.tenant_id = $1 and u.id = $2 and u.is_deleted = 0`,
    parameters: [actor.tenantId, person],
  });
  if (!found) throw new Missing();
  return found;
};

/** Loads the data for a page or résumé of a person. */
export const scholarSourcesOf = async (
  call: ActorCall,
  kinds: readonly Resource[],
  person: string,
): Promise<ScholarSources> => {
  const { engine, actor } = call;
  const own = person === actor.id;
  const [card, found] = await Promise.all([
    cardOf(call, person),
    engine.as(actor).naming(
      person,
      [
        ...kinds.flatMap((kind) => outputsOf(kind, own)),
        {
          resource: plain(project),
          at: ['programLeader', ['members', 'userId']],
          fields: projectFields,
          where: [],
        },
        {
          resource: plain(personnel),
          at: ['userId'],
          fields: [...factFields, ...privateFields],
          where: [],
        },
      ],
      maxOutputs,
    ),
  ]);
  const rows = Map.groupBy(found, ({ key }) => key);
  return {
    card,
    own,
    rows: new Map([...rows].map(([key, some]) => [key, some.map(({ row }) => row)])),
    english: await engine.database.read(actor.tenantId, (session) =>
      englishNamesIn(
        session,
        found.map(({ row }) => row),
      ),
    ),
  };
};
