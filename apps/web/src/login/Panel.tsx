import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { Logo } from '../Logo.tsx';
import type { Site } from './site.ts';
import { recordSteps, signInTexts } from './texts.ts';

interface PanelProps {
  readonly name: string;
  readonly notices: NonNullable<Site['notices']>;
}

/** Renders the dark panel of the sign-in page: product, steps of a record, and news. */
export const Panel = ({ name, notices }: PanelProps) => {
  const label = useLabel();
  return (
    <aside className="ky-panel">
      <div className="ky-panel-brand">
        <Logo size={32} /> <strong>{name}</strong>
      </div>
      <div className="ky-panel-words">
        <p className="ky-panel-headline">{label(signInTexts.headline)}</p>
        <p className="ky-panel-sentence">{label(signInTexts.sentence)}</p>
        <ol className="ky-panel-steps">
          {recordSteps.map(({ label: text, note, state }) => (
            <li key={text[1]} data-state={state}>
              <Glyph name={state} size={20} />
              <strong>{label(text)}</strong>
              <span>{label(note)}</span>
            </li>
          ))}
        </ol>
      </div>
      {notices.length > 0 && (
        <section className="ky-panel-notices">
          <h2>{label(signInTexts.notices)}</h2>
          <ul>
            {notices.slice(0, 3).map(({ title, date }) => (
              <li key={title}>
                <time>{date.slice(5, 10)}</time> {title}
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  );
};
