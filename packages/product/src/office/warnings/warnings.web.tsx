import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { present, type ValueProps } from '@keyan/console/presentation/present.ts';
import { enableStatus } from '../../shared/dictionaries.ts';
import { stateTag } from '../../shared/state-tag.web.tsx';
import { warnLevel } from './dictionaries.ts';
import { earlyWarning } from './early-warning.ts';
import { warning } from './warning.ts';

const RuleStatus = stateTag(enableStatus, {
  0: { tone: 'neutral', glyph: 'draft' },
  1: { tone: 'success', glyph: 'approved' },
});

const Level = stateTag(warnLevel, {
  1: { tone: 'info', glyph: 'inApproval' },
  2: { tone: 'warning', glyph: 'warning' },
  3: { tone: 'refused', glyph: 'refused' },
});

export const earlyWarningPresentation = present(earlyWarning, {
  fields: {
    status: { Cell: RuleStatus, Text: RuleStatus, width: 96 },
    levelColor: { Cell: Level, Text: Level, width: 104 },
    warnName: { span: 2, width: 200 },
    receivers: { span: 2 },
    template: { span: 4 },
    templateEn: { span: 4 },
  },
  Status: ({ row }) => <RuleStatus value={row.status} />,
});

/** The record that a warning is about: the way out. */
const WarnedLink = ({ value, row }: ValueProps) => {
  const label = useLabel();
  return (
    <RecordLink resource={String(row.resource)} id={String(value)}>
      {label(['去处理', 'Open the record'])}
    </RecordLink>
  );
};

/** The warning in the reader's language. */
const Content = ({ value, row }: ValueProps) => {
  const label = useLabel();
  return <>{label([String(value ?? ''), String(row.contentEn || value || '')])}</>;
};

export const warningPresentation = present(warning, {
  fields: {
    title: { span: 2, width: 260 },
    levelColor: { Cell: Level, Text: Level, width: 104 },
    bizId: { Text: WarnedLink },
    content: { Cell: Content, Text: Content, span: 4, width: 420 },
  },
  Status: ({ row }) => <Level value={row.levelColor} />,
});
