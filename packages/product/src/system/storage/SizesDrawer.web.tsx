import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useScreen } from '@keyan/console/base/useScreen.ts';
import { sizeText } from '@keyan/console/fields/upload.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataTable } from '@keyan/console/table/DataTable.tsx';
import { Drawer, Progress } from 'antd';
import type { KindSize, StorageSizes } from './attach.ts';

interface SizesDrawerProps {
  readonly sizes: StorageSizes;
  readonly onClose: () => void;
}

const columns: readonly DataColumn<KindSize>[] = [
  {
    key: 'kind',
    head: ['业务', 'Business'],
    isRowHead: true,
    cell: ({ kindName }) => kindName,
  },
  {
    key: 'files',
    width: 110,
    align: 'right',
    head: ['文件数', 'Files'],
    cell: ({ files }) => files,
  },
  {
    key: 'bytes',
    width: 120,
    align: 'right',
    head: ['大小', 'Size'],
    cell: ({ bytes }) => sizeText(bytes),
  },
];

/** Renders the size of the files by resource, and the used part of the storage limit. */
export const SizesDrawer = ({ sizes, onClose }: SizesDrawerProps) => {
  const label = useLabel();
  useFocusReturn();
  const narrow = useScreen() === 0;
  const { kinds, stored, limit } = sizes;
  return (
    <Drawer
      open
      size={narrow ? '100%' : 560}
      title={label(['附件占用', 'Space used'])}
      onClose={onClose}
    >
      <p>
        {limit === 0
          ? label([`已存储 ${sizeText(stored)}，不限容量`, `${sizeText(stored)} stored, no limit`])
          : label([
              `已存储 ${sizeText(stored)}，上限 ${sizeText(limit)}`,
              `${sizeText(stored)} stored of ${sizeText(limit)}`,
            ])}
      </p>
      {limit > 0 && (
        <Progress
          percent={Math.min(100, Math.round((stored / limit) * 100))}
          aria-label={label(['已用容量', 'Used'])}
        />
      )}
      <p className="ky-note">
        {label([
          '相同内容只存储一份，因此各业务之和可能大于已存储的大小；上限由参数 file.quota.tenant 设置',
          'Identical content is stored only once, so the sum of all kinds may exceed what is stored; the limit is set by the parameter file.quota.tenant',
        ])}
      </p>
      <DataTable<KindSize>
        frame="region"
        caption={label(['各业务附件占用', 'Space used by kind'])}
        rows={kinds}
        columns={columns}
        keyOf={({ resource }) => resource}
      />
    </Drawer>
  );
};
