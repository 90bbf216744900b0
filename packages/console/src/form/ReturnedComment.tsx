import type { Resource } from '@keyan/kernel/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../client/context.tsx';
import { Glyph } from '../components/Glyph.tsx';
import { auditRecords, keysOf, type WireRow } from '../data/calls.ts';
import { useLabel } from '../i18n/language.ts';

/** The acts that bring a record back to its writer. */
const returns: ReadonlySet<string> = new Set(['back', 'backApplicant']);

/** The opinion that the record came back with; it stays in sight while it is being answered. */
export const ReturnedOpinion = ({ resource, row }: { resource: Resource; row: WireRow }) => {
  const client = useClient();
  const label = useLabel();
  const { data } = useQuery({
    queryKey: [...keysOf(resource).detail(row.id), 'records'],
    queryFn: () => auditRecords(client, row.id),
  });
  const back = data?.findLast((record) => returns.has(record.action));
  if (!back) return null;
  return (
    <section className="ky-returned">
      <h2>
        <Glyph name="returned" />
        {label(['退回意见', 'Returned because'])}
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
