import { present } from '@keyan/console/presentation/present.ts';
import { releaseStatus } from '../../project/common/dictionaries.ts';
import { releaseCodes } from '../../shared/mechanisms/releasing.ts';
import { stateTag } from '../../shared/mechanisms/state-tag.web.tsx';
import { prizeNotice } from './prize-notice.ts';

const StatusOf = stateTag(releaseStatus, {
  [releaseCodes.draft]: { tone: 'neutral', glyph: 'draft' },
  [releaseCodes.published]: { tone: 'success', glyph: 'approved' },
  [releaseCodes.withdrawn]: { tone: 'neutral', glyph: 'recalled' },
  [releaseCodes.closed]: { tone: 'neutral', glyph: 'void' },
});

/** Presentation of prize notices on their list and form. */
export const prizeNoticePresentation = present(prizeNotice, {
  fields: {
    status: { Cell: StatusOf, Text: StatusOf, width: 128 },
    noticeName: { span: 2, width: 280 },
    awardName: { width: 176 },
  },
  Status: ({ row }) => <StatusOf value={row.status} />,
});
