import type { WireRow } from '@keyan/console/data/calls.ts';
import {
  type EditorProps,
  type FormPartProps,
  present,
  type ValueProps,
} from '@keyan/console/presentation/present.ts';
import { lazy, Suspense } from 'react';
import { noticeStatus } from '../../shared/dictionaries.ts';
import { stateTag } from '../../shared/mechanisms/state-tag.web.tsx';
import { notice, noticeStatusCodes } from './notice.ts';

const ReceiptsButton = lazy(() => import('./Receipts.web.tsx'));
const AudiencePicker = lazy(() => import('./AudiencePicker.web.tsx'));

const StatusOf = stateTag(noticeStatus, {
  [noticeStatusCodes.draft]: { tone: 'neutral', glyph: 'draft' },
  [noticeStatusCodes.published]: { tone: 'success', glyph: 'approved' },
  [noticeStatusCodes.withdrawn]: { tone: 'neutral', glyph: 'recalled' },
  [noticeStatusCodes.scheduled]: { tone: 'info', glyph: 'inApproval' },
});

const Audience = ({ form, ...props }: EditorProps & Partial<FormPartProps>) =>
  form && <AudiencePicker {...props} form={form} />;

/** The row contains the names of departments and roles. */
const AudienceText = ({ row }: ValueProps) => String(row.scopeIdsName ?? '');

/** Button 阅读回执 on published notices. */
const Receipts = ({ row }: { readonly row: WireRow }) =>
  row.status === noticeStatusCodes.published ? (
    <Suspense>
      <ReceiptsButton id={String(row.id)} />
    </Suspense>
  ) : null;

/** Presentation of notices. */
export const noticePresentation = present(notice, {
  fields: {
    status: { Cell: StatusOf, Text: StatusOf, width: 128 },
    scopeIds: { Editor: Audience, Text: AudienceText, span: 2 },
  },
  Status: ({ row }) => <StatusOf value={row.status} />,
  ExtraRecordActions: Receipts,
});
