import type { RecordServices } from '@keyan/engine/records/behaviour.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { type Resource, snakeCase } from '@keyan/kernel/definition/resource.ts';
import { program } from '../program/program.ts';

/** Approved, non-secret output that names a project as its support. */
export interface NamingOutput {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly isMarked: boolean;
  /** True if retracted, according to a source or its title. */
  readonly isRetracted: boolean;
}

/** Resources with the sub-table `projects` of supporting projects. */
export const supportedKinds = (resources: Iterable<Resource>): readonly Resource[] =>
  [...resources].filter(({ fields }) => {
    const target = fields.projects?.spec.fields?.programId?.spec.target;
    return target?.key === program.key && Object.hasOwn(fields, 'secretLevel');
  });

const maxOutputs = 200;

const partOf = (kind: Resource, at: number): string => {
  const title = snakeCase(kind.title);
  const retracted = Object.hasOwn(kind.fields, 'isRetracted')
    ? `bool_or(t.is_retracted = '1')`
    : 'false';
  return `select $${at}::text as kind, t.id::text, coalesce(t.${title}, '') as title,
       bool_or(l.is_marked = '1') as "isMarked", coalesce(${retracted}, false) as "isRetracted", max(t.create_time) as made
    from ${kind.table}_projects l join ${kind.table} t on t.tenant_id = l.tenant_id and t.id = l.parent_id
   where l.tenant_id = $1 and (l.program_id = $2 or l.program_num = any($3)) and t.is_deleted = 0
     and t.audit_status = '${statuses.approved}' and t.secret_level = '0'
   group by t.id, t.${title}`;
};

/** True if the title says that the work was retracted. */
const saysRetracted = (title: string): boolean =>
  /^\W*(?:retract(?:ed|ion)\b|撤稿)|[(（【[]\s*(?:撤稿|retracted)\s*[)）】\]]/i.test(title);

/**
 * Approved outputs that name a project: by reference, by its number or the sponsor’s number
 * . Secret outputs are excluded.
 */
export const outputsOfProject = async (
  { resources }: Pick<RecordServices, 'resources'>,
  session: Session,
  project: {
    readonly tenantId: string;
    readonly id: string;
    readonly numbers: readonly (string | null)[];
  },
): Promise<readonly NamingOutput[]> => {
  const kinds = supportedKinds(resources.values());
  if (kinds.length === 0) return [];
  const parts = kinds.map((kind, index) => partOf(kind, index + 4));
  const found = await session.query<NamingOutput>(
    `${parts.join(' union all ')} order by made desc limit ${maxOutputs}`,
    [
      project.tenantId,
      project.id,
      project.numbers.filter((one): one is string => one !== null && one !== ''),
      ...kinds.map(({ key }) => key),
    ],
  );
  return found.map((output) => ({
    ...output,
    isRetracted: output.isRetracted || saysRetracted(output.title),
  }));
};
