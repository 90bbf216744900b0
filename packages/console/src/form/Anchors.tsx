import { useEffect, useRef, useState } from 'react';
import { Glyph } from '../components/Glyph.tsx';
import { useLabel } from '../i18n/language.ts';
import './anchors.css';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { cachePerState, type FormStore, useForm } from '../form-store/store.ts';
import { requiredProgress, shownSections, stateOfSection } from './progress.ts';

interface AnchorsProps {
  readonly form: FormStore;
  /** Returns the id of a section's element. */
  readonly idOf: (key: string) => string;
}

/**
 * Returns a selector whose result is a text, so that the list renders only when the text changes.
 */
const summaryOf = (resource: Resource) =>
  cachePerState((state) =>
    JSON.stringify({
      progress: requiredProgress(resource, state.values),
      sections: shownSections(resource, state.values).map((each) =>
        stateOfSection(resource, each, state),
      ),
    } satisfies Summary),
  );

interface Summary {
  readonly progress: ReturnType<typeof requiredProgress>;
  readonly sections: readonly ReturnType<typeof stateOfSection>[];
}

/**
 * Returns the key of the section being read: the last whose head has passed the upper part of the
 * window.
 */
const useReading = (keys: string, idOf: (key: string) => string): string => {
  const [reading, setReading] = useState('');
  const seen = useRef(new Set<string>());
  useEffect(() => {
    const list = keys.split(' ');
    const watcher = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const key = target.getAttribute('data-key') ?? '';
          if (isIntersecting) seen.current.add(key);
          else seen.current.delete(key);
        }
        setReading((before) => list.find((key) => seen.current.has(key)) ?? before);
      },
      { rootMargin: '-100px 0px -55% 0px' },
    );
    for (const key of list) {
      const section = document.getElementById(idOf(key));
      if (section) watcher.observe(section);
    }
    return () => watcher.disconnect();
  }, [keys, idOf]);
  return reading;
};

/** Renders links to the sections at the side, each with its state, and the progress of the form. */
export const Anchors = ({ form, idOf }: AnchorsProps) => {
  const label = useLabel();
  const [summary] = useState(() => summaryOf(form.resource));
  const { progress, sections } = JSON.parse(useForm(form, summary)) as Summary;
  const titles = new Map(form.resource.form.map((section) => [section.key, section.title]));
  const reading = useReading(sections.map((each) => each.key).join(' '), idOf);
  return (
    <nav className="ky-anchors" aria-label={label(['表单分区', 'Sections of the form'])}>
      {progress.wanted > 0 && (
        <p className="ky-anchors-progress">
          {label(['填写进度', 'Progress'])} {progress.filled} / {progress.wanted}
        </p>
      )}
      <ul>
        {sections.map(({ key, glyph, tone, note }) => (
          <li key={key}>
            <a
              href={`#${idOf(key)}`}
              aria-current={reading === key ? 'true' : undefined}
              onClick={(event) => {
                event.preventDefault();
                const section = document.getElementById(idOf(key));
                section?.scrollIntoView({ block: 'start' });
                section?.querySelector('h2')?.focus({ preventScroll: true });
              }}
            >
              <Glyph name={glyph} tone={tone} />
              <span>{label(titles.get(key) ?? '')}</span>
              {note && (
                <span className="ky-anchor-note" data-tone={tone}>
                  {label(note)}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};
