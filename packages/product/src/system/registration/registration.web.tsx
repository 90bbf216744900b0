import type { GlyphName, Tone } from '@keyan/console/components/Glyph.tsx';
import { Tag } from '@keyan/console/components/StatusTag.tsx';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { present, type ValueProps } from '@keyan/console/presentation/present.ts';
import type { View } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { CodeOf } from '@keyan/kernel/values/dictionary.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { registerGuest, registrationStatus } from './registration.ts';
import type { RegistrationVerdict } from './registration-input.ts';

const DecisionDialog = lazy(() => import('./registration-decision.web.tsx'));

const verdicts: readonly { readonly verdict: RegistrationVerdict; readonly label: Label }[] = [
  { verdict: 'accept', label: ['通过', 'Approve'] },
  { verdict: 'refuse', label: ['拒绝', 'Reject'] },
];

interface DecisionProps {
  readonly row: WireRow;
  readonly view: View;
}

/** Returns the decision buttons of a pending application, and the open dialog. */
const useDecision = (
  { row, view }: DecisionProps,
  button: (text: string, verdict: RegistrationVerdict, ask: () => void) => ReactNode,
): ReactNode => {
  const label = useLabel();
  const permissions = usePermissions();
  const [asked, setAsked] = useState<RegistrationVerdict>();
  if (!asked && (row.status !== '0' || !permissions.has(`${view.code}_audit`))) return null;
  return (
    <>
      {verdicts.map(({ verdict, label: text }) =>
        button(label(text), verdict, () => setAsked(verdict)),
      )}
      <Suspense>
        {asked && <DecisionDialog row={row} verdict={asked} onClose={() => setAsked(undefined)} />}
      </Suspense>
    </>
  );
};

/** Renders 通过 and 拒绝 in the row of a pending application. */
const RegistrationTools = (props: DecisionProps) =>
  useDecision(props, (text, verdict, ask) => (
    <button key={verdict} type="button" className="ky-link" tabIndex={-1} onClick={ask}>
      {text}
    </button>
  ));

/** Renders the decision buttons of an application, for the home page. */
export const RegistrationActions = (props: DecisionProps) =>
  useDecision(props, (text, verdict, ask) => (
    <Button key={verdict} onClick={ask}>
      {text}
    </Button>
  ));

const looks: Readonly<Record<string, { readonly tone: Tone; readonly glyph: GlyphName }>> = {
  '0': { tone: 'warning', glyph: 'inApproval' },
  '1': { tone: 'success', glyph: 'approved' },
  '2': { tone: 'refused', glyph: 'refused' },
} satisfies Readonly<
  Record<CodeOf<typeof registrationStatus>, { readonly tone: Tone; readonly glyph: GlyphName }>
>;

const Standing = ({ value }: ValueProps) => {
  const label = useLabel();
  const entry = entryOf(registrationStatus, String(value));
  const look = looks[String(value)];
  return look && entry ? <Tag {...look}>{label(entry.label)}</Tag> : null;
};

/** Presentation of applications on their list and form. */
export const registrationPresentation = present(registerGuest, {
  ExtraRowActions: RegistrationTools,
  rowFields: ['status', 'name', 'deptId', 'jobNum'],
  fields: {
    status: { Cell: Standing, Text: Standing, width: 104 },
  },
});
