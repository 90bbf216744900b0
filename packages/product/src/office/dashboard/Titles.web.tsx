import { Card } from '@keyan/console/components/Page.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { useNewest } from '../../figures/figures.calls.web.ts';

/** Seconds per title. */
const secondsPerTitle = 3;

/** Minimum number of titles for scrolling; fewer titles fit at once. */
const minTitlesToScroll = 6;

/**
 * Ticker 高水平成果: the newest titles scroll upwards; paused on hover, on keyboard focus, and for
 * readers who prefer reduced motion.
 */
export const Titles = ({ every }: { readonly every?: number | undefined }) => {
  const label = useLabel();
  const { data } = useNewest('output.high', every);
  if (!data || data.length === 0) return null;
  const rolls = data.length > minTitlesToScroll;
  const list = (copy: boolean) => (
    <ul aria-hidden={copy || undefined}>
      {data.map(({ id, title, day, kind, link }) => (
        <li key={id}>
          <span className="ky-note">{kind}</span>
          {copy ? (
            <span>{title}</span>
          ) : (
            <TabLink to={link} title={title}>
              {title}
            </TabLink>
          )}
          <time className="ky-note">{day}</time>
        </li>
      ))}
    </ul>
  );
  return (
    <Card
      title={label(['最新高水平成果', 'Newest high-level outputs'])}
      count={data.length}
      className="ky-titles"
    >
      <div className="ky-titles-window">
        <div
          className="ky-titles-roll"
          data-rolls={rolls || undefined}
          style={{ animationDuration: `${data.length * secondsPerTitle}s` }}
        >
          {list(false)}
          {rolls && list(true)}
        </div>
      </div>
    </Card>
  );
};
