import { say } from '@keyan/kernel/label.ts';
import {
  type Entry,
  entryOf,
  entryPathOf,
  selectableEntries,
} from '@keyan/kernel/values/dictionary.ts';
import { Cascader } from 'antd';
import { useMemo, useState } from 'react';
import { useClearButton } from '../components/useClearButton.tsx';
import { useEntries } from '../data/dictionary.ts';
import { useMatches } from '../data/initials.ts';
import { useLabel, useLanguage } from '../i18n/language.ts';
import type { EditorProps } from '../presentation/present.ts';
import { controlAttributes } from './text.tsx';

interface Level {
  readonly value: string;
  readonly label: string;
  readonly children?: Level[];
}

/** Renders a picker for one code of a tree, level by level: province, city, county. */
const PathEditor = (props: EditorProps) => {
  const { value, spec, onChange, onBlur, placeholder, name, row, inCell } = props;
  const dictionary = spec.dictionary;
  const label = useLabel();
  const clearing = useClearButton();
  const language = useLanguage();
  const [open, setOpen] = useState(inCell ?? false);
  const matches = useMatches(open);
  const { entries, ready } = useEntries(dictionary);
  const levels = useMemo(() => {
    const level = ({ code, label: text, children }: Entry): Level => ({
      value: code,
      label: say(text, language),
      ...(children && { children: children.map(level) }),
    });
    return selectableEntries(entries).map(level);
  }, [entries, language]);
  const code = typeof value === 'string' ? value : '';
  const path = dictionary ? entryPathOf(dictionary, code) : [];
  const given = String(row[`${name}Name`] ?? '') || code;
  return (
    <Cascader<Level>
      {...controlAttributes(props)}
      className="ky-wide"
      options={[...levels]}
      // A code that is not loaded, or no longer exists, shows the name that was sent with the
      // record.
      value={path.length > 0 ? path.map((entry) => entry.code) : code ? [given] : undefined}
      changeOnSelect
      allowClear={!props.required && clearing}
      open={open}
      onOpenChange={setOpen}
      loading={open && !ready && levels.length === 0}
      placeholder={placeholder ?? label(['请选择', 'Choose'])}
      showSearch={{
        filter: (text, options) => options.some((one) => matches(text, one.label)),
      }}
      onChange={(chosen) => {
        const last = chosen?.at(-1);
        if (last === undefined) return onChange(null, { [`${name}Name`]: '' });
        // A heading is not a value itself: its children are offered.
        if (!dictionary || (entryOf(dictionary, last)?.heading && !spec.branches)) return;
        onChange(last, { [`${name}Name`]: '' });
      }}
      onBlur={onBlur}
    />
  );
};

export default PathEditor;
