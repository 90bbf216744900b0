import { contentDisposition } from '@keyan/engine/files/disposition.ts';
import { type Endpoint, endpoint, RawAnswer, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { Type } from 'typebox';
import { formInput, writeCitations } from '../achievement/citing/citations.server.ts';
import { type CitationList, maxCitedWorks } from '../achievement/common/citation-forms.ts';
import { scholarCode } from '../people/scholar-page.ts';
import { saveOwnChoice } from './representative.server.ts';
import { resumeOf } from './resume.server.ts';
import { citedOutputs, scholarPageOf } from './scholar.server.ts';
import { maxRepresentativeWorks, maxTickedWorks, scholarCalls } from './scholar.ts';
import { outputKinds, scholarSourcesOf } from './sources.server.ts';

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Call that returns the outputs of a page as citations. */
const citations = (kinds: readonly Resource[]): Endpoint =>
  endpoint({
    method: 'GET',
    path: `${scholarCalls}/citations`,
    auth: 'user',
    permissions: [scholarCode],
    perMinute: 60,
    summary: [
      '学者主页：所选成果的引文（GB/T 7714、BibTeX、RIS）',
      'The chosen outputs of a scholar as citations (GB/T 7714, BibTeX, RIS)',
    ],
    input: Type.Object({
      id: Type.Optional(idParam),
      form: formInput,
      kind: Type.Optional(Type.String({ maxLength: 40 })),
      year: Type.Optional(Type.Integer({ minimum: 0, maximum: 9999 })),
      // Ids of ticked works of any kind.
      ids: Type.Optional(
        Type.String({ pattern: '^\\d{1,19}(,\\d{1,19})*$', maxLength: maxTickedWorks * 20 }),
      ),
    }),
    run: async (input, call): Promise<CitationList> => {
      const sources = await scholarSourcesOf(call, kinds, input.id ?? call.actor.id);
      const ticked = input.ids && new Set(input.ids.split(','));
      const chosen = citedOutputs(sources, kinds, call).filter(
        ({ output: { kind, year, id: work } }) =>
          (!input.kind || kind === input.kind) &&
          (input.year === undefined || year === input.year) &&
          (!ticked || ticked.has(work)),
      );
      const works = chosen.slice(0, maxCitedWorks).map(({ work }) => work);
      return {
        text: await writeCitations(call, works, input.form),
        count: works.length,
        secret: 0,
        more: chosen.length > works.length,
      };
    },
  });

/** Calls of scholar pages for the given resources. */
export const scholarEndpoints = (resources: readonly Resource[]): readonly Endpoint[] => {
  const kinds = outputKinds(resources);
  return [
    endpoint({
      method: 'GET',
      path: `${scholarCalls}/detail`,
      auth: 'user',
      permissions: [scholarCode],
      summary: ['学者主页', 'The page of a scholar'],
      input: Type.Object({ id: Type.Optional(idParam) }),
      run: (input, call) => scholarPageOf(call, kinds, input.id ?? call.actor.id),
    }),
    citations(kinds),
    endpoint({
      method: 'POST',
      path: `${scholarCalls}/choose`,
      auth: 'user',
      permissions: [scholarCode],
      summary: ['选择代表作', 'Choose representative works'],
      input: Type.Object({
        works: Type.Array(Type.Object({ kind: Type.String({ maxLength: 40 }), id: idParam }), {
          maxItems: maxRepresentativeWorks,
        }),
        version: Type.Integer({ minimum: 0, maximum: 2_147_483_646 }),
      }),
      run: async ({ works, version }, call) => {
        const sources = await scholarSourcesOf(call, kinds, call.actor.id);
        const own = new Set(
          citedOutputs(sources, kinds, call)
            .filter(({ output }) => output.approved)
            .map(({ output }) => `${output.kind} ${output.id}`),
        );
        const asked = works.map(({ kind, id: work }) => `${kind} ${work}`);
        if (asked.some((one) => !own.has(one)) || new Set(asked).size < asked.length) {
          throw new Invalid([
            {
              path: 'works',
              message: [
                '只能选择本人已入库的公开成果，且不能重复',
                'Only your own public outputs in the library can be chosen, each once',
              ],
            },
          ]);
        }
        return new Reply(await saveOwnChoice(call, works, version), ['已保存', 'Saved']);
      },
    }),
    endpoint({
      method: 'GET',
      path: `${scholarCalls}/resume`,
      auth: 'user',
      permissions: [scholarCode],
      perMinute: 20,
      summary: ['学者简历（Word）', 'A scholar’s CV (Word)'],
      input: Type.Object({
        id: Type.Optional(idParam),
        parts: Type.String({ maxLength: 300 }),
      }),
      run: async (input, call) => {
        const { content, name } = await resumeOf(call, kinds, {
          person: input.id ?? call.actor.id,
          parts: input.parts.split(',').filter(Boolean),
        });
        return new RawAnswer(content, {
          headers: {
            'content-type': docx,
            'content-disposition': contentDisposition('attachment', name),
            'x-content-type-options': 'nosniff',
            'cache-control': 'no-store',
          },
        });
      },
    }),
  ];
};
