import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { type Language, say } from '@keyan/kernel/label.ts';
import type { ScreenClass } from '../base/screen.ts';
import { type ActionContext, isOfOneStatus, isTodoPage } from '../records/actions.ts';
import { stateFieldInApproval } from '../records/stateField.ts';

/** The columns that show no field. */
export type SystemColumn = 'check' | 'status' | 'step' | 'actions';

/** Pixels of each; English words are longer. */
const widths = {
  zh: { check: 40, status: 86, step: 208, actions: 124 },
  en: { check: 40, status: 114, step: 216, actions: 162 },
} as const satisfies Record<Language, Record<SystemColumn, number>>;

/** The actions of a task: to handle it, and the menu. */
const fewActions = { zh: 92, en: 124 } as const satisfies Record<Language, number>;

/** Characters of a common action, and pixels of each further one of a kind's own. */
const actionText = { zh: [2, 13], en: [7, 7] } as const satisfies Record<
  Language,
  [number, number]
>;

/** Pixels that the two longest own actions of the page need beyond common ones: a row may show both. */
const ownActionRoom = ({ resource, view }: ActionContext, language: Language): number => {
  const [usual, each] = actionText[language];
  const lengths = view.actions.flatMap((name) => {
    const action = resource.actions?.[name];
    return action && !action.danger ? [action.label[language === 'zh' ? 0 : 1].length] : [];
  });
  const beyond = lengths.map((length) => Math.max(0, length - usual) * each);
  return beyond
    .sort((a, b) => b - a)
    .slice(0, 2)
    .reduce((sum, pixels) => sum + pixels, 0);
};

/** Width of the current step on a tablet, in pixels. */
const tabletStep = 136;

/** Pixels of a character in a tag, of what surrounds the text, and of the widest column with tags. */
const tag = { zh: [12, 49, 150], en: [6.6, 49, 200] } as const;

/** Pixels of the column with the status: states of a kind have longer names than the shared status. */
const statusWidth = (resource: Resource, language: Language): number => {
  const field = stateFieldInApproval(resource);
  const entries = field ? (resource.fields[field]?.spec.dictionary?.entries ?? []) : [];
  const longest = Math.max(0, ...entries.map(({ label }) => say(label, language).length));
  const [character, around, most] = tag[language];
  return Math.max(widths[language].status, Math.min(most, Math.ceil(longest * character) + around));
};

/** True if the list shows the status of rows; false where all rows have the same one. */
export const showsStatus = (context: ActionContext): boolean =>
  hasProcess(context.resource) && !isOfOneStatus(context.view) && !isTodoPage(context);

/** Pixels of the system columns; 0 where a column is absent. */
export const systemColumnWidths = (
  context: ActionContext,
  selectable: boolean,
  language: Language,
  screen: ScreenClass,
): Readonly<Record<SystemColumn, number>> => {
  const { check, step, actions } = widths[language];
  // Rows of one status have no current step.
  const moves = hasProcess(context.resource) && !isOfOneStatus(context.view);
  return {
    check: selectable ? check : 0,
    status: showsStatus(context) ? statusWidth(context.resource, language) : 0,
    step: moves ? (screen === 1 ? tabletStep : step) : 0,
    actions:
      (isTodoPage(context) ? fewActions[language] : actions) + ownActionRoom(context, language),
  };
};
