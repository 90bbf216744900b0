import { TreeSelect } from 'antd';
import { useMemo, useState } from 'react';
import { useClearButton } from '../components/useClearButton.tsx';
import { useEntries } from '../data/dictionary.ts';
import { useMatches } from '../data/initials.ts';
import { classificationTree } from '../fields/dict.tsx';
import { useLabel, useLanguage } from '../i18n/language.ts';
import { type FilterProps, filterCodes, filterCondition } from './filter.ts';
import { selectedNames } from './selectedNames.tsx';

/** Renders a filter for several codes of a classification. */
const TreeCodesFilter = ({ name, spec, filters, placeholder, onChange }: FilterProps) => {
  const label = useLabel();
  const clearing = useClearButton();
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const matches = useMatches(open);
  const { entries } = useEntries(spec.dictionary);
  const tree = useMemo(() => classificationTree(entries, language), [entries, language]);
  return (
    <TreeSelect
      multiple
      treeData={tree as never}
      value={filterCodes(filters[name])}
      placeholder={placeholder || label(['不限', 'Any'])}
      aria-label={label(spec.label)}
      allowClear={clearing}
      maxTagCount={0}
      maxTagPlaceholder={selectedNames}
      popupMatchSelectWidth={320}
      listHeight={320}
      open={open}
      onOpenChange={setOpen}
      showSearch={{
        filterTreeNode: (text: string, node: unknown) =>
          matches(text, (node as { title: string }).title),
      }}
      onChange={(codes: string[]) => onChange({ [name]: filterCondition(codes) })}
    />
  );
};

export default TreeCodesFilter;
