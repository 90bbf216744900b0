import { useClient } from '@keyan/console/client/context.tsx';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useQuery } from '@tanstack/react-query';
import { type MergedInto, mergedCall } from './duplicates.ts';
import './authors.web.css';

interface MergedNoteProps {
  /** Key of the resource. */
  readonly resource: string;
  readonly id: string;
}

/** Renders on the page of a void record a link to the record that it was merged into. */
const MergedNote = ({ resource, id }: MergedNoteProps) => {
  const client = useClient();
  const label = useLabel();
  const { data } = useQuery({
    queryKey: [resource, 'merged', id],
    queryFn: () => client.get<MergedInto>(`/${mergedCall}`, { resource, id }, { quiet: true }),
  });
  if (!data?.id) return null;
  return (
    <div className="ky-authorship">
      <Glyph name="void" />
      <span>
        {label(['已合并到', 'Merged into'])}{' '}
        <RecordLink resource={data.resource} id={data.id}>
          {data.title}
        </RecordLink>
      </span>
    </div>
  );
};

export default MergedNote;
