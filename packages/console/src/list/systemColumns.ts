import { hasProcess } from '@keyan/kernel/base.ts';
import type { Language } from '@keyan/kernel/label.ts';
import type { ScreenClass } from '@keyan/kernel/screen.ts';
import { isOfOneStatus, type Looker, waitsForMe } from '../records/actions.ts';

/** The columns that are no fields. */
export type OuterColumn = 'check' | 'status' | 'place' | 'verbs';

/** Pixels of each; English words are longer. */
const widths = {
  zh: { check: 40, status: 86, place: 208, verbs: 124 },
  en: { check: 40, status: 114, place: 216, verbs: 156 },
} as const satisfies Record<Language, Record<OuterColumn, number>>;

/** Of the step on a tablet, which has no room for its name in full. */
const tabletPlace = 136;

/** Does the status of the rows say anything? Not where all of them have the same. */
export const saysStatus = (looker: Looker): boolean =>
  hasProcess(looker.resource) && !isOfOneStatus(looker.view) && !waitsForMe(looker);

/** What stands around the fields of a list, in pixels; nought where a column is absent. */
export const outerWidths = (
  looker: Looker,
  selectable: boolean,
  language: Language,
  screen: ScreenClass,
): Readonly<Record<OuterColumn, number>> => {
  const { check, status, place, verbs } = widths[language];
  // Where every row has the same status, status and step say nothing.
  const moves = hasProcess(looker.resource) && !isOfOneStatus(looker.view);
  return {
    check: selectable ? check : 0,
    status: saysStatus(looker) ? status : 0,
    place: moves ? (screen === 1 ? tabletPlace : place) : 0,
    verbs,
  };
};
