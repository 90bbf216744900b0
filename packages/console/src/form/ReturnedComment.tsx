import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../client/context.tsx';
import { Glyph } from '../components/Glyph.tsx';
import { auditRecords, queryKeysOf, type WireRow } from '../data/calls.ts';
import { useLabel } from '../i18n/language.ts';

/** Actions that return a record to its writer. */
const returnActions: ReadonlySet<string> = new Set(['back', 'backApplicant']);

/** Renders the comment with which the record was returned, visible while the form is filled in. */
export const ReturnedComment = ({ resource, row }: { resource: Resource; row: WireRow }) => {
  const client = useClient();
  const label = useLabel();
  const { data } = useQuery({
    queryKey: [...queryKeysOf(resource).detail(row.id), 'records'],
    queryFn: () => auditRecords(client, row.id),
  });
  const back = data?.findLast((record) => returnActions.has(record.action));
  if (!back) return null;
  return (
    <section className="ky-returned">
      <h2>
        <Glyph name="returned" />
        {label(['退回意见', 'Return comment'])}
      </h2>
      <p>{back.opinion}</p>
      <footer>
        {back.nodeName} {back.userName}
        <br />
        {back.finishTime}
      </footer>
    </section>
  );
};
