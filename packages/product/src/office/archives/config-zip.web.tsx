import { useClient } from '@keyan/console/client/context.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { withOtherFields } from '@keyan/console/presentation/besides.tsx';
import { type EditorProps, present, type ValueProps } from '@keyan/console/presentation/present.ts';
import { useDefinition } from '@keyan/console/presentation/resources.tsx';
import { Input, InputNumber, Modal, Select } from 'antd';
import { Suspense, useId, useState } from 'react';
import { pickerProps, splitList } from '../../shared/role-picker.web.tsx';
import { configZip } from './config-zip.ts';

/** Button 打包: queues an archive with the files of the readable records, of one year or all. */
const PackButton = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const client = useClient();
  const id = useId();
  const may = usePermissions().has('czip_pack');
  const [open, setOpen] = useState(false);
  const [year, setYear] = useState<number | null>(null);
  const [names, setNames] = useState('');
  if (!may || row.status !== '1') return null;
  const pack = async () => {
    try {
      const count = await client.post<number>(`/${configZip.path}/pack`, {
        id: row.id,
        ...(year === null ? {} : { year }),
        names: names.split('\n').filter((name) => name.trim() !== ''),
      });
      toast.success([
        `${count} 条记录的附件正在打包，完成后发消息`,
        `Attachments are being packed (records: ${count}); you will get a message when they are ready`,
      ]);
      setOpen(false);
    } catch (fault) {
      toast.fault(fault);
    }
  };
  return (
    <>
      <button type="button" className="ky-link" onClick={() => setOpen(true)}>
        {label(['打包', 'Pack'])}
      </button>
      {open && (
        <Modal
          open
          title={label(['打包附件', 'Pack files'])}
          okText={label(['开始打包', 'Pack'])}
          cancelText={label(['取消', 'Cancel'])}
          onOk={() => void pack()}
          onCancel={() => setOpen(false)}
        >
          <label htmlFor={id}>{label(['年度（不填为全部）', 'Year (empty for all)'])}</label>
          <InputNumber
            id={id}
            className="ky-wide"
            min={1900}
            max={2200}
            value={year}
            onChange={setYear}
          />
          <label htmlFor={`${id}-names`}>
            {label([
              '编号或名称，每行一个（不填为全部）',
              'Numbers or names, one per line (empty for all)',
            ])}
          </label>
          <Input.TextArea
            id={`${id}-names`}
            rows={5}
            value={names}
            onChange={({ target }) => setNames(target.value)}
          />
        </Modal>
      )}
    </>
  );
};

/** Attachment categories of a kind of record. */
const useCategories = (kind: unknown) => {
  const definition = useDefinition(String(kind ?? ''));
  return Object.values(definition?.fields ?? {}).flatMap(({ spec }) => spec.categories ?? []);
};

const Categories = (props: EditorProps) => {
  const label = useLabel();
  const categories = useCategories(props.row.bizKind);
  return (
    <Select
      {...pickerProps(props)}
      mode="multiple"
      disabled={categories.length === 0}
      options={categories.map(({ code, label: name }) => ({ value: code, label: label(name) }))}
      value={splitList(props.value)}
      placeholder={label(['全部附件', 'All attachments'])}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(chosen: string[]) => props.onChange(chosen.join(',') || null)}
    />
  );
};

const CategoriesEditor = (props: EditorProps) => (
  <Suspense fallback={null}>
    <Categories {...props} />
  </Suspense>
);

const CategoryNames = ({ value, row }: ValueProps) => {
  const label = useLabel();
  const categories = useCategories(row.bizKind);
  const names = splitList(value).map((code) => {
    const category = categories.find((one) => one.code === code);
    return category ? label(category.label) : code;
  });
  return <>{names.join(label(['、', ', '])) || label(['全部附件', 'All attachments'])}</>;
};

const CategoriesText = (props: ValueProps) => (
  <Suspense fallback={null}>
    <CategoryNames {...props} />
  </Suspense>
);

export const configZipPresentation = present(configZip, {
  rowFields: ['status'],
  fields: {
    folderRule: { span: 2 },
    fileRule: { span: 2 },
    catalogs: {
      span: 4,
      Editor: withOtherFields(['bizKind'], CategoriesEditor),
      Text: CategoriesText,
    },
  },
  ExtraRowActions: PackButton,
});
