import { useClient } from '@keyan/console/client/context.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Button, Input } from 'antd';
import { useState } from 'react';
import type { PanelProps } from './AnnualTable.web.tsx';
import { annualService, type CheckAnswer } from './answers.ts';

/** Reason given for a warning. */
const Explanation = ({
  report,
  check,
  onChanged,
}: {
  readonly report: string;
  readonly check: CheckAnswer;
  readonly onChanged: () => void;
}) => {
  const label = useLabel();
  const client = useClient();
  const [text, setText] = useState(check.explained);
  const keep = async () => {
    try {
      await client.post(`/${annualService}/explain`, { id: report, check: check.code, text });
      onChanged();
    } catch (fault) {
      toast.fault(fault);
    }
  };
  return (
    <div className="ky-annual-explain">
      <Input
        value={text}
        maxLength={500}
        aria-label={label(['说明', 'Reason'])}
        placeholder={label(['属实的，请说明原因', 'If correct, explain why'])}
        onChange={({ target }) => setText(target.value)}
        onPressEnter={() => void keep()}
      />
      <Button disabled={text === check.explained} onClick={() => void keep()}>
        {label(['保存', 'Save'])}
      </Button>
    </div>
  );
};

/** Labels of both sides of a check. */
const sides: Readonly<Record<CheckAnswer['is'], readonly [left: Label, right: Label]>> = {
  equal: [
    ['本栏', 'This cell'],
    ['应为', 'Should be'],
  ],
  atMost: [
    ['本栏', 'This cell'],
    ['上限', 'At most'],
  ],
  near: [
    ['本年', 'This year'],
    ['上年', 'Last year'],
  ],
};

/** Failed checks: errors that prevent reporting, and warnings that need a reason. */
export const ChecksPanel = ({ overview, onChanged }: PanelProps) => {
  const label = useLabel();
  if (overview.checks.length === 0) {
    return <p className="ky-note">{label(['各项校验都已通过', 'All checks passed'])}</p>;
  }
  return (
    <ul className="ky-annual-checks">
      {overview.checks.map((check) => (
        <li key={check.code} data-level={check.level}>
          <b>
            {check.level === 'error' ? label(['错误', 'Error']) : label(['提示', 'Warning'])}{' '}
            {check.code}
          </b>
          <span>
            {check.text}
            <small>
              {label(sides[check.is][0])} {check.left}
              {label(['，', ', '])}
              {label(sides[check.is][1])} {check.right}
              {label(['，相差', ', difference'])} {check.difference}
            </small>
          </span>
          {check.level === 'warn' && overview.may.edit && (
            <Explanation
              key={check.explained}
              report={overview.id}
              check={check}
              onChanged={onChanged}
            />
          )}
          {check.level === 'warn' && !overview.may.edit && <i>{check.explained}</i>}
        </li>
      ))}
    </ul>
  );
};
