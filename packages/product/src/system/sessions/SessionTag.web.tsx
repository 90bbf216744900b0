import { Tag } from '@keyan/console/components/StatusTag.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { endReasons, type SessionRow, sessionStates } from './sessions.ts';

/** Renders the state of a session: this one, another open one, or why it ended. */
export const SessionTag = ({ row }: { readonly row: SessionRow }) => {
  const label = useLabel();
  if (row.state === 'ended') {
    return (
      <Tag tone="neutral" glyph="void">
        {label(endReasons[row.reason] ?? sessionStates.ended)}
      </Tag>
    );
  }
  return row.current ? (
    <Tag tone="info" glyph="inApproval">
      {label(['本机', 'This device'])}
    </Tag>
  ) : (
    <Tag tone="success" glyph="approved">
      {label(sessionStates.open)}
    </Tag>
  );
};
