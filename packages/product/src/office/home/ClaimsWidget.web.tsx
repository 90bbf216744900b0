import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { Card } from '@keyan/console/components/Page.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { claimPage } from '../../achievement/collection/addresses.ts';
import { ClaimAnswerButtons, reasonsText } from '../../achievement/collection/claimable.web.tsx';
import { Line } from './home.pieces.web.tsx';
import type { WidgetProps } from './widgets.ts';
import './home.widgets.web.css';

/** Widget with collected papers that may belong to the reader, with points and reasons. */
const ClaimsWidget = ({ info }: WidgetProps) => {
  const label = useLabel();
  const title: Label = ['待认领论文', 'Papers to claim'];
  if (info.claimCount === 0) {
    return <Line title={title}>{label(['没有疑似您的论文', 'No paper that may be yours'])}</Line>;
  }
  return (
    <Card
      title={label(title)}
      count={info.claimCount}
      extra={<TabLink to={claimPage}>{label(['全部', 'All'])}</TabLink>}
      flush
    >
      <ul className="ky-rows ky-rows-asking">
        {info.claimable.map(({ id, title: name, source, year, score, reasons, sort }) => (
          <li key={id}>
            <Glyph name="warning" tone="warning" />
            <TabLink
              to={`${claimPage}/detail?id=${id}`}
              title={name}
              className="ky-link ky-rows-text"
            >
              <span title={`${name} · ${source} ${year ?? ''}`}>{name}</span>
            </TabLink>
            <span className="ky-note ky-rows-more" title={reasonsText(reasons, label)}>
              {label(fill(['{score} 分', '{score} points'], { score }))}
              {' · '}
              {reasonsText(reasons, label)}
            </span>
            <ClaimAnswerButtons small row={{ id, title: name, sort }} />
          </li>
        ))}
      </ul>
    </Card>
  );
};

export default ClaimsWidget;
