import { useLabel } from '@keyan/console/i18n/language.ts';
import { present, type ValueProps } from '@keyan/console/presentation/present.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { fieldNames, openResourceOf, stateSpec } from './open-resources.ts';
import { webhook } from './webhook.ts';

/** States that a webhook waits for, in words: `在库、已结题`. */
const ReachedStates = ({ value, row }: ValueProps) => {
  const label = useLabel();
  const resource = openResourceOf(String(row.resourceKey ?? ''))?.resource;
  const states = resource && stateSpec(resource)?.spec.dictionary;
  const words = fieldNames(String(value ?? '')).map((code) => {
    const said = states && entryOf(states, code)?.label;
    return said ? label(said) : code;
  });
  return words.join(label(['、', ', '])) || '–';
};

/** How webhooks differ from plain records on their pages. */
export const webhookPresentation = present(webhook, {
  rowFields: ['resourceKey'],
  fields: { reached: { Cell: ReachedStates, Text: ReachedStates, width: 140 } },
});
