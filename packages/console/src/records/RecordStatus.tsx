import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { StatusTag } from '../components/StatusTag.tsx';
import type { WireRow } from '../data/calls.ts';
import { stateFieldInApproval, useStateText } from './stateField.ts';

/**
 * Renders the state of a record as a tag: its own state if its kind has states, or else the
 * approval status.
 */
export const RecordStatus = ({ resource, row }: { resource: Resource; row: WireRow }) => {
  const text = useStateText(resource, row);
  const state = row[stateFieldInApproval(resource) ?? ''];
  return row.auditStatus ? (
    <StatusTag
      status={row.auditStatus}
      text={text}
      look={resource.states?.looks?.[String(state)]}
    />
  ) : null;
};
