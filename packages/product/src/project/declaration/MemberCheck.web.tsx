import { useClient } from '@keyan/console/client/context.tsx';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { useForm } from '@keyan/console/form-store/store.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { FormPartProps } from '@keyan/console/presentation/present.ts';
import { Button } from 'antd';
import { useState } from 'react';
import './member-check.web.css';

/** Result of the call `validateMember`. */
interface Checked {
  readonly pass: boolean;
  readonly items: readonly {
    readonly level: 'error' | 'warn';
    readonly rule: string;
    readonly message: string;
  }[];
}

/** Button 校验成员: checks before submission whether the people may declare under the call. */
export const MemberCheck = ({ form }: FormPartProps) => {
  const label = useLabel();
  const client = useClient();
  const planId = useForm(form, ({ values }) => values.planId);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [busy, setBusy] = useState(false);
  const check = async () => {
    const { values } = form.state();
    setBusy(true);
    try {
      setChecked(
        await client.post<Checked>('/kh-edu-research/declareInfo/validateMember', {
          planId: values.planId,
          leaderId: values.programLeader,
          members: values.members,
          projectType: values.projectType,
        }),
      );
    } catch {
      // The client has already shown the error.
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button loading={busy} disabled={!planId} onClick={() => void check()}>
        {label(['校验成员', 'Check members'])}
      </Button>
      {checked && (
        <ul className="ky-member-check" role="status">
          {checked.items.length === 0 && (
            <li>
              <Glyph name="approved" tone="success" />{' '}
              {label(['成员均符合申报条件', 'All members are eligible'])}
            </li>
          )}
          {checked.items.map(({ level, rule, message }) => (
            <li key={`${rule} ${message}`}>
              <Glyph name="warning" tone={level === 'error' ? 'error' : 'warning'} /> {message}
              <span className="ky-note"> {rule}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
};
