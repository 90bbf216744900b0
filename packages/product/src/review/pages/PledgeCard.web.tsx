import { Card } from '@keyan/console/components/Page.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { Button } from 'antd';
import type { SheetProps } from './ScoreCard.web.tsx';

/**
 * Card on which the expert confirms having no conflict of interest, before the material opens
 * (R-802).
 */
export const PledgeCard = ({ sheet, state }: SheetProps) => {
  const label = useLabel();
  return (
    <Card className="ky-pledge" title={label(['评审承诺', 'Reviewer’s pledge'])}>
      <p>
        <b>{sheet.title}</b>
      </p>
      {sheet.applicant && (
        <p className="ky-note">
          {sheet.applicant} · {sheet.unit}
        </p>
      )}
      {sheet.guide && <p className="ky-note ky-sheet-guide">{sheet.guide}</p>}
      <p>
        {label([
          '本人与申请人不存在同部门、合作、师生、亲属等应回避情形，将独立、客观评审，并对材料与意见保密。',
          'I have no conflict of interest with the applicants (same department, collaboration, supervision or kinship). I will review independently and objectively, and keep the material and opinions confidential.',
        ])}
      </p>
      <p className="ky-note">
        {label([
          '如有应回避情形，请返回【我的评审】点【申请回避】。',
          'If you have a conflict of interest, go back to “My reviews” and choose “Decline”.',
        ])}
      </p>
      <Button type="primary" size="large" loading={state.busy} onClick={state.pledge}>
        {label(['确认承诺，开始评审', 'Confirm and start reviewing'])}
      </Button>
    </Card>
  );
};
