import { useLabel } from '@keyan/console/i18n/language.ts';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataTable } from '@keyan/console/table/DataTable.tsx';
import { Modal } from 'antd';
import {
  type CollegeGaps,
  type MissingOverview,
  type MissingTopic,
  missingTopics,
  missingWords,
} from './missing.ts';

interface CollegesProps {
  readonly overview: MissingOverview;
  readonly onChoose: (topic: MissingTopic, college: string) => void;
  readonly onClose: () => void;
}

/** Dialog 院系对比: number of incomplete records by college; each number opens its records. */
const CollegesDialog = ({ overview, onChoose, onClose }: CollegesProps) => {
  const label = useLabel();
  const title = label(['院系对比', 'By college']);
  const nameOf = ({ name }: CollegeGaps) => name || label(['未填写部门', 'No department']);
  const columns: readonly DataColumn<CollegeGaps>[] = [
    { key: 'name', head: ['院系', 'College'], isRowHead: true, cell: nameOf },
    ...missingTopics.map(
      (topic): DataColumn<CollegeGaps> => ({
        key: topic,
        head: missingWords[topic].label,
        align: 'right',
        width: 116,
        cell: (college) => {
          const count = college.counts[topic];
          if (count === 0 || college.id === '') return count;
          return (
            <button
              type="button"
              className="ky-link"
              aria-label={`${nameOf(college)} ${label(missingWords[topic].label)} ${count}`}
              onClick={() => onChoose(topic, college.id)}
            >
              {count}
            </button>
          );
        },
      }),
    ),
  ];
  return (
    <Modal open width={760} title={title} footer={null} onCancel={onClose}>
      <DataTable
        caption={title}
        rows={overview.colleges}
        columns={columns}
        minWidth={640}
        keyOf={({ id }) => id || '-'}
      />
    </Modal>
  );
};

export default CollegesDialog;
