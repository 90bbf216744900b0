import { useClient } from '@keyan/console/client/context.tsx';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { present } from '@keyan/console/presentation/present.ts';
import { fill } from '@keyan/kernel/label.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { stateTag } from '../../shared/mechanisms/state-tag.web.tsx';
import { invitationStatus, invitationStatusCodes } from './dictionaries.ts';
import { handOverCode, reviewInvitation } from './invitation.ts';

const Status = stateTag(invitationStatus, {
  '0': { tone: 'neutral', glyph: 'draft' },
  '1': { tone: 'info', glyph: 'inApproval' },
  '2': { tone: 'success', glyph: 'approved' },
  '3': { tone: 'refused', glyph: 'warning' },
  '4': { tone: 'neutral', glyph: 'recalled' },
  '5': { tone: 'neutral', glyph: 'void' },
});

const Dialog = lazy(async () => ({
  default: (await import('./LinkHandOver.web.tsx')).LinkHandOver,
}));

/** Button 当面交付: shows link and one-time code for an expert who cannot be reached by message. */
const HandOverButton = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const mayHandOver = usePermissions().has(handOverCode);
  const isOver =
    row.status === invitationStatusCodes.revoked || row.status === invitationStatusCodes.expired;
  if (isOver || !mayHandOver) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label(['当面交付', 'Hand over'])}</Button>
      <Suspense>
        {open && (
          <Dialog
            id={row.id}
            title={fill(['当面交付：{name}', 'Hand over: {name}'], { name: String(row.name) })}
            client={client}
            onClose={() => {
              setOpen(false);
              void queries.invalidateQueries({ queryKey: [reviewInvitation.key] });
            }}
          />
        )}
      </Suspense>
    </>
  );
};

export const invitationPresentation = present(reviewInvitation, {
  fields: { status: { Cell: Status, Text: Status, width: 112 } },
  rowFields: ['status', 'name'],
  Status: ({ row }) => <Status value={row.status} />,
  ExtraRecordActions: HandOverButton,
});
