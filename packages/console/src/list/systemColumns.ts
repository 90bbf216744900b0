import { hasProcess } from '@keyan/kernel/base.ts';
import type { Language } from '@keyan/kernel/label.ts';
import type { ScreenClass } from '@keyan/kernel/screen.ts';
import { type ActionContext, isOfOneStatus, isTodoPage } from '../records/actions.ts';

/** The columns that are no fields. */
export type SystemColumn = 'check' | 'status' | 'place' | 'verbs';

/** Pixels of each; English words are longer. */
const widths = {
  zh: { check: 40, status: 86, place: 208, verbs: 124 },
  en: { check: 40, status: 114, place: 216, verbs: 156 },
} as const satisfies Record<Language, Record<SystemColumn, number>>;

/** Of the step on a tablet, which has no room for its name in full. */
const tabletPlace = 136;

/** Does the status of the rows say anything? Not where all of them have the same. */
export const showsStatus = (context: ActionContext): boolean =>
  hasProcess(context.resource) && !isOfOneStatus(context.view) && !isTodoPage(context);

/** What stands around the fields of a list, in pixels; nought where a column is absent. */
export const systemColumnWidths = (
  context: ActionContext,
  selectable: boolean,
  language: Language,
  screen: ScreenClass,
): Readonly<Record<SystemColumn, number>> => {
  const { check, status, place, verbs } = widths[language];
  // Where every row has the same status, status and step say nothing.
  const moves = hasProcess(context.resource) && !isOfOneStatus(context.view);
  return {
    check: selectable ? check : 0,
    status: showsStatus(context) ? status : 0,
    place: moves ? (screen === 1 ? tabletPlace : place) : 0,
    verbs,
  };
};
