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

/** Lists longer than this get a search box; shorter ones are read at a glance. */
const searchable = 8;

interface Choice {
  readonly value: string;
  readonly label: string;
}

/**
 * Options to choose from, as a flat list in the reader's language; a chosen code that may not be chosen any more
 * keeps its name.
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
      // Nobody reads a code: a name that is on its way leaves the box empty.
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
        many || choices.length > searchable
          ? {
              filterOption: (text, choice) => matches(text, choice?.label ?? ''),
              onSearch: setTyped,
            }
          : false
      }
      // Tab takes the active option: whoever passes by without typing changes nothing.
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

/** Classifications are known by their numbers as well: `420.20 摄影测量与遥感技术`. */
const nodeOf = (entry: Entry, say: (entry: Entry) => string, branches: boolean): TreeNode => ({
  value: entry.code,
  title: say(entry),
  disabled: !branches && (entry.heading ?? false),
  ...(entry.children
    ? { children: entry.children.map((child) => nodeOf(child, say, branches)) }
    : {}),
});

/** A classification as the tree control takes it. @param branches whether its headings may be chosen */
export const classificationTree = (
  entries: readonly Entry[],
  language: Language,
  branches = false,
): readonly TreeNode[] =>
  entries.map((entry) => nodeOf(entry, (each) => say(each.label, language), branches));

/** The entries below the code that heads them in the row; all of them while there is none. */
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

/** A tree whose entries depend on a field beside it (`below`) follows that field in a form. */
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

/** Few dictionaries are chosen level by level: fetched when a field needs it. */
const PathEditor = lazy(() => import('./PathEditor.tsx'));

const editor = (many: boolean) => (props: EditorProps & Partial<FormPartProps>) =>
  props.spec.dictionary?.path && !many ? (
    <PathEditor {...props} />
  ) : props.spec.below !== undefined ? (
    <BesideEditor {...props} many={many} />
  ) : props.spec.dictionary?.tree ? (
    <TreeEditor {...props} many={many} />
  ) : (
    <FlatEditor {...props} many={many} />
  );

/** One code of a dictionary, flat or tree. */
export const DictEditor = editor(false);
/** Several codes. */
export const DictsEditor = editor(true);
