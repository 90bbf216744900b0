import { type ActorCall, type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { askedBy, parseQuery } from '@keyan/engine/wire/query.ts';
import { taskOwnerOf } from '@keyan/engine/workers/person.ts';
import { defineTask } from '@keyan/engine/workers/task.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { Type } from 'typebox';
import { isCiteable } from '../common/achievement.ts';
import {
  type CitationForm,
  type CitationList,
  citationForms,
  maxCitedWorks,
} from '../common/citation-forms.ts';
import { englishNamesIn } from './english-names.server.ts';
import { citationOf, citedWorkOf, fieldsForCiting, type Work } from './item.ts';

/** Task in a worker process; a thousand works take about two seconds. */
const writeList = defineTask<typeof import('./write-task.server.ts'), 'writeList'>({
  what: ['引文列表', 'The list of citations'],
  module: new URL('./write-task.server.ts', import.meta.url),
  run: 'writeList',
  bounds: { inputBytes: 16e6, outputBytes: 16e6, milliseconds: 30_000, megabytes: 256 },
  mostWaiting: 2,
});

/** Formats the works as one text. */
export const writeCitations = (
  { engine, actor }: Pick<ActorCall, 'engine' | 'actor'>,
  works: readonly Work[],
  form: CitationForm,
): Promise<string> =>
  engine.workers.run(writeList, { works, form }, { person: taskOwnerOf(actor) });

/** Schema of the requested citation form. */
export const formInput = Type.Union(
  (Object.keys(citationForms) as CitationForm[]).map((form) => Type.Literal(form)),
);

/** Reads the records that match the list's filters, in citation order. */
const listed = async (
  kind: Resource,
  given: RowLike,
  form: CitationForm,
  call: ActorCall,
): Promise<CitationList> => {
  const { engine, actor, dictionaries } = call;
  const { after: _from, ...query } = parseQuery(kind, given, askedBy(call, kind));
  const found = await engine.as(actor).list(kind, {
    ...query,
    fields: fieldsForCiting(kind),
    page: 1,
    size: maxCitedWorks,
  });
  const rows: readonly RowLike[] = found.records;
  const cited = rows.filter(isCiteable);
  const english = await engine.database.read(actor.tenantId, (session) =>
    englishNamesIn(session, cited),
  );
  const works = cited.map((row) => citedWorkOf(kind, row, dictionaries, english));
  return {
    text: await writeCitations(call, works, form),
    count: works.length,
    secret: rows.length - works.length,
    more: found.total > rows.length,
  };
};

/** Call that cites the records of a list, for resources whose definition has a citation. */
export const citationEndpoints = (kind: Resource): readonly Endpoint[] =>
  citationOf(kind)
    ? [
        endpoint({
          method: 'GET',
          path: `${kind.path}/citations`,
          auth: 'user',
          perMinute: 60,
          summary: [
            `${kind.label[0]}：引文（GB/T 7714、BibTeX、RIS）`,
            `${kind.label[1]}: citations (GB/T 7714, BibTeX, RIS)`,
          ],
          input: Type.Object(
            {
              form: formInput,
            },
            { additionalProperties: true },
          ),
          run: ({ form, ...given }, call) => listed(kind, given, form, call),
        }),
      ]
    : [];
