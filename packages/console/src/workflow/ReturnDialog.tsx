import type { TaskPageData } from '@keyan/kernel/wire/tasks.ts';
import { Checkbox, Modal, Radio } from 'antd';
import { useState } from 'react';
import '../form/dialogs.css';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { useLabel } from '../i18n/language.ts';

/** Target value for the applicant, whatever the first step of the diagram is called (ruling 10). */
const applicant = 'applicant';

interface BackDialogProps {
  /** Steps completed before, last first; the applicant's own is the last of them. */
  readonly targets: TaskPageData['backTargets'];
  readonly comment: string;
  readonly onCancel: () => void;
  /**
   * @param direct true if the record comes straight back to this step, skipping the steps between
   */
  readonly onGo: (target: string, direct: boolean) => void;
}

/** Renders 退回: returns to the applicant unless an earlier step is chosen. Asks once. */
export const ReturnDialog = ({ targets, comment, onCancel, onGo }: BackDialogProps) => {
  const label = useLabel();
  useFocusReturn();
  const [target, setTarget] = useState(applicant);
  const [direct, setDirect] = useState(false);
  const steps = targets.slice(0, -1);
  return (
    <Modal
      open
      width={420}
      title={label(['退回', 'Return'])}
      okText={label(['退回', 'Return'])}
      cancelText={label(['取消', 'Cancel'])}
      onCancel={onCancel}
      onOk={() => onGo(target, direct)}
    >
      <p className="ky-dialog-lead">{comment}</p>
      <Radio.Group
        className="ky-choices"
        value={target}
        aria-label={label(['退回到', 'Return to'])}
        onChange={(event) => setTarget(event.target.value)}
        options={[
          { value: applicant, label: label(['退回申请人', 'To the applicant']) },
          ...steps.map(({ key, name }, index) => ({
            value: key,
            label: label(
              index === 0
                ? [`退回上一环节（${name}）`, `To the previous step (${name})`]
                : [`退回${name}`, `To ${name}`],
            ),
          })),
        ]}
      />
      <Checkbox checked={direct} onChange={(event) => setDirect(event.target.checked)}>
        {label(['修改后直接送回本环节', 'After revision it comes straight back here'])}
      </Checkbox>
      <div className="ky-help">
        {label([
          '中间环节已同意且判断依据未变的，不再重复审批',
          'Steps in between that approved are not asked again if what they rest on is unchanged',
        ])}
      </div>
    </Modal>
  );
};
