import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { type Language, say } from '@keyan/kernel/label.ts';
import type { ScreenClass } from '../base/screen.ts';
import { type ActionContext, isOfOneStatus, isTodoPage } from '../records/actions.ts';
import { stateFieldInApproval } from '../records/stateField.ts';

/** Columns that show no field. */
export type SystemColumn = 'check' | 'status' | 'step' | 'actions';

/** Width in pixels of each; English words are longer. */
const widths = {
  zh: { check: 40, status: 86, step: 208, actions: 124 },
  en: { check: 40, status: 114, step: 216, actions: 162 },
} as const satisfies Record<Language, Record<SystemColumn, number>>;

/** Width in pixels of a task's actions: the button that opens it, and the menu. */
const fewActions = { zh: 92, en: 124 } as const satisfies Record<Language, number>;

/**
 * Number of characters of a common action, and pixels per further character of a kind's own action.
 */
const actionText = { zh: [2, 13], en: [7, 7] } as const satisfies Record<
  Language,
  [number, number]
>;

/**
 * Returns the extra pixels for the two longest own actions of the page, because a row may show
 * both.
 */
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

/** Pixels per character in a tag, around its text, and of the widest tag column. */
const tagMeasures = { zh: [12, 49, 150], en: [6.6, 49, 200] } as const;

/** Returns the width of the status column in pixels: a kind's own states have longer names. */
const statusWidth = (resource: Resource, language: Language): number => {
  const field = stateFieldInApproval(resource);
  const entries = field ? (resource.fields[field]?.spec.dictionary?.entries ?? []) : [];
  const longest = Math.max(0, ...entries.map(({ label }) => say(label, language).length));
  const [character, around, most] = tagMeasures[language];
  return Math.max(widths[language].status, Math.min(most, Math.ceil(longest * character) + around));
};

/** Returns true if the list shows the status of rows; false if all rows have the same one. */
export const showsStatus = (context: ActionContext): boolean =>
  hasProcess(context.resource) && !isOfOneStatus(context.view) && !isTodoPage(context);

/** Returns the width of the system columns in pixels; 0 if a column is absent. */
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
