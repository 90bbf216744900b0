import { referenceToBook } from './book-fill.ts';
import { referenceToPaper } from './draft.ts';
import type { Filler } from './filler.ts';
import { referenceToPatent } from './patent-fill.ts';
import { referenceToStandard } from './standard-fill.ts';
import { titleFiller } from './title-fill.ts';

/** Fill functions by resource key. */
export const formFillers: ReadonlyMap<string, Filler> = new Map<string, Filler>([
  [
    'papersapp',
    async (...given) => {
      const draft = await referenceToPaper(...given);
      return 'fill' in draft ? { ...draft, fill: { ...draft.fill } } : draft;
    },
  ],
  ['bookapp', referenceToBook],
  ['patentapp', referenceToPatent],
  ['standard', referenceToStandard],
  // Reference formats have few fields for these resources: only title and people are filled.
  ['copyrightapp', titleFiller('copyrightName', 'software')],
  ['advisoryapp', titleFiller('reportName', 'report')],
  ['cgjd', titleFiller('achName', 'achievement')],
  ['art', titleFiller('workName', 'artwork')],
]);
