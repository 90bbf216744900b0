import { withOtherFields } from '@keyan/console/presentation/besides.tsx';
import { present } from '@keyan/console/presentation/present.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { type Choice, codesEditor, codesText } from './choosing.web.tsx';
import { openResourceOf, stateSpec } from './open-resources.ts';
import { webhook } from './webhook.ts';

/** States of the chosen resource. */
const statesOf = ({ resourceKey }: RowLike): readonly Choice[] => {
  const resource = openResourceOf(String(resourceKey ?? ''))?.resource;
  const states = resource && stateSpec(resource)?.spec.dictionary;
  return states?.entries ?? [];
};

const StatesEditor = codesEditor(statesOf, ['请选择状态', 'Choose states']);

/** Presentation of webhooks. */
export const webhookPresentation = present(webhook, {
  rowFields: ['resourceKey'],
  fields: {
    reached: {
      Editor: withOtherFields(['resourceKey'], StatesEditor),
      ...codesText(statesOf),
      width: 140,
    },
  },
});
