import { Card } from '@keyan/console/components/Page.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { Button } from 'antd';
import type { SheetProps } from './ScoreCard.web.tsx';

/** Card before the material opens: the expert confirms having no conflict of interest. */
export const PledgeCard = ({ sheet, state }: SheetProps) => {
  const label = useLabel();
  return (
    <Card className="ky-pledge" title={label(['评审承诺', 'Before you begin'])}>
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
          'I do not work with the applicants, nor did I teach them, learn from them or am related to them. I judge on my own and keep what I read to myself.',
        ])}
      </p>
      <p className="ky-note">
        {label([
          '如有应回避情形，请返回【我的评审】点【申请回避】。',
          'Otherwise go back to your reviews and decline.',
        ])}
      </p>
      <Button type="primary" size="large" loading={state.busy} onClick={state.pledge}>
        {label(['确认承诺，开始评审', 'Confirm and begin'])}
      </Button>
    </Card>
  );
};
