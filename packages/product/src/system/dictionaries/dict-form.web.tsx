import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useScreen } from '@keyan/console/base/useScreen.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { toast } from '@keyan/console/components/toast.ts';
import { useClearButton } from '@keyan/console/components/useClearButton.tsx';
import { LabelledField } from '@keyan/console/form/LabelledField.tsx';
import { useLabel, useLanguage } from '@keyan/console/i18n/language.ts';
import { useMarkUnsaved } from '@keyan/console/navigation/tab.ts';
import type { FieldFault } from '@keyan/kernel/errors.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Drawer, Input, Radio, TreeSelect } from 'antd';
import { useId, useRef, useState } from 'react';
import { yesNo } from '../../shared/dictionaries.ts';
import { type DictField, type DictRow, dictEntry, judgeDictEntry } from './dict.ts';

export interface DictFormProps {
  /** Row to change; if omitted, a new row is created. */
  readonly row?: DictRow;
  /** Parent of a new entry; omitted for a dictionary. */
  readonly parent?: DictRow;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

type Texts = Readonly<Record<DictField, string>>;

interface Node {
  readonly id: string;
  readonly dictValue: string;
  readonly dictValueEn: string;
  readonly children?: readonly Node[];
}

interface Option {
  readonly value: string;
  readonly title: string;
  readonly disabled: boolean;
  readonly children: readonly Option[];
}

const textsOf = (row: DictRow | undefined, parent: DictRow | undefined): Texts => ({
  code: row?.code ?? parent?.code ?? '',
  dictKey: row?.dictKey ?? '',
  dictValue: row?.dictValue ?? '',
  dictValueEn: row?.dictValueEn ?? '',
  sort: row ? String(row.sort) : '',
  isSealed: String(row?.isSealed ?? 0),
  synonyms: row?.synonyms ?? '',
  remark: row?.remark ?? '',
});

const { fields } = dictEntry;

/** Loads the entries of a dictionary as possible parents, without the edited entry and its descendants. */
const useParents = (code: string, self: string | undefined, needed: boolean) => {
  const client = useClient();
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['dict', 'tree', code],
    // The search matches part of the code, so longer codes are filtered out here.
    queryFn: () =>
      client.get<readonly (Node & { readonly code: string })[]>('/blade-system/dict/list', {
        code,
      }),
    enabled: needed,
  });
  const option = (node: Node, closed: boolean): Option => {
    const disabled = closed || node.id === self;
    return {
      value: node.id,
      title: language === 'en' ? node.dictValueEn || node.dictValue : node.dictValue,
      disabled,
      children: (node.children ?? []).map((child) => option(child, disabled)),
    };
  };
  return (data ?? []).filter((node) => node.code === code).map((node) => option(node, false));
};

/**
 * Returns the state of the form, its faults, and the save function. Long because every part of the form reads and
 * writes the same few states.
 */
