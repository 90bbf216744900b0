import { fill } from '@keyan/kernel/label.ts';
import type { TaskPageData } from '@keyan/kernel/wire/tasks.ts';
import { useLabel } from '../i18n/language.ts';
import { isRejectionWithoutTarget, refusalConsequences, rejectionOfTask } from './rejections.ts';

/** Renders the consequence of each way to reject: 退回, 不同意, 关闭申请, 不通过. */
export const RejectionConsequences = ({ task }: { readonly task: TaskPageData }) => {
  const label = useLabel();
  const rejection = rejectionOfTask(task);
  const targets = task.backTargets.map(({ name }) => name);
  const asked = isRejectionWithoutTarget(task);
  const returned = fill(
    targets.length > 1
      ? ['回到{zh}，办理时选择', 'Returns to {en}, as chosen when you decide']
      : ['回到{zh}', 'Returns to {en}'],
    { zh: targets.join('、'), en: targets.join(' or ') },
  );
  const means = asked ? rejection?.means : returned;
  return (
    <dl className="ky-against">
      {rejection && means && (asked || targets.length > 0) && (
        <div>
          <dt>{label(rejection.button)}</dt>
          <dd>{label(means)}</dd>
        </div>
      )}
      {task.canRefuse && (
        <div>
          <dt>{label(['不通过', 'Reject'])}</dt>
          <dd>{label(refusalConsequences[task.refusedReturns ? 'mend' : 'copy'])}</dd>
        </div>
      )}
    </dl>
  );
};
