import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { Type } from 'typebox';
import { doi } from '../../shared/formats/formats.ts';
import { samePapers, similarPapers, warningThreshold } from './paper-duplicates.server.ts';
import { editionFor } from './paper-journal.server.ts';

/** Call that checks a title; `same` prevents submitting, `similar` is a warning. */
const queryArtName = endpoint({
  method: 'GET',
  path: 'kh-edu-research/papers/queryArtName',
  auth: 'user',
  permissions: ['paper'],
  summary: ['论文题目与 DOI 查重', 'Look for papers with this title or DOI'],
  input: Type.Object({
    artName: Type.Optional(Type.String({ maxLength: 300 })),
    doi: Type.Optional(Type.String({ maxLength: 200 })),
    id: Type.Optional(idParam),
  }),
  run: async (input, { engine, actor }) =>
    engine.database.transaction(actor.tenantId, async (tx) => {
      const asked = {
        id: input.id ?? '0',
        artName: input.artName?.trim() ?? '',
        doi: input.doi ? (doi.tidy?.(input.doi) ?? input.doi) : null,
      };
      const { byTitle, byDoi } = await samePapers(tx, actor, asked);
      const similar = byTitle
        ? []
        : await similarPapers(tx, actor, asked, await warningThreshold(tx));
      const result = byTitle || byDoi ? 'same' : similar.length > 0 ? 'similar' : 'none';
      return { result, byTitle, byDoi, similar };
    }),
});

/** Call that returns the edition for a journal and year, for display in the form. */
const edition = endpoint({
  method: 'GET',
  path: 'kh-edu-research/papers/edition',
  auth: 'user',
  permissions: ['paper'],
  summary: ['按刊物与发表年取期刊目录', 'Catalogue edition for a journal and a year'],
  input: Type.Object({
    journalId: Type.Optional(idParam),
    journalName: Type.Optional(Type.String({ maxLength: 200 })),
    issn: Type.Optional(Type.String({ maxLength: 20 })),
    publishDate: Type.Optional(Type.String({ pattern: '^\\d{4}(-\\d{2}(-\\d{2})?)?$' })),
  }),
  run: (input, { engine, actor }) =>
    engine.database.read(actor.tenantId, (session) =>
      editionFor(session, {
        journalId: input.journalId ?? null,
        journalName: input.journalName ?? null,
        issn: input.issn ?? null,
        publishDate: input.publishDate ?? null,
      }),
    ),
});

export const paperEndpoints: readonly Endpoint[] = [queryArtName, edition];
