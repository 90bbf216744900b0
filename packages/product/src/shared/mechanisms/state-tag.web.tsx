import type { GlyphName, Tone } from '@keyan/console/components/Glyph.tsx';
import { Tag } from '@keyan/console/components/StatusTag.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { ValueProps } from '@keyan/console/presentation/present.ts';
import { type Dictionary, entryOf } from '@keyan/kernel/values/dictionary.ts';
import type { FunctionComponent } from 'react';

/** Shape and colour of states by code. */
export type StateLooks = Readonly<
  Record<string, { readonly tone: Tone; readonly glyph: GlyphName }>
>;

/** Component that shows a state as a tag with shape and colour. */
export const stateTag = (
  dictionary: Dictionary,
  looks: StateLooks,
): FunctionComponent<Pick<ValueProps, 'value'>> => {
  const StateTag = ({ value }: Pick<ValueProps, 'value'>) => {
    const label = useLabel();
    const look = looks[String(value)];
    const entry = entryOf(dictionary, String(value));
    return look && entry ? <Tag {...look}>{label(entry.label)}</Tag> : null;
  };
  return StateTag;
};
