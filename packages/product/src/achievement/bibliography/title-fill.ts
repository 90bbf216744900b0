import type { Label } from '@keyan/kernel/label.ts';
import { authorNotes, authorRows } from './author-rows.ts';
import { destinationOf } from './belonging.ts';
import { moreAuthorsNote } from './draft.ts';
import type { Filler } from './filler.ts';
import { type TextLimits, withinFieldLimits, withoutUndefined } from './limits.ts';
import { type ReferenceType, referenceTypeLabels } from './reference.ts';
import { matchAuthors } from './staff.ts';

const name: Label = ['名称', 'title'];
const maxTitleLength = 200;

/**
 * Returns a fill function for title and people only.
 * @param title field for the title
 * @param type accepted type of work; for any other type the function returns where it belongs
 */
export const titleFiller =
  (title: string, type: ReferenceType): Filler =>
  async (work, staff, university) => {
    const taken = { types: new Set([type]), as: referenceTypeLabels[type] };
    const belongs = destinationOf(work, taken);
    if (belongs) return { belongs };
    const matches = await matchAuthors(work.authors, staff, university);
    const limits: TextLimits<Record<string, unknown>> = {
      [title]: { label: name, max: maxTitleLength, cut: true },
    };
    const { fill, notes } = withinFieldLimits<Record<string, unknown>>(
      { [title]: work.title },
      limits,
    );
    return {
      fill: withoutUndefined({ ...fill, authors: authorRows(matches) }),
      matches,
      notes: [...(work.moreAuthors ? [moreAuthorsNote] : []), ...authorNotes(matches), ...notes],
    };
  };
