import { type Language, say } from '@keyan/kernel/label.ts';
import {
  type Dictionary,
  type Entry,
  entryOf,
  flattenEntries,
  selectableEntries,
} from '@keyan/kernel/values/dictionary.ts';
import { Select, TreeSelect } from 'antd';
import { lazy, useMemo, useState } from 'react';
import { useClearButton } from '../components/useClearButton.tsx';
import { useEntries } from '../data/dictionary.ts';
import { useFormEntries } from '../data/in-use.ts';
import { useMatches } from '../data/initials.ts';
import { useLabel, useLanguage } from '../i18n/language.ts';
import { withOtherFields } from '../presentation/besides.tsx';
import type { EditorProps, FormPartProps } from '../presentation/present.ts';
import { controlAttributes } from './text.tsx';

/** Number of entries above which a list gets a search box. */
const maxEntriesWithoutSearch = 8;

interface Choice {
  readonly value: string;
  readonly label: string;
}

/**
 * Returns the entries as a flat list in the reader's language; a chosen code that is no longer
 * selectable keeps its name.
 */
const useChoices = (
  dict: Dictionary | undefined,
  chosen: readonly string[],
  names: string,
): readonly Choice[] => {
  const language = useLanguage();
  const { entries: all, ready, failed } = useEntries(dict);
  const entries = useFormEntries(dict?.key, all);
  return useMemo(() => {
    const listed = selectableEntries(entries).map((entry) => ({
      value: entry.code,
      label: say(entry.label, language),
    }));
    const given = names.split('、');
    const gone = chosen.flatMap((code, index) => {
      if (listed.some(({ value }) => value === code)) return [];
      const entry = dict && entryOf(dict, code);
      // Leave the box empty while the name is loading: a code means nothing to the reader.
      const unnamed = ready || failed ? code : '';
      const text = entry ? say(entry.label, language) : given[index] || unnamed;
      return [{ value: code, label: text }];
    });
    return [...listed, ...gone];
  }, [entries, language, dict, chosen, names, ready, failed]);
};

const useOpenAtOnce = (inCell: boolean | undefined) => useState(inCell ?? false);

const codesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : value ? [String(value)] : [];

const nameOf = ({ row, name }: EditorProps): string => String(row[`${name}Name`] ?? '');

const FlatEditor = (props: EditorProps & { many: boolean }) => {
  const { value, spec, onChange, onBlur, placeholder, name, many, inCell } = props;
  const label = useLabel();
  const clearing = useClearButton();
  const [open, setOpen] = useOpenAtOnce(inCell);
  const [typed, setTyped] = useState('');
  const matches = useMatches(open);
  const codes = useMemo(() => codesOf(value), [value]);
  const choices = useChoices(spec.dictionary, codes, nameOf(props));
  const named = (picked: readonly string[]) => ({
    [`${name}Name`]: picked
      .map((code) => choices.find((choice) => choice.value === code)?.label ?? code)
      .join('、'),
  });
  return (
    <Select<string | string[], Choice>
      {...controlAttributes(props)}
      className="ky-wide"
      mode={many ? 'multiple' : undefined}
      value={many ? codes : (codes[0] ?? null)}
      options={[...choices]}
      placeholder={placeholder ?? label(['请选择', 'Choose'])}
      allowClear={!props.required && clearing}
      open={open}
      onOpenChange={setOpen}
      showSearch={
        many || choices.length > maxEntriesWithoutSearch
          ? {
              filterOption: (text, choice) => matches(text, choice?.label ?? ''),
              onSearch: setTyped,
            }
          : false
      }
      // Tab takes the active option only if something was typed, so that passing by changes
      // nothing.
      defaultActiveFirstOption={typed !== ''}
      maxTagCount={inCell ? 'responsive' : undefined}
      popupMatchSelectWidth={inCell ? false : 160}
      onChange={(next) => {
        const picked = codesOf(next);
        onChange(many ? picked : (picked[0] ?? null), named(picked));
      }}
      onBlur={onBlur}
    />
  );
};

interface TreeNode {
  readonly value: string;
  readonly title: string;
  readonly disabled: boolean;
  readonly children?: readonly TreeNode[];
}

