import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { fill } from '@keyan/kernel/label.ts';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import type { CollegeReport, RecommendedDeclaration } from './declare-reports.ts';

/** List with one element moved up by a position. */
const raised = (
  list: readonly RecommendedDeclaration[],
  at: number,
): readonly RecommendedDeclaration[] =>
  list.toSpliced(at - 1, 2, ...list.slice(at - 1, at + 1).toReversed());

interface ReportDialogProps {
  readonly college: CollegeReport;
  readonly onCancel: () => void;
  /** Callback with the declarations in ranked order. */
  readonly onGo: (order: readonly RecommendedDeclaration[]) => Promise<void>;
}

/** Dialog in which a department ranks and reports its recommended declarations. */
const ReportDialog = ({ college, onCancel, onGo }: ReportDialogProps) => {
  const label = useLabel();
  useFocusReturn();
  const [order, setOrder] = useState(college.recommended);
  const [sending, setSending] = useState(false);
  return (
    <Modal
      open
      width={640}
      title={label(fill(['确认上报：{name}', 'Confirm report: {name}'], { name: college.name }))}
      okText={label(['确认上报', 'Confirm report'])}
      cancelText={label(['取消', 'Cancel'])}
      confirmLoading={sending}
      onCancel={onCancel}
      onOk={() => {
        setSending(true);
        void onGo(order).finally(() => setSending(false));
      }}
    >
      <p className="ky-note">
        {label([
          '按推荐先后排序。上报后不能再增加推荐；如需调整，请科研处退回上报。',
          'Order by recommendation. No recommendations can be added after reporting, unless the research office returns the report.',
        ])}
      </p>
      {college.waiting > 0 && (
        <p className="ky-report-waiting" role="status">
          {label(
            fill(
              [
                '另有 {count} 项待院系审批，上报后不能再推荐。',
                'Awaiting the college: {count}. They can no longer be recommended after reporting.',
              ],
              { count: college.waiting },
            ),
          )}
        </p>
      )}
      <ol className="ky-report-order">
        {order.map((one, at) => (
          <li key={one.id}>
            <span className="ky-report-place">{at + 1}</span>
            <span className="ky-report-title">
              {one.title} <span className="ky-note">{one.leader}</span>
            </span>
            <Button
              size="small"
              type="text"
              icon={<ArrowUpOutlined />}
              disabled={at === 0}
              aria-label={label(fill(['上移：{title}', 'Move up: {title}'], { title: one.title }))}
              onClick={() => setOrder(raised(order, at))}
            />
            <Button
              size="small"
              type="text"
              icon={<ArrowDownOutlined />}
              disabled={at === order.length - 1}
              aria-label={label(
                fill(['下移：{title}', 'Move down: {title}'], { title: one.title }),
              )}
              onClick={() => setOrder(raised(order, at + 1))}
            />
          </li>
        ))}
      </ol>
    </Modal>
  );
};

export default ReportDialog;
