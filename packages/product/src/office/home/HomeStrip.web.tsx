import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { PartsOverPages } from '../../figures/PartsOverPages.web.tsx';
import type { Card } from './figures.ts';
import './strip.css';

/** Figure of the strip; a link if a page lists its rows. */
const Figure = ({ card }: { card: Card }) => {
  const label = useLabel();
  const compared: Label | null =
    (card.yoy && [`同比 ${card.yoy}%`, `${card.yoy}% on last year`]) || null;
  const body = (
    <>
      <span title={card.caliber}>{card.label}</span>
      <b title={card.caliber}>
        {card.value === '' ? (
          '–'
        ) : (
          <>
            {groupDigits(String(card.value))} <small>{card.unit}</small>
          </>
        )}
      </b>
      <span className={card.tone === 'warning' ? 'ky-note ky-figure-warning' : 'ky-note'}>
        {card.tone === 'warning' && <Glyph name="warning" size={12} />}
        {[compared && label(compared), card.note].filter(Boolean).join(' · ')}
      </span>
    </>
  );
  if (card.link) {
    return (
      <TabLink to={card.link} className="ky-figure">
        {body}
      </TabLink>
    );
  }
  return card.parts ? (
    <PartsOverPages question={card.parts} className="ky-figure">
      {body}
    </PartsOverPages>
  ) : (
    <div className="ky-figure">{body}</div>
  );
};

/** Number of placeholders while loading. */
const expected = 5;

/** Strip of figures with dividers; `cards` is undefined while loading. */
export const HomeStrip = ({ cards }: { cards: readonly Card[] | undefined }) => {
  const label = useLabel();
  return (
    <section
      className="ky-card ky-figures"
      aria-label={label(['概况', 'Overview'])}
      aria-busy={cards === undefined}
    >
      {cards
        ? cards.map((card) => <Figure key={card.code} card={card} />)
        : Array.from({ length: expected }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the places are alike and never move
            <div key={index} className="ky-figure" />
          ))}
    </section>
  );
};
