import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { present } from '@keyan/console/presentation/present.ts';
import { lazy, Suspense, useState } from 'react';
import { expert, resetCode } from '../expert.ts';

const ResetPassword = lazy(async () => ({
  default: (await import('../../system/accounts/user-dialogs.web.tsx')).ResetPassword,
}));

/** Button 重置密码 for the expert’s account. */
const Reset = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const [open, setOpen] = useState(false);
  if (!usePermissions().has(resetCode)) return null;
  return (
    <>
      <button type="button" className="ky-link" tabIndex={-1} onClick={() => setOpen(true)}>
        {label(['重置密码', 'Reset password'])}
      </button>
      <Suspense>
        {open && (
          <ResetPassword
            name={String(row.name)}
            call="/kh-edu-research/experts/resetpwd"
            input={{ ids: [row.id] }}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
};

export const expertPresentation = present(expert, { ExtraRowActions: Reset, rowFields: ['name'] });
