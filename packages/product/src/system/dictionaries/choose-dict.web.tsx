import { useClient } from '@keyan/console/client/context.tsx';
import { useEntries } from '@keyan/console/data/dictionary.ts';
import { classificationTree } from '@keyan/console/fields/dict.tsx';
import { useLabel, useLanguage } from '@keyan/console/i18n/language.ts';
import { withOtherFields } from '@keyan/console/presentation/besides.tsx';
import { type EditorProps, present, type ValueProps } from '@keyan/console/presentation/present.ts';
import { useDefinition } from '@keyan/console/presentation/resources.tsx';
import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import { type Dictionary, entryOf, selectableEntries } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { useQuery } from '@tanstack/react-query';
import { Select, TreeSelect } from 'antd';
import { Suspense } from 'react';
import { pickerProps, splitList } from '../../shared/role-picker.web.tsx';
import { chooseDict, type DictForm } from './choose-dict.ts';

const useForms = (): readonly DictForm[] => {
  const client = useClient();
  const { data = [] } = useQuery({
    queryKey: ['forms with dictionaries'],
    queryFn: () => client.get<readonly DictForm[]>(`/${chooseDict.path}/forms`),
    staleTime: 300_000,
  });
  return data;
};

/** Renders the choice of a resource whose form has dictionaries. */
const KindEditor = (props: EditorProps) => {
  const label = useLabel();
  const forms = useForms();
  return (
    <Select
      {...pickerProps(props)}
      options={forms.map(({ kind, label: name }) => ({ value: kind, label: name }))}
      value={props.value === null ? null : String(props.value)}
      placeholder={label(['请选择业务', 'Choose a kind of record'])}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(kind: string) => props.onChange(kind, { dictCode: null, dictKeys: null })}
    />
  );
};

/** Renders the choice of a dictionary in the form of the chosen resource. */
const DictEditor = (props: EditorProps) => {
  const label = useLabel();
  const forms = useForms();
  const own = forms.find(({ kind }) => kind === props.row.bizKind)?.dictionaries ?? [];
  return (
    <Select
      {...pickerProps(props)}
      disabled={own.length === 0}
      options={own.map(({ code, label: name }) => ({ value: code, label: name }))}
      value={props.value === null ? null : String(props.value)}
      placeholder={label(['请选择字典', 'Choose a dictionary'])}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(code: string) => props.onChange(code, { dictKeys: null })}
    />
  );
};

/** Returns the dictionary with a code among fields and the fields of their lines. */
const dictionaryIn = (fields: Fields, code: string): Dictionary | undefined => {
  for (const { spec } of Object.values(fields)) {
    if (spec.dictionary?.key === code) return spec.dictionary;
    const below = spec.fields && dictionaryIn(spec.fields, code);
    if (below) return below;
  }
  return undefined;
};

const useDictionaryOf = (row: RowLike): Dictionary | undefined => {
  const definition = useDefinition(String(row.bizKind ?? ''));
  return definition && dictionaryIn(definition.fields, String(row.dictCode ?? ''));
};

interface Data {
  value: string;
  title: string;
  children: Data[];
}

/**
 * Converts classification nodes to data of the tree control; any level may be chosen, a heading includes its
 * descendants.
 */
const dataOf = (nodes: ReturnType<typeof classificationTree>): Data[] =>
  nodes.map(({ value, title, children = [] }) => ({ value, title, children: dataOf(children) }));

/** Renders the choice of entries of the chosen dictionary. */
const EntriesOf = (props: EditorProps) => {
  const label = useLabel();
  const language = useLanguage();
  const dictionary = useDictionaryOf(props.row);
  const { entries } = useEntries(dictionary);
  const many = {
    ...pickerProps(props),
    value: splitList(props.value),
    placeholder: label(['请选择启用项', 'Choose the entries']),
    onChange: (keys: string[]) => props.onChange(keys.join(',') || null),
  };
  return dictionary?.tree ? (
    <TreeSelect
      {...many}
      multiple
      treeData={dataOf(classificationTree(selectableEntries(entries), language))}
      showSearch={{ treeNodeFilterProp: 'title' }}
      listHeight={320}
    />
  ) : (
    <Select
      {...many}
      mode="multiple"
      disabled={!dictionary}
      options={selectableEntries(entries).map((entry) => ({
        value: entry.code,
        label: label(entry.label),
      }))}
      showSearch={{ optionFilterProp: 'label' }}
    />
  );
};

const KeysEditor = (props: EditorProps) => (
  <Suspense fallback={null}>
    <EntriesOf {...props} />
  </Suspense>
);

const KindName = ({ value }: ValueProps) => {
  const label = useLabel();
  const definition = useDefinition(String(value ?? ''));
  return <>{definition ? label(definition.label) : String(value ?? '')}</>;
};

const DictName = ({ value, row }: ValueProps) => {
  const label = useLabel();
  const dictionary = useDictionaryOf(row);
  return <>{dictionary ? label(dictionary.label) : String(value ?? '')}</>;
};

const KeyNames = ({ value, row }: ValueProps) => {
  const label = useLabel();
  const dictionary = useDictionaryOf(row);
  useEntries(dictionary);
  return (
    <>
      {splitList(value)
        .map((code) => {
          const entry = dictionary && entryOf(dictionary, code);
          return entry ? label(entry.label) : code;
        })
        .join(label(['、', ', ']))}
    </>
  );
};

const lazily = (Piece: (props: ValueProps) => React.ReactNode) => (props: ValueProps) => (
  <Suspense fallback={null}>
    <Piece {...props} />
  </Suspense>
);

const named = (Piece: (props: ValueProps) => React.ReactNode) => {
  const Shown = lazily(Piece);
  return { Cell: Shown, Text: Shown };
};

/** Presentation of 选用字典: editors, and cells that show names instead of codes. */
export const chooseDictPresentation = present(chooseDict, {
  rowFields: ['bizKind', 'dictCode'],
  fields: {
    chooseName: { width: 240 },
    bizKind: { Editor: KindEditor, ...named(KindName), width: 160 },
    dictCode: { Editor: withOtherFields(['bizKind'], DictEditor), ...named(DictName), width: 160 },
    dictKeys: {
      Editor: withOtherFields(['bizKind', 'dictCode'], KeysEditor),
      ...named(KeyNames),
      span: 4,
      width: 320,
    },
  },
});
