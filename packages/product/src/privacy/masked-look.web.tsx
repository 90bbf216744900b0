import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { present, type ValueProps } from '@keyan/console/presentation/present.ts';
import { maskedLook } from './masked-look.ts';

const Subject = ({ value, row }: ValueProps) => (
  <RecordLink resource={String(row.kind)} id={String(row.recordId)}>
    {String(value ?? '')}
  </RecordLink>
);

/** How the pages of looks differ from plain ones: each leads to the record that was looked at. */
export const maskedLookPresentation = present(maskedLook, {
  rowFields: ['kind', 'recordId'],
  fields: { subject: { Cell: Subject, Text: Subject } },
});