const useDictForm = ({ row, parent, onSaved }: DictFormProps) => {
  const client = useClient();
  const label = useLabel();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [before] = useState(() => textsOf(row, parent));
  const [given, setGiven] = useState(before);
  const [parentId, setParentId] = useState(parent?.id);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const isEntry = parent !== undefined;
  const fixed = row?.builtIn ?? false;
  const parents = useParents(given.code, row?.id, isEntry && !fixed);
  const names = Object.keys(before) as readonly DictField[];
  const changed = names.filter((name) => given[name].trim() !== before[name]);
  const dirty = changed.length > 0 || parentId !== parent?.id;
  useMarkUnsaved(dirty);

  const found = (): readonly FieldFault[] => judgeDictEntry({}, given, !isEntry).faults;
  const faultOf = (name: DictField): string => {
    const fault = found().find(({ path }) => path === name);
    return fault ? label(fault.message) : '';
  };
  const show = (list: readonly { readonly path: string; readonly message: string }[]) => {
    setFaults(Object.fromEntries(list.map(({ path, message }) => [path, message])));
    form.current?.querySelector<HTMLElement>(`[name="${list[0]?.path}"]`)?.focus();
  };
  const save = async () => {
    const wrong = found();
    if (wrong.length > 0) {
      return show(wrong.map(({ path, message }) => ({ path, message: label(message) })));
    }
    setBusy(true);
    try {
      // Empty texts count as omitted; a blank deletes the stored value.
      const texts = Object.fromEntries(names.map((name) => [name, given[name].trim() || ' ']));
      // An entry without a parent is placed directly below its dictionary.
      const position = isEntry ? { parentId: parentId ?? parents[0]?.value ?? parent.id } : {};
      const body = { ...texts, ...position, id: row?.id, version: row?.version };
      await client.post('/blade-system/dict/submit', body, { quiet: true });
      toast.success(row ? ['更新成功', 'Updated'] : ['新增成功', 'Added']);
      onSaved();
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      if (fault.fields.length > 0) show(fault.fields);
      else toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };

  const change = (name: DictField, text: string) => {
    setGiven({ ...given, [name]: text });
    setFaults((so) => ({ ...so, [name]: '' }));
  };
  /** Returns the props that all text fields share. */
  const bind = (name: DictField) => ({
    id: `${id}-${name}`,
    name,
    value: given[name],
    maxLength: fields[name].spec.max,
    status: faults[name] ? ('error' as const) : undefined,
    'aria-describedby': `${id}-${name}-help`,
    'aria-required': fields[name].spec.required,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      change(name, target.value),
    // Faults reported by the server remain until the text changes.
    onBlur: () => setFaults((so) => ({ ...so, [name]: faultOf(name) || (so[name] ?? '') })),
  });
  const box = (name: DictField) => ({
    id: `${id}-${name}`,
    label: fields[name].spec.label,
    required: fields[name].spec.required,
    fault: faults[name],
  });
  const chooseParent = (value: string | undefined) => {
    setParentId(value);
    setFaults((so) => ({ ...so, parentId: '' }));
  };
  return {
    id,
    form,
    given,
    faults,
    busy,
    dirty,
    isEntry,
    fixed,
    parent,
    parents,
    parentId,
    chooseParent,
    change,
    save,
    bind,
    box,
  };
};

type DictFormState = ReturnType<typeof useDictForm>;

/** Renders the parent of an entry. */
const ParentField = ({ state, parent }: FieldsProps & { readonly parent: DictRow }) => {
  const label = useLabel();
  const clearing = useClearButton();
  const { id, faults, fixed, parents, parentId, chooseParent } = state;
  return (
    <LabelledField
      id={`${id}-parent`}
      label={['上级字典', 'Parent']}
      fault={faults.parentId}
      help={label(['留空即字典的第一级', 'Empty means the first level of the dictionary'])}
    >
      <TreeSelect
        id={`${id}-parent`}
        className="ky-wide"
        allowClear={clearing}
        disabled={fixed}
        showSearch={{ treeNodeFilterProp: 'title' }}
        treeData={
          parents.length > 0
            ? (parents as never)
            : [{ value: parent.id, title: label([parent.dictValue, parent.dictValueEn]) }]
        }
        value={parentId}
        treeDefaultExpandedKeys={parents.map(({ value }) => value)}
        onChange={chooseParent}
      />
    </LabelledField>
  );
};

interface FieldsProps {
  readonly state: DictFormState;
}

/** Renders whether the entry may be chosen for new records. */
const SealedField = ({ state }: FieldsProps) => {
  const label = useLabel();
  const { id, box, given, change } = state;
  return (
    <LabelledField
      {...box('isSealed')}
      help={label([
        '封存后不可新选，历史仍显示',
        'It can no longer be chosen; existing records still show it',
      ])}
    >
      <Radio.Group
        id={`${id}-isSealed`}
        name="isSealed"
        aria-label={label(fields.isSealed.spec.label)}
        value={given.isSealed}
        options={yesNo.entries.map((entry) => ({
          value: entry.code,
          label: label(entry.label),
        }))}
        onChange={({ target }) => change('isSealed', String(target.value))}
      />
    </LabelledField>
  );
};

const DictFields = ({ state }: FieldsProps) => {
  const label = useLabel();
  const { form, isEntry, fixed, parent, save, bind, box } = state;
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <LabelledField
        {...box('code')}
        help={fixed && label(['系统内置，不能修改', 'Built in; cannot be changed'])}
      >
        <Input {...bind('code')} autoFocus={!isEntry && !fixed} disabled={isEntry || fixed} />
      </LabelledField>
      {parent && <ParentField state={state} parent={parent} />}
      {isEntry && (
        <LabelledField {...box('dictKey')}>
          <Input {...bind('dictKey')} autoFocus={!fixed} disabled={fixed} />
        </LabelledField>
      )}
      <LabelledField {...box('dictValue')}>
        <Input {...bind('dictValue')} autoFocus={fixed} />
      </LabelledField>
      <LabelledField {...box('dictValueEn')}>
        <Input {...bind('dictValueEn')} />
      </LabelledField>
      <LabelledField {...box('sort')}>
        <Input {...bind('sort')} inputMode="numeric" />
      </LabelledField>
      <SealedField state={state} />
      {isEntry && (
        <LabelledField
          {...box('synonyms')}
          help={label([
            '校内表格对它的其他叫法，用逗号分隔，导入时按本项识别',
            'Other names used in the university’s spreadsheets, separated by commas; recognised as this entry on import',
          ])}
        >
          <Input {...bind('synonyms')} />
        </LabelledField>
      )}
      <LabelledField {...box('remark')}>
        <Input.TextArea {...bind('remark')} autoSize={{ minRows: 2, maxRows: 6 }} />
      </LabelledField>
      {/* Enter in a field saves, as the button of the drawer does. */}
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </form>
  );
};

/** Renders 新增 and 编辑 of a dictionary or an entry. */
const DictForm = (props: DictFormProps) => {
  const { row, onClose } = props;
  const label = useLabel();
  const narrow = useScreen() === 0;
  const { modal } = App.useApp();
  const state = useDictForm(props);
  const { busy, dirty, isEntry, save } = state;
  useFocusReturn();
  const close = () => {
    if (!dirty) return onClose();
    modal.confirm({
      title: label(['放弃未保存的修改？', 'Discard unsaved changes?']),
      okText: label(['放弃', 'Discard']),
      cancelText: label(['继续编辑', 'Keep editing']),
      onOk: onClose,
    });
  };

  const noun = label(isEntry ? ['字典项', 'entry'] : ['字典', 'dictionary']);

  return (
    <Drawer
      open
      // The first field takes the focus itself: a drawer that moved the focus would make the field validate on blur.
      autoFocus={false}
      size={narrow ? '100%' : 480}
      title={label(row ? [`编辑${noun}`, `Edit ${noun}`] : [`新增${noun}`, `New ${noun}`])}
      onClose={close}
      footer={
        <div className="ky-drawer-foot">
          <Button onClick={close}>{label(['取消', 'Cancel'])}</Button>
          <Button type="primary" loading={busy} onClick={() => void save()}>
            {label(['保存', 'Save'])}
          </Button>
        </div>
      }
    >
      <DictFields state={state} />
    </Drawer>
  );
};

export default DictForm;
