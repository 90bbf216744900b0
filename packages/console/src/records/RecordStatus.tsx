import type { Status } from '@keyan/kernel/access/status.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { StatusTag } from '../components/StatusTag.tsx';
import type { WireRow } from '../data/calls.ts';
import { useEntries } from '../data/dictionary.ts';
import { useLanguage } from '../i18n/language.ts';
import { stateFieldInApproval, stateText } from './stateField.ts';

interface RecordStatusProps {
  readonly resource: Resource;
  readonly row: WireRow & { readonly auditStatus: Status };
}

const StateTag = ({ resource, row }: RecordStatusProps) => {
  const language = useLanguage();
  const field = stateFieldInApproval(resource) ?? '';
  useEntries(resource.fields[field]?.spec.dictionary);
  return (
    <StatusTag
      status={row.auditStatus}
      text={stateText(resource, row, language)}
      look={resource.states?.looks?.[String(row[field])]}
    />
  );
};

/** State of a record as a tag: its own state where its kind has states, or else the shared status. */
export const RecordStatus = ({ resource, row }: { resource: Resource; row: WireRow }) => {
  const { auditStatus } = row;
  if (!auditStatus) return null;
  return stateFieldInApproval(resource) ? (
    <StateTag resource={resource} row={{ ...row, auditStatus }} />
  ) : (
    <StatusTag status={auditStatus} />
  );
};