/** Returns a tree node; classifications show their numbers as well: `420.20 摄影测量与遥感技术`. */
const nodeOf = (entry: Entry, say: (entry: Entry) => string, branches: boolean): TreeNode => ({
  value: entry.code,
  title: say(entry),
  disabled: !branches && (entry.heading ?? false),
  ...(entry.children
    ? { children: entry.children.map((child) => nodeOf(child, say, branches)) }
    : {}),
});

/**
 * Returns a classification as nodes of the tree control.
 * @param branches true if headings may be chosen
 */
export const classificationTree = (
  entries: readonly Entry[],
  language: Language,
  branches = false,
): readonly TreeNode[] =>
  entries.map((entry) => nodeOf(entry, (each) => say(each.label, language), branches));

/**
 * Returns the entries below the code in the heading field of the row; all entries if that field is
 * empty.
 */
const headedBy = (entries: readonly Entry[], head: unknown): readonly Entry[] =>
  head === null || head === undefined || head === ''
    ? entries
    : (flattenEntries(entries).find(({ code }) => code === head)?.children ?? []);

const TreeEditor = (props: EditorProps & { many: boolean }) => {
  const { value, spec, row, onChange, onBlur, placeholder, name, many, inCell } = props;
  const label = useLabel();
  const clearing = useClearButton();
  const language = useLanguage();
  const [open, setOpen] = useOpenAtOnce(inCell);
  const matches = useMatches(open);
  const { entries: all, ready, failed } = useEntries(spec.dictionary);
  const entries = useFormEntries(spec.dictionary?.key, all);
  const head = spec.below === undefined ? null : row[spec.below];
  const tree = useMemo(
    () => classificationTree(headedBy(selectableEntries(entries), head), language, spec.branches),
    [entries, head, language, spec.branches],
  );
  const codes = codesOf(value);
  const titleOf = (code: string, index = 0): string => {
    const entry = spec.dictionary && entryOf(spec.dictionary, code);
    return entry ? say(entry.label, language) : nameOf(props).split('、')[index] || code;
  };
  const shown = codes.map((code, index) => ({ value: code, label: titleOf(code, index) }));
  return (
    <TreeSelect
      {...controlAttributes(props)}
      className="ky-wide"
      labelInValue
      multiple={many}
      treeData={tree as never}
      value={many ? shown : (shown[0] ?? null)}
      placeholder={placeholder ?? label(['请选择', 'Choose'])}
      allowClear={!props.required && clearing}
      open={open}
      onOpenChange={setOpen}
      loading={open && !ready && !failed}
      notFoundContent={failed ? label(['网络异常!', 'Network error!']) : undefined}
      showSearch={{
        filterTreeNode: (text: string, node: unknown) => {
          const { title, value: code } = node as TreeNode;
          return matches(text, title) || code.startsWith(text.trim());
        },
      }}
      popupMatchSelectWidth={320}
      listHeight={320}
      onChange={(next: unknown) => {
        const picked = (Array.isArray(next) ? next : next ? [next] : []).map(
          (each: { value: string }) => each.value,
        );
        const names = { [`${name}Name`]: picked.map((code) => titleOf(code)).join('、') };
        onChange(many ? picked : (picked[0] ?? null), names);
      }}
      onBlur={onBlur}
    />
  );
};

/** Renders a tree picker whose entries depend on another field of the form (`below`). */
const BesideEditor = ({
  many,
  ...props
}: EditorProps & Partial<FormPartProps> & { many: boolean }) => {
  const { below = '' } = props.spec;
  const Editor = useMemo(
    () => withOtherFields([below], (given) => <TreeEditor {...given} many={many} />),
    [below, many],
  );
  return <Editor {...props} />;
};

/** Loaded when a field needs it: few dictionaries are chosen level by level. */
const PathEditor = lazy(() => import('./PathEditor.tsx'));

const dictEditorOf = (many: boolean) => (props: EditorProps & Partial<FormPartProps>) =>
  props.spec.dictionary?.path && !many ? (
    <PathEditor {...props} />
  ) : props.spec.below !== undefined ? (
    <BesideEditor {...props} many={many} />
  ) : props.spec.dictionary?.tree ? (
    <TreeEditor {...props} many={many} />
  ) : (
    <FlatEditor {...props} many={many} />
  );

/** Renders a picker for one code of a dictionary, flat or tree. */
export const DictEditor = dictEditorOf(false);
/** Renders a picker for several codes of a dictionary. */
export const DictsEditor = dictEditorOf(true);
