import { useClient } from '@keyan/console/client/context.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { present } from '@keyan/console/presentation/present.ts';
import { Button, InputNumber, Modal } from 'antd';
import { useId, useState } from 'react';
import { configZip } from './config-zip.ts';

/** 打包: the files of the records that the reader sees, of one year or all. */
const PackButton = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const client = useClient();
  const id = useId();
  const may = usePermissions().has('czip_pack');
  const [open, setOpen] = useState(false);
  const [year, setYear] = useState<number | null>(null);
  if (!may || row.status !== '1') return null;
  const pack = async () => {
    try {
      const count = await client.post<number>(`/${configZip.path}/pack`, {
        id: row.id,
        ...(year === null ? {} : { year }),
      });
      toast.success([
        `${count} 条记录的附件正在打包，完成后发消息`,
        `The files of ${count} records are being packed; a message follows`,
      ]);
      setOpen(false);
    } catch (fault) {
      toast.fault(fault);
    }
  };
  return (
    <>
      <Button type="link" size="small" onClick={() => setOpen(true)}>
        {label(['打包', 'Pack'])}
      </Button>
      {open && (
        <Modal
          open
          title={label(['打包附件', 'Pack files'])}
          okText={label(['开始打包', 'Pack'])}
          cancelText={label(['取消', 'Cancel'])}
          onOk={() => void pack()}
          onCancel={() => setOpen(false)}
        >
          <label htmlFor={id}>{label(['年度（不填为全部）', 'Year, or all'])}</label>
          <InputNumber id={id} min={1900} max={2200} value={year} onChange={setYear} />
        </Modal>
      )}
    </>
  );
};

export const configZipPresentation = present(configZip, {
  rowFields: ['status'],
  fields: { folderRule: { span: 2 }, fileRule: { span: 2 } },
  ExtraRowActions: PackButton,
});
