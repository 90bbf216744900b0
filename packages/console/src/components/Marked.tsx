import type { MarkedText } from '@keyan/kernel/wire/search.ts';
import './marked.css';

/** A text whose matches stand out, also for screen readers that announce marks. */
export const MarkedMatches = ({ text, marks }: MarkedText) => (
  <>
    {marks.map(([from, to], index) => (
      <span key={from}>
        {text.slice(marks[index - 1]?.[1] ?? 0, from)}
        <mark className="ky-mark">{text.slice(from, to)}</mark>
      </span>
    ))}
    {text.slice(marks.at(-1)?.[1] ?? 0)}
  </>
);
