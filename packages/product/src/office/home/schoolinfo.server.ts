import { kinds, specIn } from '@keyan/kernel/definition/field/kinds.ts';
import { untyped } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { paper } from '../../achievement/paper/paper.ts';
import { personnel } from '../../people/personnel.ts';
import { project } from '../../project/project.ts';
import { type Asking, cardsOf, libraryBy, reachCards } from './cards.server.ts';
import { figureScopeOf, narrowed, within } from './figure-scope.server.ts';
import { type SchoolInfo, type Share, underway } from './figures.ts';

/** As any resource: the engine's parts take no particular one. */
const projects = untyped(project);
const files = untyped(personnel);

const none: Label = ['未填写', 'Not given'];

interface Counted {
  readonly code: string | null;
  readonly name: string | null;
  readonly value: number;
}

const shares = (
  rows: readonly Counted[],
  nameOf: (row: Counted) => string,
  missing: string,
): readonly Share[] =>
  rows.map((row) => ({
    code: row.code ?? '',
    name: row.code === null ? missing : nameOf(row),
    value: row.value,
  }));

const projectsBy = (
  { engine, actor }: Asking,
  column: 'level' | 'department_id',
): Promise<Counted[]> => {
  const scope = within(actor, { department: 'p.department_id', person: 'p.program_leader' }, '$2');
  const shown = narrowed({ engine, actor }, projects, 'p.id', 3);
  return engine.database.read(actor.tenantId, (session) =>
    session.query<Counted>(
      `select p.${column}::text as code, max(said(d.dept_name, d.dept_name_en)) as name, count(*)::int as value
         from program p left join dept d on d.tenant_id = p.tenant_id and d.id = p.department_id
        where p.tenant_id = $1 and p.is_deleted = 0 and p.program_kind <> 'surplus'
          and p.status = any($3::text[]) and ${scope.sql}
          and ${shown.sql}
        group by p.${column} order by value desc, code limit 100`,
      [actor.tenantId, scope.value, underway, ...shown.parameters],
    ),
  );
};

const peopleByRank = ({ engine, actor }: Asking): Promise<Counted[]> => {
  const scope = within(actor, { department: 'fk_dept_id', person: 'create_user' }, '$2');
  const shown = narrowed({ engine, actor }, files, 'personnel.id', 2);
  return engine.database.read(actor.tenantId, (session) =>
    session.query<Counted>(
      `select ranks as code, null as name, count(*)::int as value from personnel
        where tenant_id = $1 and is_deleted = 0 and zzzt = '1' and ${scope.sql} and ${shown.sql}
        group by ranks order by value desc, code limit 100`,
      [actor.tenantId, scope.value, ...shown.parameters],
    ),
  );
};

/** `querySchoolInfo`: figures of the departments that the reader's roles open. */
export const schoolInfo = async (asking: Asking): Promise<SchoolInfo> => {
  const { engine, actor, language, dictionaries } = asking;
  const scope = figureScopeOf(actor);
  const byYear = libraryBy(asking, 'statYear');
  const [cards, levels, departments, ranks, years, indexes] = await Promise.all([
    scope === 'own' ? cardsOf(asking) : reachCards(asking, byYear),
    projectsBy(asking, 'level'),
    projectsBy(asking, 'department_id'),
    peopleByRank(asking),
    byYear,
    libraryBy(asking, 'indexTypes'),
  ]);
  const missing = none[language === 'zh' ? 0 : 1];
  const { level } = project.fields;
  const coded = (spec: typeof level.spec) => (row: Counted) =>
    kinds.dict.text(row.code, specIn(spec, dictionaries), language);
  const indexSpec = specIn(paper.fields.indexTypes.spec, dictionaries);
  return {
    year: Number(dayText(engine.clock()).slice(0, 4)),
    scope,
    cards,
    projectByLevel: shares(levels, coded(level.spec), missing),
    projectByDept: shares(departments, (row) => row.name ?? '', missing),
    personByRank: shares(ranks, coded(personnel.fields.ranks.spec), missing),
    paperByIndex: indexes.map(({ keys: [code = null], total }) => ({
      code: code ?? '',
      name: code === null ? missing : kinds.dicts.text([code], indexSpec, language),
      value: total,
    })),
    achievementTrend: years
      .flatMap(({ keys: [year], total }) => (year ? [{ year: Number(year), paper: total }] : []))
      .sort((one, other) => one.year - other.year),
    fundsTrend: [],
    deptRank: [],
    pending: ['fundsTrend', 'deptRank', 'book', 'patent', 'award'],
  };
};
