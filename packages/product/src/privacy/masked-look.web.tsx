import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { present, type ValueProps } from '@keyan/console/presentation/present.ts';
import { maskedLook } from './masked-look.ts';

const Subject = ({ value, row }: ValueProps) => (
  <RecordLink resource={String(row.kind)} id={String(row.recordId)}>
    {String(value ?? '')}
  </RecordLink>
);

/** Presentation of looks, with a link to the record. */
export const maskedLookPresentation = present(maskedLook, {
  rowFields: ['kind', 'recordId'],
  fields: { subject: { Cell: Subject, Text: Subject } },
});
