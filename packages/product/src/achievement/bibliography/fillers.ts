import { referenceToBook } from './book-fill.ts';
import { referenceToPaper } from './draft.ts';
import type { Filler } from './filler.ts';
import { referenceToPatent } from './patent-fill.ts';
import { referenceToStandard } from './standard-fill.ts';
import { titleFiller } from './title-fill.ts';

/** How records of each kind are filled, by its key. */
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
  // Formats say little of these: their forms begin with the title and the people.
  ['copyrightapp', titleFiller('copyrightName', 'software')],
  ['advisoryapp', titleFiller('reportName', 'report')],
  ['cgjd', titleFiller('achName', 'achievement')],
  ['art', titleFiller('workName', 'artwork')],
]);
