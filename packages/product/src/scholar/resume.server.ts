import type { ActorCall } from '@keyan/engine/wire/endpoint.ts';
import { taskOwnerOf } from '@keyan/engine/workers/person.ts';
import { defineTask } from '@keyan/engine/workers/task.ts';
import { resourceTextsOf } from '@keyan/kernel/definition/page/words.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { type Label, say } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { personnel } from '../people/personnel.ts';
import { worksChosenBy } from './representative.server.ts';
import { type ResumePart, resumeFacts, resumeParts } from './resume.ts';
import type { ResumeSection, ResumeTexts, ResumeWork } from './resume-task.server.ts';
import {
  type CitedOutput,
  citedOutputs,
  fieldText,
  professionalRankOf,
  scholarFacts,
  scholarProjects,
} from './scholar.server.ts';
import { type ScholarSources, scholarSourcesOf } from './sources.server.ts';

/** Worker task; five hundred works take about two seconds. */
const composeResume = defineTask<typeof import('./resume-task.server.ts'), 'composeResume'>({
  what: ['简历', 'The CV'],
  module: new URL('./resume-task.server.ts', import.meta.url),
  run: 'composeResume',
  bounds: { inputBytes: 24e6, outputBytes: 24e6, milliseconds: 60_000, megabytes: 256 },
  mostWaiting: 1,
});

/** Input for building a résumé. */
interface ResumeRequest {
  readonly call: ActorCall;
  readonly kinds: readonly Resource[];
  readonly sources: ScholarSources;
  readonly outputs: readonly CitedOutput[];
  readonly chosen: ReadonlySet<string>;
}

const join = (...parts: readonly string[]): string => parts.filter(Boolean).join('，');

/** Place of the person among the authors: （第 1/5 完成人）; empty for a single author. */
const noteOf = ({ output: { place, of } }: CitedOutput, { language }: ActorCall): string =>
  place > 0 && of > 1
    ? say([`（第 ${place}/${of} 完成人）`, ` (author ${place} of ${of})`], language)
    : '';

const listed = (outputs: readonly CitedOutput[], call: ActorCall): readonly ResumeWork[] =>
  outputs.map((one) => ({ work: one.work, note: noteOf(one, call) }));

/** Lines of a sub-table of the personnel file, newest first. */
const stays = (
  { call, sources }: ResumeRequest,
  rows: 'studies' | 'jobs',
  names: readonly string[],
): readonly string[] => {
  const [file] = sources.rows.get(personnel.key) ?? [];
  const lines = ((file as RowLike | undefined)?.[rows] ?? []) as readonly RowLike[];
  const fields = personnel.fields[rows].spec.fields ?? {};
  const now = say(['至今', 'now'], call.language);
  return lines
    .toSorted((one, other) => String(other.startDate).localeCompare(String(one.startDate)))
    .map((line) => {
      const span = `${String(line.startDate ?? '').slice(0, 7)} – ${String(line.endDate ?? now).slice(0, 7)}`;
      const words = names.map((name) => fieldText({ fields } as Resource, line, name, call));
      return `${span}  ${join(...words)}`;
    });
};

const titled = (title: Label, { call }: ResumeRequest, part: Omit<ResumeSection, 'title'>) => {
  const { lines = [], works = [] } = part;
  return lines.length + works.length > 0 ? [{ title: say(title, call.language), ...part }] : [];
};

/** Sections by part of the résumé; empty ones are left out. */
const sectionsOf: {
  readonly [P in ResumePart]: (asked: ResumeRequest) => readonly ResumeSection[];
} = {
  studies: (asked) =>
    titled(resumeParts.studies, asked, {
      lines: stays(asked, 'studies', ['school', 'major', 'education', 'tlDegree']),
    }),
  jobs: (asked) =>
    titled(resumeParts.jobs, asked, { lines: stays(asked, 'jobs', ['unit', 'duty']) }),
  chosen: (asked) =>
    titled(resumeParts.chosen, asked, {
      works: listed(
        [...asked.chosen].flatMap(
          (key) => asked.outputs.find(({ output }) => `${output.kind} ${output.id}` === key) ?? [],
        ),
        asked.call,
      ),
    }),
  projects: (asked) =>
    titled(resumeParts.projects, asked, {
      lines: scholarProjects(asked.sources, asked.call).map(
        ({ title, number, level, status, start, end, leads }, index) =>
          `${index + 1}. ${join(
            title,
            number,
            level,
            `${start.slice(0, 7)} – ${end.slice(0, 7)}`,
            say(leads ? ['主持', 'leader'] : ['参与', 'member'], asked.call.language),
            status,
          )}`,
      ),
    }),
  outputs: (asked) =>
    asked.kinds.flatMap((kind) =>
      titled(resourceTextsOf(kind).plural, asked, {
        works: listed(
          asked.outputs.filter(({ output }) => output.kind === kind.key),
          asked.call,
        ),
      }),
    ),
};

/**
 * Résumé of a person as a Word document: the chosen parts, limited to approved records that the
 * caller may read.
 */
export const resumeOf = async (
  call: ActorCall,
  kinds: readonly Resource[],
  { person, parts }: { readonly person: string; readonly parts: readonly string[] },
): Promise<{ readonly content: Buffer; readonly name: string }> => {
  const [sources, choice] = await Promise.all([
    scholarSourcesOf(call, kinds, person),
    worksChosenBy(call, person),
  ]);
  const asked: ResumeRequest = {
    call,
    kinds,
    sources,
    outputs: citedOutputs(sources, kinds, call).filter(({ output }) => output.approved),
    chosen: new Set(choice.chosen.map(({ kind, id }) => `${kind} ${id}`)),
  };
  const { card } = sources;
  const names = Object.keys(resumeFacts).filter((name) => parts.includes(name));
  const resume: ResumeTexts = {
    name: card.name,
    subtitle: [professionalRankOf(sources, call), card.department ?? '']
      .filter(Boolean)
      .join(' · '),
    facts: scholarFacts(sources, names, call).map(({ label, text }) => [label, text]),
    sections: (Object.keys(resumeParts) as ResumePart[])
      .filter((part) => parts.includes(part))
      .flatMap((part) => sectionsOf[part](asked)),
  };
  const content = await call.engine.workers.run(composeResume, resume, {
    person: taskOwnerOf(call.actor),
  });
  return {
    content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
    name: `${card.name}-${say(['学者简历', 'CV'], call.language)}.docx`,
  };
};
