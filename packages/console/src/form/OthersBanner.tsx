import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { EditorRow } from '@keyan/kernel/wire/drafts.ts';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../client/context.tsx';
import { Glyph } from '../components/Glyph.tsx';
import { useLabel } from '../i18n/language.ts';
import './draft.css';

/** Milliseconds between two requests; sent only while the form is visible. */
const pollInterval = 30_000;

/** Renders the names of other people who are editing the record: a hint, no lock. */
export const OthersBanner = ({ resource, id }: { resource: Resource; id: string }) => {
  const client = useClient();
  const label = useLabel();
  const { data: others = [] } = useQuery({
    queryKey: ['editing', resource.key, id],
    queryFn: () =>
      client.get<readonly EditorRow[]>(
        '/keyan/editing',
        { resource: resource.key, id },
        { quiet: true },
      ),
    refetchInterval: pollInterval,
  });
  const [last] = others;
  if (!last) return null;
  const names = others.map(({ name }) => name).join(label(['、', ', ']));
  const time = last.since.slice(11, 16);
  return (
    <p className="ky-draft" role="status">
      <Glyph name="warning" tone="warning" />
      <span>
        {label([
          `${names} 也在编辑此记录（${time} 有修改，尚未保存）。您可以继续，保存时会逐项核对`,
          `Also editing this record: ${names} (changed at ${time}, not saved yet). You can continue: the changes are compared when you save`,
        ])}
      </span>
    </p>
  );
};
