import type { ActorCall } from '@keyan/engine/wire/endpoint.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import {
  fieldTypeTable as fieldKinds,
  specIn,
} from '@keyan/kernel/definition/field/field-types.ts';
import { type Resource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { say } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { citedWorkOf, type Work } from '../achievement/citing/item.ts';
import { type AuthorRow, byRank } from '../achievement/common/authors.ts';
import { personnel } from '../people/personnel.ts';
import { project } from '../project/project.ts';
import { worksChosenBy } from './representative.server.ts';
import {
  type CoAuthor,
  maxCoAuthors,
  type Output,
  type Scholar,
  type ScholarFact,
  type ScholarProject,
} from './scholar.ts';
import { factFields, type ScholarSources, scholarSourcesOf } from './sources.server.ts';

type Asking = Pick<ActorCall, 'language' | 'dictionaries'>;

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);

/** Value of a field in words. */
export const fieldText = (
  resource: Resource,
  row: RowLike,
  name: string,
  asking: Asking,
): string => {
  const spec = resource.fields[name]?.spec;
  const value = row[name];
  if (!spec || value === null || value === undefined || value === '') return '';
  return fieldKinds[spec.type].text(value, specIn(spec, asking.dictionaries), asking.language);
};

const authorsOf = (row: RowLike): readonly AuthorRow[] =>
  byRank(row.authors as readonly AuthorRow[] | null);

const dateOf = ({ issued }: Work): string =>
  issued?.['date-parts'][0].map((part) => String(part).padStart(2, '0')).join('-') ?? '';

/** Output with its citable work. */
export interface CitedOutput {
  readonly output: Output;
  readonly work: Work;
}

/** Outputs from the sources, newest first. */
export const citedOutputs = (
  { card, rows, english }: ScholarSources,
  kinds: readonly Resource[],
  { dictionaries }: Asking,
): readonly CitedOutput[] =>
  kinds
    .flatMap((kind) =>
      (rows.get(kind.key) ?? []).map((row) => {
        const work = citedWorkOf(kind, row, dictionaries, english);
        const authors = authorsOf(row);
        const date = dateOf(work);
        const output: Output = {
          kind: kind.key,
          id: row.id,
          title: work.title,
          year: Number(date.slice(0, 4)) || Number(row.statYear) || 0,
          date,
          authors: authors.map(({ name }) => name).join('、'),
          source: work['container-title'] ?? work.publisher ?? work.number ?? '',
          place: authors.findIndex(({ userId }) => userId === card.id) + 1,
          of: authors.length,
          approved: row.auditStatus === statuses.approved,
        };
        return { output, work };
      }),
    )
    .sort(
      (one, other) =>
        other.output.date.localeCompare(one.output.date) ||
        one.output.title.localeCompare(other.output.title),
    );

/** Co-authors by number of joint works; external people are identified by name. */
const coAuthorsOf = (
  { card, rows }: ScholarSources,
  kinds: readonly Resource[],
): readonly CoAuthor[] => {
  const counted = new Map<string, CoAuthor>();
  const records = kinds.flatMap((kind) => rows.get(kind.key) ?? []);
  for (const line of records.flatMap(authorsOf)) {
    const name = line.name ?? '';
    if (line.userId === card.id || name === '') continue;
    const key = line.userId ?? `name ${name}`;
    const count = (counted.get(key)?.count ?? 0) + 1;
    counted.set(key, { id: line.userId ?? '', name, count });
  }
  return [...counted.values()]
    .sort((one, other) => other.count - one.count || one.name.localeCompare(other.name))
    .slice(0, maxCoAuthors);
};

/** Projects from the sources, newest first. */
export const scholarProjects = (
  { card, rows }: ScholarSources,
  asking: Asking,
): readonly ScholarProject[] => {
  const resource = untypedResource(project);
  return (rows.get(project.key) ?? [])
    .map((row: RowLike) => ({
      id: textOf(row.id),
      title: textOf(row.programName),
      number: textOf(row.programNum),
      level: fieldText(resource, row, 'level', asking),
      status: fieldText(resource, row, 'status', asking),
      start: textOf(row.startDate),
      end: textOf(row.endDate),
      leads: row.programLeader === card.id,
    }))
    .sort((one, other) => other.start.localeCompare(one.start));
};

/** Facts of the personnel file; empty if the caller may not read it. */
export const scholarFacts = (
  { rows }: ScholarSources,
  names: readonly string[],
  asking: Asking,
): readonly ScholarFact[] => {
  const resource = untypedResource(personnel);
  const [file] = rows.get(personnel.key) ?? [];
  if (!file) return [];
  return names.flatMap((name) => {
    const text = fieldText(resource, file as RowLike, name, asking);
    const spec = resource.fields[name]?.spec;
    return text && spec ? [{ name, label: say(spec.label, asking.language), text }] : [];
  });
};

/** Name of the rank (职称). */
export const professionalRankOf = ({ card }: ScholarSources, asking: Asking): string =>
  fieldText(untypedResource(personnel), { ranks: card.ranks }, 'ranks', asking);

/** Data of a scholar page, limited to what the caller may read. */
export const scholarPageOf = async (
  call: ActorCall,
  kinds: readonly Resource[],
  person: string,
): Promise<Scholar> => {
  const [sources, choice] = await Promise.all([
    scholarSourcesOf(call, kinds, person),
    worksChosenBy(call, person),
  ]);
  const { card, own, rows } = sources;
  const outputs = citedOutputs(sources, kinds, call).map(({ output }) => output);
  const shown = new Set(outputs.map(({ kind, id }) => `${kind} ${id}`));
  const [file] = rows.get(personnel.key) ?? [];
  return {
    id: card.id,
    name: card.name,
    department: card.department ?? '',
    rank: professionalRankOf(sources, call),
    avatar: card.avatar ?? '',
    own,
    file: file?.id ?? '',
    facts: scholarFacts(sources, factFields, call),
    kinds: kinds.flatMap((kind) => {
      const count = outputs.filter((output) => output.kind === kind.key).length;
      return count > 0 ? [{ key: kind.key, label: say(kind.label, call.language), count }] : [];
    }),
    outputs,
    coAuthors: coAuthorsOf(sources, kinds),
    projects: scholarProjects(sources, call),
    chosen: choice.chosen.filter(({ kind, id }) => shown.has(`${kind} ${id}`)),
    version: choice.version,
  };
};
