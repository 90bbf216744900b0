import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { Card } from '@keyan/console/components/Page.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { myReviews, sheetOf } from '../../review/review-paths.ts';
import { Line } from './home.pieces.web.tsx';
import type { WidgetProps } from './widgets.ts';
import './home.widgets.web.css';

/** Widget with reviews assigned to the reader as an expert, with deadlines. */
const ReviewsWidget = ({ info: { reviews } }: WidgetProps) => {
  const label = useLabel();
  const title: Label = ['待评审', 'To review'];
  if (reviews.open === 0) {
    return (
      <Line title={title}>
        {label(['没有待您评审的申报', 'Nothing to review'])}
        {' · '}
        <TabLink to={myReviews}>{label(['已评审的', 'View completed reviews'])}</TabLink>
      </Line>
    );
  }
  const all = reviews.open + reviews.done;
  return (
    <Card
      title={label(title)}
      count={reviews.open}
      note={label(
        fill(['已完成 {done} / {all}', '{done} of {all} done'], { done: reviews.done, all }),
      )}
      extra={<TabLink to={myReviews}>{label(['全部', 'All'])}</TabLink>}
      flush
    >
      <ul className="ky-rows ky-rows-asking">
        {reviews.rows.map(({ id, title: name, setName, endTime, status }) => (
          <li key={id}>
            <Glyph name="warning" tone="warning" />
            <TabLink to={sheetOf(id)} title={name} className="ky-link ky-rows-text">
              <span title={`${name} · ${setName}`}>{name}</span>
            </TabLink>
            <span className="ky-note ky-rows-more" title={setName}>
              {setName}
            </span>
            <span className="ky-note">
              {label(fill(['{end} 截止', 'due {end}'], { end: endTime }))}
            </span>
            <TabLink to={sheetOf(id)} title={name} className="ky-link">
              {label(status === '2' ? ['继续评审', 'Continue'] : ['评审', 'Review'])}
            </TabLink>
          </li>
        ))}
      </ul>
    </Card>
  );
};

export default ReviewsWidget;
