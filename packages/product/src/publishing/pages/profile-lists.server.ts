import type { Engine } from '@keyan/engine/engine.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { snakeCase } from '@keyan/kernel/definition/resource.ts';
import { entitiesOf, entityKeyOf } from '../entities.server.ts';
import type { Entity } from '../entity.ts';
import { outlets, type PublishingOutlet } from '../outlets.ts';
import { publicPath } from '../publishing.ts';
import type { Site } from '../site.server.ts';
import type { PublicRecordList } from './html.server.ts';

/** Maximum number of records on a profile. */
const maxListedRecords = 500;

/** SQL of the places where an outlet’s records name people: lines or fields. */
const namingSql = ({ key, resource }: PublishingOutlet): readonly string[] => {
  const [rows, field] = resource.concerned ?? [];
  if (!rows || !field) return [];
  return [
    `select p.outlet, p.record_id from published p
       join ${resource.table}_${snakeCase(rows)} l on l.tenant_id = p.tenant_id and l.parent_id = p.record_id
      where p.tenant_id = $1 and p.outlet = '${key}' and not p.is_deleted and l.${snakeCase(field)} = $2`,
  ];
};

/** SQL of projects that a person leads or works on. */
const projectSql = `
  select p.outlet, p.record_id from published p join program t on t.tenant_id = p.tenant_id and t.id = p.record_id
   where p.tenant_id = $1 and p.outlet in ('programInfo', 'contractProject') and not p.is_deleted
     and (t.program_leader = $2 or exists (select 1 from program_members m
       where m.tenant_id = t.tenant_id and m.parent_id = t.id and m.user_id = $2))`;

const outputSql = outlets
  .filter(({ is }) => ['Publication', 'Patent', 'Product'].includes(is))
  .flatMap(namingSql)
  .join(' union ');

interface NamedRecord {
  readonly outlet: string;
  readonly id: string;
}

const read = (session: Session, sql: string, account: string): Promise<NamedRecord[]> =>
  session.query<NamedRecord>(
    `select outlet, record_id::text as id from (${sql}) x order by record_id desc limit ${maxListedRecords}`,
    [session.tenantId, account],
  );

const noteOf = ({ people, host, date, start }: Entity): string =>
  [people.map(({ name }) => name).join('、'), host?.title, date ?? start]
    .filter(Boolean)
    .join(' · ');

/** Published records that name a person, within the lists that the person shows. */
export const profileLists = async (
  engine: Engine,
  site: Site,
  account: string,
  fields: readonly string[],
): Promise<readonly PublicRecordList[]> => {
  const [outputs, projects] = await engine.database.read(site.tenantId, async (session) => [
    fields.includes('outputs') ? await read(session, outputSql, account) : [],
    fields.includes('projects') ? await read(session, projectSql, account) : [],
  ]);
  const entities = await entitiesOf(engine, site, [...outputs, ...projects]);
  const lines = (named: readonly NamedRecord[]): PublicRecordList['lines'] =>
    named
      .flatMap(({ outlet, id }) => {
        const entity = entities.get(entityKeyOf(outlet, id));
        return entity ? [{ entity, path: publicPath(outlet, id) }] : [];
      })
      .sort((one, other) => (other.entity.date ?? '').localeCompare(one.entity.date ?? ''))
      .map(({ entity, path }) => ({
        title: entity.titles[0]?.text ?? '',
        note: noteOf(entity),
        path,
      }));
  return [
    { heading: ['科研成果', 'Outputs'], lines: lines(outputs) },
    { heading: ['科研项目', 'Projects'], lines: lines(projects) },
  ];
};
